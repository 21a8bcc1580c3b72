import 'reflect-metadata';
import {
  Column,
  DeleteDateColumn,
  Entity,
  JoinTable,
  ManyToMany,
  PrimaryGeneratedColumn,
  type Relation,
} from 'typeorm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { rolesTable, usersTable } from '../../auth/access-table.js';
import { Directory } from '../../auth/directory.js';
import { Role } from '../../auth/entities.js';
import { defaultAdministratorId } from '../../auth/first-start.js';
import { DATETIME } from '../../database/column-types.js';
import type { Database } from '../../database/database.js';
import { deleteInBatches } from '../../database/delete-in-batches.js';
import { openDatabase } from '../../database/open-database.js';

/** A project's own tenants, which stay in their table when they are deleted. */
@Entity('auth_tenant')
class Club {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column('varchar', { name: 'title' })
  name!: string;

  @Column('varchar')
  status!: string;

  @DeleteDateColumn({ type: DATETIME, precision: 3 })
  deleted_at!: Date | null;
}

/** A project's own users, under other names of columns. */
@Entity('auth_user')
class Member {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column('varchar', { name: 'login' })
  username!: string;

  @Column('varchar', { name: 'login_key', select: false })
  username_key!: string;

  @Column('varchar', { nullable: true })
  email!: string | null;

  @Column('varchar', { nullable: true })
  first_name!: string | null;

  @Column('varchar', { nullable: true })
  last_name!: string | null;

  @Column('varchar')
  status!: string;

  @Column('varchar', { select: false })
  password_hash!: string;

  @Column('varchar', { select: false })
  token_version!: string;

  @ManyToMany(() => Role)
  @JoinTable({
    name: 'member_role',
    joinColumn: { name: 'member' },
    inverseJoinColumn: { name: 'role' },
  })
  roles?: Relation<Role[]>;

  @ManyToMany(() => Club)
  @JoinTable({
    name: 'member_club',
    joinColumn: { name: 'member' },
    inverseJoinColumn: { name: 'club' },
  })
  tenants?: Relation<Club[]>;

  @DeleteDateColumn({ type: DATETIME, precision: 3 })
  deleted_at!: Date | null;
}

let database: Database;
beforeAll(async () => {
  database = await openDatabase('sqlite::memory:', [Club, Member, Role], []);
  await database.changeSchema(async (runner) => {
    for (const sql of TABLES) await runner.query(sql);
  });
});
afterAll(() => database.close());

const TABLES = [
  'CREATE TABLE auth_change (version INTEGER)',
  'INSERT INTO auth_change VALUES (1)',
  'CREATE TABLE auth_ended_session (id INTEGER PRIMARY KEY, sid TEXT, expires INTEGER)',
  `CREATE TABLE auth_role (id INTEGER PRIMARY KEY, name TEXT, description TEXT, allowed_methods TEXT, is_preset INTEGER, is_edited INTEGER, created_at TEXT, updated_at TEXT)`,
  `INSERT INTO auth_role VALUES (1, 'Admin', NULL, '["GET"]', 1, 0, '', ''), (2, 'Cook', 'of soups', '["GET", "PUT"]', 0, 0, '', '')`,
  'CREATE TABLE auth_tenant (id INTEGER PRIMARY KEY, title TEXT, status TEXT, deleted_at TEXT)',
  `INSERT INTO auth_tenant VALUES (1, 'b', 'Active', NULL), (2, 'a', 'Active', NULL), (3, 'shut', 'Inactive', NULL), (4, 'gone', 'Active', '2026-01-01')`,
  'CREATE TABLE auth_user (id INTEGER PRIMARY KEY, login TEXT, login_key TEXT, email TEXT, first_name TEXT, last_name TEXT, status TEXT, password_hash TEXT, token_version TEXT, deleted_at TEXT)',
  `INSERT INTO auth_user VALUES
    (1, 'Old', 'old', NULL, NULL, NULL, 'Active', 'h1', 't1', '2026-01-01'),
    (2, 'Off', 'off', NULL, NULL, NULL, 'Inactive', 'h2', 't2', NULL),
    (3, 'Ann', 'ann', 'a@x.org', 'Ann', NULL, 'Active', 'h3', 't3', NULL),
    (4, 'Ben', 'ben', NULL, NULL, NULL, 'Active', 'h4', 't4', NULL)`,
  'CREATE TABLE member_role (member INTEGER, role INTEGER)',
  'INSERT INTO member_role VALUES (1, 1), (2, 1), (3, 2), (3, 1), (4, 1)',
  'CREATE TABLE member_club (member INTEGER, club INTEGER)',
  'INSERT INTO member_club VALUES (3, 2), (3, 1), (3, 3), (3, 4)',
];

