import { afterAll, beforeAll, expect, it } from 'vitest';
import { accessControlModels, accessEntities } from '../../auth/access-control.js';
import { Directory } from '../../auth/directory.js';
import { usernameKey } from '../../auth/entities.js';
import { prepareAccess } from '../../auth/first-start.js';
import { createPasswords } from '../../auth/passwords.js';
import { renewUsernameKeys } from '../../auth/username-keys.js';
import type { Database } from '../../database/database.js';
import { migrate } from '../../database/migrate.js';
import { openDatabase } from '../../database/open-database.js';
import { createEngine, type EngineWithPolicy } from '../../records/create-engine.js';
import { problemOf } from '../fixtures/open-library.js';
import { project } from '../fixtures/project.js';
import { readSettings } from '../fixtures/settings.js';
import { User } from '../fixtures/user.model.js';

/** Usernames that count as the same: by case, by the notation of their letters, or as they look the same. */
const SAME: readonly (readonly [string, string])[] = [
  ['Ärger', 'äRGER'],
  ['jose\u0301', 'jos\u00e9'],
  ['JOSE\u0301', 'jos\u00e9'],
  ['ΝΙΚΟΣ', 'νικοσ'],
  ['Νίκος', 'ΝΊΚΟΣ'],
  ['J\u030can', '\u01f0an'],
  ['Ϊ\u0301α', 'ΐα'],
  ['weiß', 'WEIẞ'],
  ['İzmir', 'izmir'],
  ['adri\u0307an', 'adrian'],
  ['ｗｉｄｅ', 'wide'],
  ['a\u0323\u0307', 'a\u0307\u0323'],
  ['İ\u0323', '\u1ecb'],
];

/** Usernames of two people. */
const OTHERS: readonly (readonly [string, string])[] = [
  ['straße', 'strasse'],
  ['ısmail', 'ismail'],
  ['josé', 'jose'],
  ['ν\u0307ικη', 'νικη'],
];

/** As keys were before 0.5. */
const formerKey = (username: string): string => username.normalize('NFKC').toLowerCase();

/** The keys by which usernames are unique, and found. */
export function describeUsernames(newDatabase: () => Promise<string>): void {
  let database: Database;
  let engine: EngineWithPolicy;
  let directory: Directory;
  const passwords = createPasswords({ cost: 4 });

  beforeAll(async () => {
    database = await openDatabase(await newDatabase(), accessEntities(User), project.migrations);
    await migrate(database);
    await prepareAccess(database, passwords, readSettings({}));
    directory = new Directory(database);
    engine = createEngine({
      ...{ database, modules: accessControlModels(User, passwords, () => undefined) },
      ...{ roles: () => new Map(), searchedFields: () => [] },
      settings: { maxPageSize: 100, maxQueryCost: 300 },
    });
  });
  afterAll(async () => {
    await passwords.close();
    await database.close();
  });

  const create = (username: string) =>
    engine.system(User).create({ username, password: 'long enough 1' });

  it.each(SAME)('%s is %s: one of them exists, and signs in as either', async (one, other) => {
    const { id } = await create(one);
    const { status, problems = [] } = (await problemOf(create(other))) ?? {};
    expect([status, ...problems.map(({ field }) => field)]).toEqual([409, 'username']);
    for (const name of [one, other])
      expect(await directory.credentials(name)).toMatchObject({ userId: id });
    await engine.system(User).remove(id);
  });

  it.each(OTHERS)('%s is not %s', async (one, other) => {
    const [first, second] = [await create(one), await create(other)];
    for (const { id, username } of [first, second]) {
      expect(await directory.credentials(username)).toMatchObject({ userId: id });
      await engine.system(User).remove(id);
    }
  });

  it('stored keys of an earlier form are renewed, but for one that somebody else has', async () => {
    const names = ['Νικος', 'İda', 'plain', 'a\u0323\u0307'];
    const made = [];
    for (const username of names) made.push(await create(username));
    const twin = await create('to be made another');
    const query = (sql: string) => database.dataSource.query(sql);
    const setKey = (id: number, username: string) =>
      query(
        `UPDATE auth_user SET username = '${username}', username_key = '${formerKey(username)}' WHERE id = ${id}`,
      );
    for (const { id, username } of made) await setKey(id, username);
    await setKey(twin.id, 'νικοσ');
    expect(await renewUsernameKeys(database)).toEqual([{ id: made[0]!.id, other: twin.id }]);
    const keys = (await query('SELECT id, username_key AS key FROM auth_user')) as Key[];
    const keyOf = (id: number) => keys.find((row) => row.id === id)?.key;
    expect(made.slice(1).map(({ id }) => keyOf(id))).toEqual(names.slice(1).map(usernameKey));
    expect(await directory.credentials('ida')).toMatchObject({ userId: made[1]!.id });
    await engine.system(User).update(twin.id, { username: 'another' });
    expect(await renewUsernameKeys(database)).toEqual([]);
    expect(await directory.credentials('ΝΙΚΟΣ')).toMatchObject({ userId: made[0]!.id });
  });
}

interface Key {
  readonly id: number;
  readonly key: string;
}

/** Every letter with every mark: a key is its own, and that of the name in upper and in lower case. */
export function expectKeysToBeStable(): void {
  const marks = Array.from({ length: 0x70 }, (_, at) => String.fromCodePoint(0x300 + at));
  const changed: string[] = [];
  for (let code = 0x41; code < 0x2000; code++) {
    const letter = String.fromCodePoint(code);
    if (!/\p{L}/u.test(letter)) continue;
    for (const name of [letter, ...marks.map((mark) => letter + mark)]) {
      const key = usernameKey(name);
      const forms = [key, name.toLowerCase(), name.normalize('NFC'), name.normalize('NFD')];
      if (forms.some((form) => usernameKey(form) !== key)) changed.push(name);
    }
  }
  expect(changed).toEqual([]);
}
