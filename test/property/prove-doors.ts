import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { expect } from 'vitest';
import type { Where } from '../../templates/service/src/crud/where.js';
import { matches, type World as Oracle } from '../where-oracle.js';
import {
  fieldPermissions,
  resourcePermissions,
} from '../../templates/service/src/auth/permissions.js';
import {
  createEngine,
  type EngineWithPolicy,
} from '../../templates/service/src/crud/create-engine.js';
import type { Query, RecordText } from '../../templates/service/src/crud/operations.js';
import type { Database, Session } from '../../templates/service/src/database/database.js';
import { migrate } from '../../templates/service/src/database/migrate.js';
import { openDatabase } from '../../templates/service/src/database/open-database.js';
import { openApiDocument } from '../../templates/service/src/docs/openapi.js';
import { publicView, viewOf } from '../../templates/service/src/docs/view.js';
import { HttpProblem } from '../../templates/service/src/http/problem.js';
import { Dice } from './dice.js';
import { CreateDoors20260101000000 } from './doors-models.js';
import {
  Naive,
  type NaiveField,
  type Outcome,
  type Person,
  type Row,
  type World,
} from './naive.js';
import {
  ENTITIES,
  JSONS,
  MODELS,
  type Name,
  NUMBERS,
  randomPolicy,
  randomRoles,
  randomUser,
  TEXTS,
} from './random-policy.js';

/*
 * Random policies, users and rows; every door is asked, and must answer what the plain words of `naive.ts` say. A
 * failure names its seed: DOORS_SEED=<seed> DOORS_POLICIES=1 runs that policy alone.
 */
const SEED = Number(process.env['DOORS_SEED'] ?? Date.now() % 1_000_000);
const POLICIES = Number(process.env['DOORS_POLICIES'] ?? 0);
const NAMES = Object.keys(ENTITIES) as Name[];

/** Asks every door under that many random policies; prints how often each was asked. */
export async function proveDoors(on: string, url: string, policies: number): Promise<void> {
  const database = await openDatabase(url, Object.values(ENTITIES), [CreateDoors20260101000000]);
  const counts: Record<string, number> = {};
  try {
    await migrate(database);
    for (let at = 0; at < (POLICIES || policies); at++) {
      const seed = SEED + at;
      try {
        await new Trial(database, new Dice(seed), counts).run();
      } catch (error) {
        const { message } = error as Error;
        throw new Error(`on ${on}, DOORS_SEED=${seed}: ${message}`, { cause: error });
      }
    }
  } finally {
    await database.close();
    print(on, counts);
  }
  for (const status of ['200', '201', '204', '400', '403', '404', '409', '422'])
    if (POLICIES === 0) expect(counts[`(${status})`], status).toBeGreaterThan(0);
}

function print(on: string, counts: Readonly<Record<string, number>>): void {
  const list = (kind: (name: string) => boolean) =>
    Object.entries(counts).filter(([name]) => kind(name));
  const isStatus = (name: string) => name.startsWith('(');
  const [doors, statuses] = [list((name) => !isStatus(name)), list(isStatus)];
  const sum = doors.reduce((all, [, count]) => all + count, 0);
  const told = (pairs: typeof doors) => pairs.map(([name, count]) => `${name} ${count}`).join(', ');
  console.log(
    `${on}, seed ${SEED}: ${sum} questions: ${told(doors)}; answers ${told(statuses.sort())}`,
  );
}

/** One policy with its rows and users. */
class Trial {
  readonly engine: EngineWithPolicy;
  readonly naive: Naive;
  readonly users: readonly Person[];

  constructor(
    readonly database: Database,
    readonly dice: Dice,
    readonly counts: Record<string, number>,
  ) {
    const policies = new Map(NAMES.map((name) => [name, randomPolicy(dice, name)]));
    const roles = randomRoles(dice);
    this.engine = createEngine({
      database,
      modules: NAMES.map((name) => ({
        entity: ENTITIES[name],
        access: policies.get(name)!.access,
      })),
      roles: () => roles,
      searchedFields: (model) =>
        model.columns.filter(({ type }) => type === 'string').map(({ name }) => name),
      settings: { maxPageSize: 100, maxQueryCost: 300 },
    });
    const rules = Object.fromEntries(NAMES.map((name) => [name, policies.get(name)!.naive]));
    this.naive = new Naive(MODELS, rules, roles, {});
    this.users = [1, 2, 3].map((id) => randomUser(dice, id));
  }

