import 'reflect-metadata';
import { Column, JoinColumn, ManyToOne, PrimaryColumn, ViewEntity, type Relation } from 'typeorm';
import { expect, it } from 'vitest';
import { readOnly } from '../../../templates/features/read-only/engine/read-only/read-only-feature.js';
import { User } from '../../../templates/features/engine-tests/engine/test/fixtures/user.model.js';
import { StepMigration } from '../../../templates/service/engine/database/steps/step-migration.js';
import { sql } from '../../../templates/service/engine/database/steps/step.js';
import { defineAccess, owner } from '../../../templates/service/engine/model/access-rules.js';
import * as tools from '../../../templates/service/engine/tools/index.js';
import { proveDoors } from '../../../templates/tools/prove/prove.js';
import { BESIDE_A_PACKAGE } from '../../support/compose-service.js';
import { billing } from './billing.js';

@ViewEntity('bill_margin', { synchronize: false })
class BillMargin {
  @PrimaryColumn('integer')
  bill_id!: number;

  @Column('integer', { nullable: true })
  margin!: number | null;

  @Column('integer', { nullable: true })
  clerk_id!: number | null;

  @ManyToOne(() => User, { createForeignKeyConstraints: false })
  @JoinColumn({ name: 'clerk_id' })
  clerk?: Relation<User> | null;
}

const VIEW = 'CREATE VIEW bill_margin AS SELECT id AS bill_id, margin, clerk_id FROM bill';

class CreateView20260101000001 extends StepMigration {
  readonly name = 'CreateView20260101000001';
  readonly steps = [sql({ sqlite: VIEW, postgres: VIEW })];
}

it('tries the rules of a view on rows of a table in its place, by doors that read', async () => {
  const { models, migrations, ...rest } = billing();
  const access = defineAccess<BillMargin>({ rows: [owner('clerk_id')] });
  const proved = await proveDoors({
    ...{ tools, url: 'sqlite::memory:', seed: 1 },
    project: {
      ...rest,
      folder: BESIDE_A_PACKAGE,
      models: [...models, { entity: BillMargin, access }],
      migrations: [...migrations, CreateView20260101000001],
      features: [readOnly],
    },
    choose: (all) => all.filter(({ name }) => name === 'BillMargin'),
  });
  expect(proved.faults).toEqual([]);
  expect(proved.worlds).toContainEqual(
    expect.objectContaining({ model: 'BillMargin', rule: 'owner(clerk_id)', complete: true }),
  );
  const doors = proved.doors.map(({ door }) => door);
  expect(doors).toEqual(expect.arrayContaining(['list', 'get', 'filter', 'aggregate']));
  expect(
    doors.filter((door) => ['create', 'patch', 'put', 'delete', 'batch'].includes(door)),
  ).toEqual([]);
});

/** A view without a key: two clerks and margins may be alike. */
@ViewEntity('clerk_margin', { synchronize: false })
class ClerkMargin {
  @Column('integer', { nullable: true })
  margin!: number | null;

  @Column('varchar', { length: 40, nullable: true })
  note!: string | null;

  @Column('integer', { nullable: true })
  clerk_id!: number | null;

  @ManyToOne(() => User, { createForeignKeyConstraints: false })
  @JoinColumn({ name: 'clerk_id' })
  clerk?: Relation<User> | null;
}

const KEYLESS = "CREATE VIEW clerk_margin AS SELECT margin, 'x' AS note, clerk_id FROM bill";

class CreateKeylessView20260101000001 extends StepMigration {
  readonly name = 'CreateKeylessView20260101000001';
  readonly steps = [sql({ sqlite: KEYLESS, postgres: KEYLESS })];
}

it('tries the rules of a view without a key by the doors of lists', async () => {
  const { models, migrations, ...rest } = billing();
  const access = defineAccess<ClerkMargin>({
    rows: [owner('clerk_id')],
    fields: { margin: { read: ['Manager'] } },
  });
  const proved = await proveDoors({
    ...{ tools, url: 'sqlite::memory:', seed: 1 },
    project: {
      ...rest,
      folder: BESIDE_A_PACKAGE,
      models: [...models, { entity: ClerkMargin, access }],
      migrations: [...migrations, CreateKeylessView20260101000001],
      features: [readOnly],
    },
    choose: (all) => all.filter(({ name }) => name === 'ClerkMargin'),
  });
  expect(proved.faults).toEqual([]);
  expect(proved.worlds).toContainEqual(
    expect.objectContaining({ model: 'ClerkMargin', rule: 'owner(clerk_id)', complete: true }),
  );
  const doors = proved.doors.map(({ door }) => door);
  expect(doors).toEqual(
    expect.arrayContaining(['list', 'filter', 'sort', 'fields', 'expand', 'aggregate']),
  );
  expect(doors).not.toContain('get');
});