test('an account has its roles and active tenants, by the names that the project gives to columns', async () => {
  const directory = new Directory(database);
  const granted = { roles: ['Admin', 'Cook'], tenants: [1, 2] };
  expect(await directory.account(3)).toMatchObject({
    user: { id: 3, username: 'Ann', ...granted },
    profile: { id: 3, email: 'a@x.org', first_name: 'Ann', last_name: null, ...granted },
    active: true,
    tokenVersion: 't3',
  });
  expect(await directory.account(2)).toMatchObject({ active: false, user: { tenants: [] } });
  expect([await directory.account(1), await directory.account(9)]).toEqual([null, null]);
  expect(directory.roles().get('Cook')).toEqual(['GET', 'PUT']);
});

test('deleted users do not sign in, and deleted tenants are not listed', async () => {
  const directory = new Directory(database);
  expect(await directory.credentials('ANN')).toEqual({
    userId: 3,
    passwordHash: 'h3',
    tokenVersion: 't3',
  });
  expect(await directory.credentials('Old')).toBeNull();
  expect(await directory.listTenants('active')).toEqual([
    { id: 2, name: 'a' },
    { id: 1, name: 'b' },
  ]);
  expect(await directory.listTenants([3, 4])).toEqual([{ id: 3, name: 'shut' }]);
});

test('the service acts as the named administrator, else as the first that is active', async () => {
  expect(await defaultAdministratorId(database, 'Ben')).toBe(4);
  for (const name of ['Old', 'Off', 'nobody'])
    expect(await defaultAdministratorId(database, name)).toBe(3);
});

test('rows are written and linked by the names that the project gives to columns', async () => {
  const users = usersTable(database);
  const cat = {
    ...{ username: 'Cat', username_key: 'cat', status: 'Active' as const },
    ...{ password_hash: 'h5', token_version: 't5' },
  };
  const [id, role] = await database.write(async (session) => {
    const user = await users.insert(cat, session);
    const cleaner = { name: 'Cleaner', allowed_methods: ['GET'], is_preset: false };
    const added = await rolesTable(database).insert(cleaner, session);
    await users.link('roles', user, added, session);
    await rolesTable(database).update(added, { allowed_methods: ['PUT'] }, session);
    return [user, added] as const;
  });
  const fresh = new Directory(database);
  expect(await fresh.account(id)).toMatchObject({ user: { username: 'Cat', roles: ['Cleaner'] } });
  expect(fresh.roles().get('Cleaner')).toEqual(['PUT']);
  const times = {
    sql: 'SELECT created_at, updated_at FROM auth_role WHERE id = ?1',
    name: 'times',
  };
  const [[created, updated] = []] = await database.read((session) => session.rows(times, [role]));
  for (const time of [created, updated]) expect(String(time)).toMatch(/^20\d\d-/);
});

test('old rows are deleted in batches, and nothing else', async () => {
  await database.changeSchema(async (runner) => {
    await runner.query('CREATE TABLE seen (id INTEGER PRIMARY KEY, at TEXT, kept INTEGER)');
    await runner.query(
      `INSERT INTO seen (at, kept) WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2500) SELECT '2026-01-01 00:00:00.000', i % 100 = 0 FROM n`,
    );
    await runner.query(`INSERT INTO seen (at, kept) VALUES ('2026-01-02 00:00:00.000', 0)`);
  });
  const before = new Date('2026-01-02T00:00:00Z');
  await deleteInBatches(database, { table: 'seen', column: 'at', before, condition: 'kept = 0' });
  const [left] = await database.read((session) =>
    session.rows({ name: 'left', sql: 'SELECT COUNT(*), SUM(kept), MAX(id) FROM seen' }, []),
  );
  expect(left).toEqual([26, 25, 2501]);
});