  async run(): Promise<void> {
    await this.database.write((session) => fill(session, this.dice));
    this.naive.world = await this.stored();
    for (const user of this.users) {
      this.askPolicy(user);
      this.askDocuments(user);
      for (let at = 0; at < 14; at++) await this.askList(user, this.dice.pick(NAMES));
      for (const name of NAMES)
        for (const { id } of this.naive.world[name]!) await this.askGet(user, name, id);
      await this.askGet(user, this.dice.pick(NAMES), 1_000_000);
    }
    for (let at = 0; at < 36; at++) await this.askWrite(this.dice.pick(this.users));
  }

  count(door: string, status: number): void {
    this.counts[door] = (this.counts[door] ?? 0) + 1;
    this.counts[`(${status})`] = (this.counts[`(${status})`] ?? 0) + 1;
  }

  /** The compiled row rules, by the oracle, against the plain words. */
  askPolicy(user: Person): void {
    const oracle: Oracle = {
      rows: (model) => this.naive.world[model]!,
      target: (model, field) => fieldOf(model as Name, field).to!,
    };
    for (const name of NAMES) {
      const where: Where = this.engine.policy.rowWhere(user, this.engine.model(name));
      for (const row of this.naive.world[name]!) {
        const told = matches(where, row, name, oracle);
        expect(told, `oracle ${name} ${row.id}`).toBe(this.naive.sees(user, name, row));
        this.counts['oracle'] = (this.counts['oracle'] ?? 0) + 1;
      }
    }
  }

  /** What is told about the policy: OpenAPI, resource and field permissions. */
  askDocuments(user: Person): void {
    const { engine, naive } = this;
    const jsdoc = { paths: {}, components: {} };
    const parts = { title: 't', version: '1', models: engine.models, routed: [], jsdoc };
    const views = { mine: viewOf(engine.policy, user), public: publicView };
    const permissions = fieldPermissions(engine.models, engine.policy, user);
    const exceptions = resourcePermissions(engine.models);
    for (const name of NAMES) {
      const { prefix } = engine.model(name);
      const { roles, fields } = naive.rules[name]!;
      expect(exceptions[prefix] ?? {}).toEqual(roles);
      const reads = (['list', 'show'] as const).map((one) => naive.readable(user, one, name));
      const writes = (['create', 'edit'] as const).map((one) => naive.writable(user, one, name));
      for (const field of Object.keys(fields)) {
        const { read, write } = permissions[prefix]![field]!;
        const mayRead = naive.may(user, 'show', name) || naive.may(user, 'list', name);
        const mayWrite = naive.may(user, 'create', name) || naive.may(user, 'edit', name);
        expect(read, `${name}.${field} read`).toBe(
          mayRead && this.#any(user, name, field, reads, ['list', 'show']),
        );
        expect(write, `${name}.${field} write`).toBe(
          mayWrite && this.#any(user, name, field, writes, ['create', 'edit']),
        );
      }
      for (const [kind, view] of Object.entries(views)) {
        const document = openApiDocument(parts, view) as never as Documented;
        const shown = Object.keys(document.components.schemas[name]!.properties);
        const open = MODELS[name].fields
          .map((field) => field.name)
          .filter((field) => !fields[field]?.read);
        const action = naive.may(user, 'show', name) ? 'show' : 'list';
        const granted = kind === 'mine' && naive.may(user, action, name);
        const expected = granted ? [...naive.readable(user, action, name)] : ['id', ...open];
        expect(shown.filter((field) => field !== '_label').sort()).toEqual(expected.sort());
        const parameters = JSON.stringify(document.paths[`/${prefix}`]!['get']);
        for (const { name: field } of MODELS[name].fields)
          if (!expected.includes(field))
            expect(parameters).not.toMatch(new RegExp(`"name":"${field}[_"]|[ ,]${field}[,.]`));
        this.count('openapi', 200);
      }
      this.count('permissions', 200);
    }
  }

