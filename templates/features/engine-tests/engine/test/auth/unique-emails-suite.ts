import { Column, Entity } from 'typeorm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { accessControlModels, accessEntities } from '../../auth/access-control.js';
import { prepareAccess } from '../../auth/first-start.js';
import { createPasswords } from '../../auth/passwords.js';
import { createEngine, type EngineWithPolicy } from '../../records/create-engine.js';
import type { Database } from '../../database/database.js';
import { migrate, revertLast } from '../../database/migrate.js';
import { openDatabase } from '../../database/open-database.js';
import { StepMigration } from '../../database/steps/step-migration.js';
import { addColumn, addUnique } from '../../database/steps/step.js';
import { defineAccess } from '../../model/access-rules.js';
import { defineHooks } from '../../model/define-hooks.js';
import { Field } from '../../model/field.js';
import { problemOf } from '../fixtures/open-library.js';
import { project } from '../fixtures/project.js';
import { readSettings } from '../fixtures/settings.js';
import { User as PlainUser } from '../fixtures/user.model.js';

@Entity('auth_user')
class User extends PlainUser {
  @Field({ derivedFrom: 'email' })
  @Column('varchar', { length: 255, nullable: true, unique: true, select: false })
  email_key!: string | null;
}

/** As `crudgen sync` writes it where `email` becomes unique. */
class UniqueEmail20260101000000 extends StepMigration {
  readonly name = 'UniqueEmail20260101000000';
  readonly steps = [
    addColumn(
      'auth_user',
      'email_key',
      { type: 'string', length: 255, nullable: true },
      { caselessOf: 'email' },
    ),
    addUnique('auth_user', ['email_key']),
  ];
}

/** A project whose hook has the last word on addresses. */
const hooks = defineHooks(User, {
  beforeSave: ({ values: { first_name: wish } }) => {
    if (wish === 'twin') return { email: 'ANN@EXAMPLE.COM' };
    return wish === 'nothing' ? { email: '' } : undefined;
  },
});

const LETTERS = [
  'Ann@Example.com',
  'ÄRGER@x.test',
  'ΟΔΟΣ@x.test',
  'İ@x.test',
  'ﬁ@Ｘ.test',
  'ǅ@x.test',
];

/** Addresses of users are unique without regard to case. */
export function describeUniqueEmails(newDatabase: () => Promise<string>): void {
  let database: Database;
  let engine: EngineWithPolicy;
  const passwords = createPasswords({ cost: 4 });
  const query = (text: string): Promise<Record<string, unknown>[]> =>
    database.dataSource.query(text);
  const keys = async () =>
    (await query(`SELECT email_key FROM auth_user WHERE username <> 'admin' ORDER BY id`)).map(
      (row) => row['email_key'],
    );

  beforeAll(async () => {
    const migrations = [...project.migrations, UniqueEmail20260101000000];
    database = await openDatabase(await newDatabase(), accessEntities(User), migrations);
    const own = { entity: User, access: defineAccess<User>({ roles: {} }), hooks };
    const modules = accessControlModels(User, passwords, () => undefined, own);
    await migrate(database);
    await prepareAccess(database, passwords, readSettings({}));
    engine = createEngine({
      ...{ database, modules, roles: () => new Map(), searchedFields: () => [] },
      settings: { maxPageSize: 100, maxQueryCost: 300 },
    });
  });
  afterAll(async () => {
    await passwords.close();
    await database.close();
  });

  let people = 0;
  const create = (values: object) =>
    engine.system(User).create({ username: `p${++people}`, password: 'long enough 1', ...values });
  const refused = async (work: Promise<unknown>) => {
    const { status, problems } = (await problemOf(work)) ?? {};
    return [status, ...(problems ?? []).map(({ field, code }) => `${field} ${code}`)];
  };

  it('whoever writes them, and however', async () => {
    const ann = await create({ email: 'Ann@Example.com' });
    expect(ann.email).toBe('Ann@Example.com');
    const ben = await create({ email: 'ben@example.com' });
    await create({});
    await create({ email: null });
    for (const email of ['ann@example.com', 'ANN@EXAMPLE.COM', 'Ａnn@example.com'])
      expect(await refused(create({ email }))).toEqual([409, 'email unique']);
    const { update, replace } = engine.system(User);
    expect(await refused(update(ben.id, { email: 'aNN@example.com' }))).toEqual([
      ...[409, 'email unique'],
    ]);
    const whole = { username: 'ben', email: 'aNN@example.com', roles: [], tenants: [] };
    expect(await refused(replace(ben.id, whole))).toEqual([409, 'email unique']);
    expect(await refused(create({ first_name: 'twin' }))).toEqual([409, 'email unique']);
    await update(ann.id, { email: 'ANN@example.com', first_name: 'Ann' });
    await update(ann.id, { email: null });
    await update(ben.id, { email: 'aNN@example.com' });
    expect(await keys()).toEqual([null, 'ann@example.com', null, null]);
  });

  it('also where they look the same', async () => {
    await create({ email: 'sam@example.com' });
    for (const email of [
      'sam@exam\u00adple.com',
      'sam@example.com\u200b',
      'sa\u{e0061}m@example.com',
    ])
      expect(await refused(create({ email }))).toEqual([422, 'email format']);
  });

  it('but an empty one is none, for any number of users', async () => {
    const made = [
      await create({ email: '' }),
      await create({ first_name: 'nothing' }),
      await create({ email: 'x@example.com', first_name: 'nothing' }),
    ];
    expect(made.map(({ email }) => email)).toEqual([null, null, null]);
    expect((await keys()).slice(-3)).toEqual([null, null, null]);
  });

  it('also where forty ask at once', async () => {
    const asked = Array.from({ length: 40 }, (_, at) =>
      refused(create({ email: at % 2 ? 'Eve@example.com' : 'eve@EXAMPLE.com' })),
    );
    const made = (await Promise.all(asked)).map(([status]) => status ?? 201);
    expect(made.sort()).toEqual([201, ...Array<number>(39).fill(409)]);
  });

  it('refuses one whose key would not fit', async () => {
    const email = `${'ﷺ'.repeat(20)}@example.com`;
    expect(await refused(create({ email }))).toEqual([422, 'email too-long']);
  });

  it('gives users of before the keys that the service gives them, and tells of two that share one', async () => {
    await query(`DELETE FROM auth_user WHERE username <> 'admin'`);
    for (const email of LETTERS) await create({ email });
    const given = await keys();
    expect(new Set(given).size).toBe(LETTERS.length);
    expect(await revertLast(database)).toBe('UniqueEmail20260101000000');
    expect(await migrate(database)).toEqual(['UniqueEmail20260101000000']);
    expect(await keys()).toEqual(given);
    await revertLast(database);
    await query(
      `UPDATE auth_user SET email = 'ann@EXAMPLE.com' WHERE id = (SELECT max(id) FROM auth_user)`,
    );
    await expect(migrate(database)).rejects.toThrow(/addUnique on `auth_user`/);
  });
}
