import 'reflect-metadata';
import {
  Column,
  Entity,
  JoinColumn,
  ManyToOne,
  PrimaryGeneratedColumn,
  type Relation,
} from 'typeorm';
import { StepMigration } from '../../../templates/service/engine/database/steps/step-migration.js';
import {
  addForeignKey,
  createTable,
} from '../../../templates/service/engine/database/steps/step.js';
import {
  asParent,
  defineAccess,
  owner,
  type AccessDefinition,
} from '../../../templates/service/engine/model/access-rules.js';
import { Model } from '../../../templates/service/engine/model/field.js';
import type { ModelModule } from '../../../templates/service/engine/model/model-module.js';
import type { Project } from '../../../templates/service/engine/service/project.js';
import { project as bare } from '../../../templates/features/engine-tests/engine/test/fixtures/project.js';
import { User } from '../../../templates/features/engine-tests/engine/test/fixtures/user.model.js';

/** A bill of somebody, of a tenant, with lines: every kind of rule has something to look at. */
@Model({ prefix: '/bills' })
@Entity('bill')
export class Bill {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column('varchar', { length: 40 })
  name!: string;

  @Column('varchar', { length: 40, nullable: true })
  status!: string | null;

  @Column('integer', { nullable: true })
  margin!: number | null;

  @Column('integer', { nullable: true })
  clerk_id!: number | null;

  @ManyToOne(() => User, { onDelete: 'SET NULL' })
  @JoinColumn({ name: 'clerk_id' })
  clerk?: Relation<User> | null;

  @Column('integer', { nullable: true })
  tenant_id!: number | null;
}

@Model({ prefix: '/lines' })
@Entity('line')
export class Line {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column('varchar', { length: 40 })
  text!: string;

  @Column('integer')
  bill_id!: number;

  @ManyToOne(() => Bill, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'bill_id' })
  bill?: Relation<Bill>;
}

const string = { type: 'string', length: 40 } as const;
const optional = { nullable: true } as const;

class CreateBilling20260101000000 extends StepMigration {
  readonly name = 'CreateBilling20260101000000';
  readonly steps = [
    createTable('bill', {
      id: { type: 'id' },
      name: string,
      status: { ...string, ...optional },
      margin: { type: 'integer', ...optional },
      clerk_id: { type: 'integer', ...optional },
      tenant_id: { type: 'integer', ...optional },
    }),
    addForeignKey('bill', 'clerk_id', { table: 'auth_user', onDelete: 'set null' }),
    createTable('line', { id: { type: 'id' }, text: string, bill_id: { type: 'integer' } }),
    addForeignKey('line', 'bill_id', { table: 'bill', onDelete: 'cascade' }),
  ];
}

export interface Rules {
  readonly bill?: AccessDefinition<Bill>;
  readonly line?: AccessDefinition<Line>;
}

/** The bills of their clerks, with lines as their bills. */
export const RULES: Required<Rules> = {
  bill: { rows: [owner('clerk_id')], fields: { margin: { read: ['Admin'], write: ['Admin'] } } },
  line: { rows: [asParent('bill_id')] },
};

/** A project of bills under these rules, with more parts of each model, and other parts of the project. */
export function billing(
  rules: Rules = {},
  more: { readonly bill?: Partial<ModelModule>; readonly project?: Partial<Project> } = {},
): Project {
  const { bill, line } = { ...RULES, ...rules };
  return {
    ...bare,
    models: [
      { entity: Bill, access: defineAccess<Bill>(bill), ...more.bill },
      { entity: Line, access: defineAccess<Line>(line) },
    ],
    migrations: [...bare.migrations, CreateBilling20260101000000],
    // A world fits into a page.
    readSettings: (env) => ({ ...bare.readSettings(env), maxPageSize: 10_000 }),
    ...more.project,
  };
}