  #any(
    user: Person,
    name: Name,
    field: string,
    sets: readonly ReadonlySet<string>[],
    actions: readonly string[],
  ): boolean {
    return sets.some((set, at) => set.has(field) && this.naive.may(user, actions[at]!, name));
  }

  records(user: Person, name: Name) {
    return this.engine.as(user)(ENTITIES[name] as new () => object);
  }

  async askGet(user: Person, name: Name, id: number): Promise<void> {
    const relations = MODELS[name].fields.flatMap(({ relation }) => relation ?? []);
    const expand = this.dice.chance(0.4)
      ? this.dice.some([...relations, 'marks', 'owner'], 0.3)
      : [];
    const expected = this.naive.get(user, name, id, expand);
    const told = await outcome(this.records(user, name).get(id, { expand }), 200);
    this.count(expand.length > 0 ? 'get with _expand' : 'get', told.status);
    expect(told, `get ${name} ${id} _expand=${expand.join()} as ${says(user)}`).toEqual(expected);
  }

  /** A list with filters, order, search and page of all kinds. */
  async askList(user: Person, name: Name): Promise<void> {
    const { naive, dice } = this;
    const asked = randomQuery(dice, name);
    const readable = naive.readable(user, 'list', name);
    const records = this.records(user, name);
    const where = `list ${name} ${JSON.stringify(asked.query)} as ${says(user)}`;
    const told = await outcome(
      records.list(asked.query).then((page) => ({ ...page, kind: 'record' as const, id: 0 })),
      200,
    );
    const total = await outcome(
      records
        .count(asked.query)
        .then((count) => ({ kind: 'record' as const, id: 0, text: `${count}` })),
      200,
    );
    this.count('list', told.status);
    this.count('count', total.status);
    for (const part of asked.parts) this.count(part.door, told.status);
    if (!naive.may(user, 'list', name)) {
      expect([told.status, total.status], where).toEqual([403, 403]);
      return;
    }
    if (!asked.parts.every(({ field }) => field === null || readable.has(field))) {
      expect([told.status, total.status], where).toEqual([400, 400]);
      return;
    }
    const rows = naive.world[name]!.filter((row) => naive.sees(user, name, row))
      .filter((row) => asked.parts.every(({ is }) => is(row, user, naive, readable)))
      .sort(asked.order);
    const page = rows.slice(asked.start, asked.end);
    const expected = page.map((row) => naive.show(user, 'list', name, row, asked.expand));
    expect(told.status, where).toBe(200);
    expect(told.record, where).toEqual(expected);
    expect(total.record, where).toBe(rows.length);
  }

  /** One write, and afterwards the whole database against what should be there. */
  async askWrite(user: Person): Promise<void> {
    const { naive, dice } = this;
    const name = dice.pick(NAMES);
    const kind = dice.pick(['create', 'put', 'patch', 'patch', 'delete'] as const);
    const rows = naive.world[name]!;
    const id = rows.length > 0 && dice.chance(0.97) ? dice.pick(rows).id : 1_000_000;
    const payload = randomPayload(dice, name, naive.world, kind !== 'patch');
    const where = `${kind} ${name} ${kind === 'create' ? '' : id} ${JSON.stringify(payload)} as ${says(user)}`;
    const records = this.records(user, name);
    let told: Outcome;
    let expected: Outcome;
    if (kind === 'create') {
      told = await outcome(records.create(payload), 201);
      expected = naive.create(user, name, payload, Number(told.record?.['id'] ?? 1_000_001));
    } else if (kind === 'delete') {
      told = await outcome(records.remove(id), 204);
      expected = naive.remove(user, name, id);
    } else {
      const work = kind === 'put' ? records.replace(id, payload) : records.update(id, payload);
      told = await outcome(work, 200);
      expected = naive.update(user, name, id, payload, kind === 'put');
    }
    this.count(kind, told.status);
    expect(told, where).toEqual(expected);
    expect(await this.stored(), where).toEqual(naive.world);
  }

  /** All rows as they are, past the engine. */
  async stored(): Promise<World> {
    return this.database.read(async (session) => {
      const world: World = {};
      for (const name of NAMES) {
        const fields = MODELS[name].fields.filter(
          ({ kind }) => kind !== 'link' && kind !== 'computed',
        );
        const names = ['id', ...fields.map((field) => field.name)];
        const { table } = this.engine.model(name);
        const rows = await select(session, `SELECT ${names.join(', ')} FROM ${table} ORDER BY id`);
        world[name] = rows.map((row) => {
          const entries = names.map((field, at) => [field, readAs(field, row[at])] as const);
          const values = Object.fromEntries(entries) as Row;
          if (values['deleted_at'] != null) values['deleted_at'] = 'some time';
          return values;
        });
      }
      const links = await select(
        session,
        'SELECT item_id, mark_id FROM item_marks ORDER BY mark_id',
      );
      for (const row of world['Item']!)
        row['marks'] = links.filter(([item]) => item === row.id).map(([, mark]) => mark);
      return world;
    });
  }
}

interface Documented {
  readonly components: { readonly schemas: Record<string, { readonly properties: object }> };
  readonly paths: Record<string, Record<string, unknown>>;
}

const says = (user: Person): string => JSON.stringify(user);

const select = (session: Session, sql: string) => session.rows(statement(sql), []);

const statement = (sql: string) => ({
  sql,
  name: createHash('sha1').update(sql).digest('base64url'),
});

/** A json value is stored as its text. */
const readAs = (field: string, stored: unknown): unknown =>
  field === 'data' && typeof stored === 'string' ? JSON.parse(stored) : (stored ?? null);

const fieldOf = (name: Name, field: string): NaiveField =>
  MODELS[name].fields.find((one) => one.name === field)!;

/** What a caller over HTTP gets: the status and the record. */
async function outcome(work: Promise<RecordText | void>, fine: number): Promise<Outcome> {
  try {
    const answer = await work;
    if (!answer) return { status: fine };
    return { status: fine, record: JSON.parse(answer.text) as Record<string, unknown> };
  } catch (error) {
    if (error instanceof HttpProblem) return { status: error.status };
    throw error;
  }
}

/** New rows for every table: many of them beside each other's owners, tenants and parents. */
async function fill(session: Session, dice: Dice): Promise<void> {
  const run = (sql: string) => session.run(statement(sql), []);
  for (const table of ['item_marks', 'remark', 'item', 'mark', 'team'])
    await run(`DELETE FROM ${table}`);
  const insert = async (table: string, values: Record<string, unknown>): Promise<number> => {
    const names = Object.keys(values);
    const texts = Object.values(values).map(literal);
    const sql = `INSERT INTO ${table} (${names.join(', ')}) VALUES (${texts.join(', ')}) RETURNING id`;
    const [row] = await session.rows(statement(sql), []);
    return Number(row![0]);
  };
  const number = () => dice.pick([...NUMBERS, 1, 2, 3, null]);
  const text = () => dice.pick(TEXTS);
  const maybe = <T>(items: readonly T[]): T | null => (dice.chance(0.8) ? dice.pick(items) : null);
  const [teams, marks, items]: number[][] = [[], [], []];
  for (let at = 0; at < 4; at++)
    teams!.push(
      await insert('team', {
        name: text(),
        code: dice.chance(0.5) ? `code${at}` : null,
        budget: number(),
        lead_id: number(),
        tenant_id: number(),
      }),
    );
  for (let at = 0; at < 3; at++)
    marks!.push(await insert('mark', { name: text(), tenant_id: number() }));
  for (let at = 0; at < 8; at++) {
    const id = await insert('item', {
      title: text(),
      secret: dice.chance(0.2) ? null : dice.pick([...TEXTS, '']),
      amount: number(),
      data: dice.pick(['{"a": 1, "b": [2, {"c": null}]}', '{"a":1}', '"none"', '1', null]),
      owner_id: number(),
      tenant_id: number(),
      team_id: maybe(teams!),
      part_of_id: items!.length > 0 && dice.chance(0.4) ? dice.pick(items!) : null,
    });
    items!.push(id);
    for (const mark of dice.some(marks!, 0.4))
      await run(`INSERT INTO item_marks (item_id, mark_id) VALUES (${id}, ${mark})`);
  }
  for (let at = 0; at < 6; at++)
    await insert('remark', {
      text: text(),
      author_id: number(),
      item_id: dice.pick(items!),
      team_id: dice.chance(0.4) ? dice.pick(teams!) : null,
      deleted_at: dice.chance(0.2) ? '2026-01-01T00:00:00.000Z' : null,
    });
}

const literal = (value: unknown): string =>
  value === null
    ? 'NULL'
    : typeof value === 'number'
      ? String(value)
      : `'${String(value).replaceAll("'", "''")}'`;

/** A payload with fields of all kinds, some that are not the writer's business, some that are nobody's. */
function randomPayload(
  dice: Dice,
  name: Name,
  world: World,
  whole: boolean,
): Record<string, unknown> {
  const payload: Record<string, unknown> = {};
  for (const field of MODELS[name].fields) {
    if (!dice.chance(whole ? (field.required ? 0.97 : 0.6) : 0.35)) continue;
    const target = field.to === undefined ? [] : world[field.to]!.map(({ id }) => id);
    if (field.kind === 'link') payload[field.name] = dice.some(target, 0.4);
    else if (field.to !== undefined)
      payload[field.name] = dice.chance(0.15)
        ? null
        : dice.chance(0.05) || target.length === 0
          ? 999_999
          : dice.pick(target);
    else if (field.unique) payload[field.name] = dice.pick(['code0', 'code1', 'new', null]);
    else if (field.kind === 'integer') payload[field.name] = dice.pick([...NUMBERS, 1, 2, 3, null]);
    else if (field.kind === 'json') payload[field.name] = dice.pick(JSONS)[1];
    else if (field.kind === 'text')
      payload[field.name] = field.required && dice.chance(0.05) ? null : dice.pick(TEXTS);
    else payload[field.name] = 'ignored';
  }
  if (dice.chance(0.1)) payload['id'] = 1;
  if (dice.chance(0.1)) payload['_label'] = 'x';
  if (dice.chance(0.03)) payload[dice.pick(['pin', 'Title', 'constructor', 'team.id'])] = 'x';
  return payload;
}

/** One parameter in plain words; `field` is what its asker must be able to read, null for none. */
interface Part {
  readonly door: string;
  readonly field: string | null;
  readonly is: (row: Row, user: Person, naive: Naive, readable: ReadonlySet<string>) => boolean;
}

interface Asked {
  readonly query: Query;
  readonly parts: readonly Part[];
  readonly order: (a: Row, b: Row) => number;
  readonly expand: readonly string[];
  readonly start: number;
  readonly end: number;
}

const NOWHERE = [
  'pin',
  'Secret',
  'SECRET',
  'item.secret',
  'secret__nope',
  'constructor',
  'nothing',
  'team',
  'password_hash__gt',
  '"secret"',
];
const yes = () => true;

function randomQuery(dice: Dice, name: Name): Asked {
  const query: Record<string, string | string[]> = {};
  const parts: Part[] = [];
  const filters = dice.pick([0, 1, 1, 1, 2, 3]);
  for (let at = 0; at < filters; at++) {
    const [parameter, value, part] = randomFilter(dice, name);
    if (parameter in query) continue;
    query[parameter] = value;
    parts.push(part);
  }
  if (dice.chance(0.2)) {
    query['q'] = dice.pick(['a', 'É', 'none', '%', '_b', "o'x"]);
    parts.push(search(name, query['q'].toLowerCase()));
  }
  let order = (a: Row, b: Row) => a.id - b.id;
  if (dice.chance(0.4)) {
    const sortable = MODELS[name].fields.filter(
      ({ kind }) => kind === 'text' || kind === 'integer',
    );
    const field = dice.chance(0.05) ? dice.pick(NOWHERE) : dice.pick(sortable).name;
    const sign = dice.chance(0.5) ? 1 : -1;
    query['_sort'] = field;
    query['_order'] = sign > 0 ? 'asc' : 'DESC';
    parts.push({ door: 'sort', field, is: yes });
    order = (a, b) => sign * compare(a[field], b[field]) || a.id - b.id;
  }
  const expand: string[] = [];
  if (dice.chance(0.25))
    for (const { relation, name: field } of MODELS[name].fields) {
      if (relation === undefined || !dice.chance(0.6)) continue;
      expand.push(relation);
      parts.push({ door: 'list with _expand', field, is: yes });
    }
  if (expand.length > 0) query['_expand'] = expand.join(',');
  const page = dice.chance(0.3);
  const start = page ? dice.below(4) : 0;
  const end = page ? start + dice.below(6) : 25;
  if (page) Object.assign(query, { _start: String(start), _end: String(end) });
  if (dice.chance(0.1)) query['__proto__x'] = '1';
  return { query, parts, order, expand, start, end };
}

const search = (name: Name, wanted: string): Part => ({
  door: 'q',
  field: null,
  is: (row, _user, _naive, readable) =>
    MODELS[name].fields.some(
      (field) =>
        field.kind === 'text' &&
        readable.has(field.name) &&
        String(row[field.name] ?? '')
          .toLowerCase()
          .includes(wanted),
    ),
});

/** Nulls first, then numbers by size and texts by code point. */
function compare(a: unknown, b: unknown): number {
  if (a === b) return 0;
  if (a === null || a === undefined) return -1;
  if (b === null || b === undefined) return 1;
  return (a as string) < (b as string) ? -1 : 1;
}

function randomFilter(dice: Dice, name: Name): [string, string | string[], Part] {
  if (dice.chance(0.06)) {
    const field = dice.pick(NOWHERE);
    return [field, 'x', { door: 'unknown filter', field, is: yes }];
  }
  const fields = MODELS[name].fields.filter(
    ({ kind }) => kind !== 'computed' && kind !== 'datetime',
  );
  const field = dice.pick([...fields, { name: 'id', kind: 'integer' } as NaiveField]);
  if (field.kind === 'link') return linkFilter(dice, field);
  if (field.kind === 'json') return jsonFilter(dice, field);
  const known: readonly (string | number)[] = field.kind === 'text' ? TEXTS : NUMBERS;
  const [first, second] = [dice.pick(known), dice.pick(known)];
  const part = (door: string, test: (value: unknown) => boolean): Part => ({
    door,
    field: field.name,
    is: (row) => test(row[field.name] ?? null),
  });
  const ranges = {
    gt: (sign: number) => sign > 0,
    gte: (sign: number) => sign >= 0,
    lt: (sign: number) => sign < 0,
    lte: (sign: number) => sign <= 0,
  };
  switch (dice.below(8)) {
    case 0:
      return [field.name, String(first), part('filter', (value) => value === first)];
    case 1:
      return [
        field.name,
        [String(first), String(second)],
        part('filter', (value) => value === first || value === second),
      ];
    case 2:
      return [
        `${field.name}${dice.pick(['__ne', '_ne'])}`,
        String(first),
        part('negation', (value) => value !== first),
      ];
    case 3:
      return [
        `${field.name}__in`,
        `${first},${second}`,
        part('filter', (value) => value === first || value === second),
      ];
    case 4: {
      const flag = dice.chance(0.5);
      return [
        `${field.name}__isnull`,
        String(flag),
        part('filter', (value) => (value === null) === flag),
      ];
    }
    case 5: {
      const wanted = field.kind === 'text' ? dice.pick(['a', 'É', '_', '%']) : '1';
      return [
        `${field.name}${dice.pick(['__ilike', '_like'])}`,
        wanted,
        part(
          'filter',
          (value) => value !== null && String(value).toLowerCase().includes(wanted.toLowerCase()),
        ),
      ];
    }
    default: {
      const operator = dice.pick(['gt', 'gte', 'lt', 'lte'] as const);
      return [
        `${field.name}__${operator}`,
        String(first),
        part('range', (value) => value !== null && ranges[operator](compare(value, first))),
      ];
    }
  }
}

/** A json field is equal by what it says. */
function jsonFilter(dice: Dice, { name }: NaiveField): [string, string | string[], Part] {
  const asked = [dice.pick(JSONS), dice.pick(JSONS)];
  const equal = (row: Row) => asked.some(([, value]) => isDeepStrictEqual(row[name], value));
  const texts = asked.map(([text]) => text);
  const negated = dice.chance(0.4);
  return [
    negated ? `${name}__ne` : name,
    texts,
    { door: 'filter by json', field: name, is: (row) => equal(row) !== negated },
  ];
}

/** A many-to-many field knows only of linked rows that its asker sees. */
function linkFilter(dice: Dice, { name, to }: NaiveField): [string, string, Part] {
  const linked =
    (wanted: (index: number) => boolean): Part['is'] =>
    (row, user, naive) =>
      naive.world[to!]!.some(
        (other) =>
          (row[name] as number[]).includes(other.id) &&
          wanted(other.id) &&
          naive.sees(user, to!, other),
      );
  const not =
    (is: Part['is']): Part['is'] =>
    (...about) =>
      !is(...about);
  const flag = dice.chance(0.5);
  const some = linked(yes);
  const kinds: [string, string, Part['is']][] = [
    [name, '1', linked((id) => id === 1)],
    [`${name}__ne`, '2', not(linked((id) => id === 2))],
    [`${name}__isnull`, String(flag), flag ? not(some) : some],
    [`${name}__isnull`, String(flag), flag ? not(some) : some],
  ];
  const [parameter, value, is] = dice.pick(kinds);
  return [parameter, value, { door: 'filter by link', field: name, is }];
}
