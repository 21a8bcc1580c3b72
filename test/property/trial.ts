import { isDeepStrictEqual } from 'node:util';
import { expect, vi } from 'vitest';
import { overviewsOf } from '../../templates/features/dashboard/engine/records/overview.js';
import {
  fieldPermissions,
  resourcePermissions,
} from '../../templates/service/engine/auth/permissions.js';
import {
  createEngine,
  type EngineWithPolicy,
} from '../../templates/service/engine/records/create-engine.js';
import { recordLines } from '../../templates/features/lines/engine/lines/lines-feature.js';
import { sums } from '../../templates/features/sums/engine/sums/sums-feature.js';
import { entityTag, namesTag } from '../../templates/service/engine/routes/respond.js';
import type { ModelInfo } from '../../templates/service/engine/model/model-info.js';
import type { ModelModule } from '../../templates/service/engine/model/model-module.js';
import type { WriteOptions } from '../../templates/service/engine/model/operations.js';
import type { Where } from '../../templates/service/engine/model/where.js';
import { openApiDocument } from '../../templates/service/engine/docs/openapi.js';
import { publicView, viewOf } from '../../templates/service/engine/docs/model-schemas.js';
import {
  matches,
  type World as Oracle,
} from '../../templates/features/engine-tests/engine/test/records/where-oracle.js';
import type { Dice } from '../../templates/tools/prove/worlds/dice.js';
import {
  Naive,
  type NaiveField,
  type Outcome,
  type Person,
  type Priced,
  type Row,
  type World,
} from '../../templates/tools/prove/naive/naive.js';
import {
  ENTITIES,
  MODELS,
  type Name,
  randomPolicy,
  randomRoles,
  randomUser,
} from './random-policy.js';
import { onlyFields, randomFields, randomQuery } from './random-query.js';
import { fill, randomPayload } from './random-rows.js';
import type { WatchedDatabase } from '../../templates/tools/prove/service/watched-database.js';
import { askExport } from './exports.js';
import { FileDoors } from './file-doors.js';
import { askImport } from './imports.js';
import { askLines } from './lines.js';
import { askMany } from './many.js';
import { askOverviews } from './overviews.js';
import { demandSame, outcome, toTheSecond, type Told } from './told.js';
import { askVisible } from './visible.js';
import { storedWorld } from '../../templates/tools/prove/worlds/stored.js';
import { plainModels, plainRules } from '../../templates/tools/prove/naive/project-rules.js';
import { readLimit, removeLimit, rowsOf, writeLimit } from './work-limits.js';

const NAMES = Object.keys(ENTITIES) as Name[];
const TOTALS = sums.totals!;
/** Nobody's id. */
const NOBODY = 999_998;
/** The clock of a trial goes by its writes, so that what is stamped is known. */
export const START = Date.parse('2026-06-01T12:00:00.000Z');

/** One policy with its rows and users. */
export class Trial {
  readonly engine: EngineWithPolicy;
  readonly naive: Naive;
  users: readonly Person[] = [];
  /** The doors that take and give files; they are open while it runs. */
  files!: FileDoors;
  readonly #modules: readonly ModelModule[];
  /** Why a service does not start where a reader of totals would learn of lines that they do not see. */
  #refusals: readonly string[] = [];
  /** By reader and record: the tag that they got, and what they saw then. */
  readonly #tags = new Map<string, { readonly tag: string; readonly view: object }>();
  #writes = 0;

  constructor(
    readonly database: WatchedDatabase,
    readonly dice: Dice,
    readonly counts: Record<string, number>,
  ) {
    const policies = new Map(NAMES.map((name) => [name, randomPolicy(dice, name)]));
    const rules = Object.fromEntries(NAMES.map((name) => [name, policies.get(name)!.naive]));
    this.naive = new Naive(MODELS, rules, randomRoles(dice), {});
    const modules = NAMES.map((name) => ({
      entity: ENTITIES[name],
      access: policies.get(name)!.access,
    }));
    this.#modules = modules;
    this.engine = createEngine({
      database,
      modules,
      roles: () => this.naive.roles,
      searchedFields: (model) =>
        model.columns.filter(({ type }) => type === 'string').map(({ name }) => name),
      // What a query may cost is asked elsewhere.
      settings: { maxPageSize: 100, maxQueryCost: 1e9 },
      lines: recordLines,
      totals: { ...TOTALS, refusals: (models) => this.#refuse(models) },
    });
  }

  async run(): Promise<void> {
    this.files = await FileDoors.open(this, this.#modules);
    try {
      await this.#askAll();
    } finally {
      await this.files.close();
    }
  }

  async #askAll(): Promise<void> {
    const people = await this.database.write((session) => fill(session, this.dice));
    this.users = people.map((id) => randomUser(this.dice, id));
    this.naive.world = await this.stored();
    for (const user of this.users) {
      this.askPolicy(user);
      this.askDocuments(user);
      this.askTotals(user);
      for (const name of NAMES) await askOverviews(this, user, name);
      for (let at = 0; at < 14; at++) await this.askList(user, this.dice.pick(NAMES));
      for (let at = 0; at < 6; at++) await askVisible(this, user, this.dice.pick(NAMES));
      for (let at = 0; at < 3; at++) await askExport(this, user, this.dice.pick(NAMES));
      for (const name of NAMES)
        for (const { id } of this.naive.world[name]!) await this.askGet(user, name, id);
      await this.askGet(user, this.dice.pick(NAMES), 1_000_000);
    }
    for (let at = 0; at < 36; at++) {
      await this.askWrite(this.dice.pick(this.users));
      if (this.dice.chance(0.2)) this.changePermissions();
      if (this.dice.chance(0.5)) await this.askKept(this.dice.pick(NAMES));
      if (this.dice.chance(0.5)) {
        await askVisible(this, this.dice.pick(this.users), this.dice.pick(NAMES));
        this.#tick();
        await askMany(this, this.dice.pick(this.users));
      }
      if (this.dice.chance(0.6)) {
        this.#tick();
        await askLines(this, this.dice.pick(this.users));
      }
      if (this.dice.chance(0.12)) {
        this.#tick();
        await askImport(this, this.dice.pick(this.users), this.dice.pick(NAMES));
      }
    }
  }

  /** As an administrator would: roles are others from now on, or somebody has other roles and tenants. */
  changePermissions(): void {
    if (this.dice.chance(0.5)) this.naive.roles = randomRoles(this.dice);
    const { id } = this.dice.pick(this.users);
    this.users = this.users.map((user) => (user.id === id ? randomUser(this.dice, id) : user));
  }

  /** The same page for everybody, several times: what is kept of one reader's page is not another's. */
  async askKept(name: Name): Promise<void> {
    const { naive } = this;
    for (const user of [...this.users, ...this.users, ...this.users]) {
      const where = `the first page of ${name} as ${says(user)}`;
      const listed = this.records(user, name).list({ _end: '3' });
      const told = await outcome(listed, 200);
      this.count('kept page', told.status);
      if (!naive.may(user, 'list', name)) {
        expect(told.status, where).toBe(403);
        continue;
      }
      const by = naive.as(user, 'list', name);
      const all = naive.world[name]!.filter((row) => naive.sees(by, name, row));
      const page = all.slice(0, 3).map((row) => naive.show(user, 'list', name, row));
      demandSame(told.record, page, where);
      expect((await listed).total, where).toBe(all.length);
    }
  }

  count(door: string, status: number): void {
    this.counts[door] = (this.counts[door] ?? 0) + 1;
    this.counts[`(${status})`] = (this.counts[`(${status})`] ?? 0) + 1;
  }

  /** The compiled row rules, by the oracle, and the rules as the prover reads them of a project, against the plain words. */
  askPolicy(user: Person): void {
    const oracle: Oracle = {
      rows: (model) => this.naive.world[model]!,
      target: (model, field) => fieldOf(model as Name, field).to!,
    };
    const { models } = this.engine;
    const plain = new Naive(
      plainModels(models),
      plainRules(models),
      this.naive.roles,
      this.naive.world,
    );
    for (const name of NAMES) {
      for (const action of ['list', 'show', 'create', 'edit', 'delete']) {
        const where = `${action} ${name} as ${says(user)}`;
        demandSame(
          plain.passing(user, action, name),
          this.naive.passing(user, action, name),
          where,
        );
        for (const kind of ['readable', 'writable'] as const)
          demandSame(plain[kind](user, action, name), this.naive[kind](user, action, name), where);
      }
      const by = this.naive.as(user, this.dice.pick(['list', 'edit']), this.dice.pick(NAMES));
      const actor = { user, roles: by.by };
      const where: Where = this.engine.policy.rowWhere(actor, this.engine.model(name));
      for (const row of this.naive.world[name]!) {
        const told = matches(where, row, name, oracle);
        demandSame(told, this.naive.sees(by, name, row), `oracle ${name} ${row.id}`);
        demandSame(plain.sees(by, name, row), told, `rules read of the project: ${name} ${row.id}`);
        this.counts['oracle'] = (this.counts['oracle'] ?? 0) + 1;
      }
    }
  }

  /** No policy is refused here, so that totals are asked for whoever reads them. */
  #refuse(models: readonly ModelInfo[]): readonly string[] {
    this.#refusals = TOTALS.refusals(models);
    return [];
  }

  /** Whoever reads a total of a record reads all of which it is made, or the service does not start. */
  askTotals(user: Person): void {
    const { naive } = this;
    const { fields, lines } = MODELS.Item;
    const { model, field: by } = lines!;
    for (const { name, kind, of } of fields) {
      const isRefused = this.#refusals.some((one) => one.startsWith(`Item.${name}: `));
      if (kind !== 'total' || isRefused) continue;
      for (const action of ['list', 'show'] as const) {
        if (!naive.may(user, action, 'Item')) continue;
        if (!naive.readable(user, action, 'Item').has(name)) continue;
        const reader = naive.as(user, action, 'Item');
        const readable = naive.readable(user, 'list', model);
        const isOpen = readable.has(by) && readable.has(of!.field ?? by);
        for (const row of naive.world['Item']!.filter((one) => naive.sees(reader, 'Item', one))) {
          const own = naive.world[model]!.filter(
            (line) => line[by] === row.id && naive.exists(model, line),
          );
          const where = `Item.${name} of ${row.id} as ${says(user)}`;
          expect(naive.may(user, 'list', model) && isOpen, where).toBe(true);
          expect(naive.lines(user, lines!, row.id).length, where).toBe(own.length);
          this.count('total', 200);
        }
      }
    }
  }

  /** What is told about the policy: OpenAPI, resource and field permissions. */
  askDocuments(user: Person): void {
    const { engine, naive } = this;
    const jsdoc = { paths: {}, components: {} };
    const limits = { bodyLimit: 1e6, maxPageSize: 100, defaultPageSize: 25, passwordMinLength: 8 };
    const parts = {
      facts: {},
      limits,
      models: engine.models,
      routed: [],
      routers: [],
      jsdoc,
      lines: recordLines.schemas,
    };
    const documents = {
      mine: openApiDocument(parts, viewOf(engine.policy, user)) as never as Documented,
      public: openApiDocument(parts, publicView) as never as Documented,
    };
    for (const [kind, document] of Object.entries(documents))
      expect(lostRefs(document), `lost in the ${kind} document`).toEqual([]);
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
      // What no role can ever do is not documented, nor a record that nobody can ever have in hand.
      const isTold = (['list', 'show', 'create', 'edit'] as const).some((one) =>
        naive.mayEver(one, name),
      );
      for (const [kind, document] of Object.entries(documents)) {
        const { properties = {} } = document.components.schemas[name] ?? {};
        const shown = Object.keys(properties).filter(
          (key) => !/\/expanded"|"anyOf"/.test(JSON.stringify(properties[key])),
        );
        const open = MODELS[name].fields
          .map((field) => field.name)
          .filter((field) => !fields[field]?.read);
        const action = naive.may(user, 'show', name) ? 'show' : 'list';
        const granted = kind === 'mine' && naive.may(user, action, name);
        const visible = granted ? [...naive.readable(user, action, name)] : ['id', ...open];
        const expected = isTold ? visible : [];
        const told = isTold ? [...visible, ...this.#linesTold(user, name, kind)] : [];
        expect(shown.filter((field) => !field.startsWith('_')).sort()).toEqual(told.sort());
        const named = ['_sort', '_fields', '_expand'].map(
          (one) => document.components.parameters[`${name}.${one}`],
        );
        const parameters = JSON.stringify([document.paths[`/${prefix}`]?.['get'], named]);
        for (const { name: field } of MODELS[name].fields)
          if (!expected.includes(field))
            expect(parameters).not.toMatch(new RegExp(`["/]${field}(__|"(?!:))`));
        this.count(isTold ? 'openapi' : 'openapi without the record', 200);
      }
      this.count('permissions', 200);
    }
  }

  /** The lines that a document tells of: those that its reader may list by their record. */
  #linesTold(user: Person, name: Name, kind: string): readonly string[] {
    const { naive } = this;
    const { lines } = MODELS[name];
    if (!lines) return [];
    const { model, field } = lines;
    const isOpen = !naive.rules[model]!.fields[field]?.read;
    if (!naive.mayEver('list', model)) return [];
    if (kind === 'public') return isOpen ? [lines.name] : [];
    if (!naive.may(user, 'list', model)) return [];
    const action = naive.may(user, 'show', model) ? 'show' : 'list';
    return naive.readable(user, action, model).has(field) ? [lines.name] : [];
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
    return this.engine.operations(user)(ENTITIES[name] as new () => object);
  }

  overviews(user: Person, name: Name) {
    return overviewsOf(this.engine.scope(user)(ENTITIES[name] as new () => object));
  }

  async askGet(
    user: Person,
    name: Name,
    id: Row['id'],
    expands = this.dice.chance(0.4),
  ): Promise<void> {
    const relations = MODELS[name].fields.flatMap(({ relation }) => relation ?? []);
    const names = [...relations, 'marks', 'lead', 'remarks'];
    const expand = expands ? this.dice.some(names, 0.3) : [];
    const fields = expands && this.dice.chance(0.5) ? randomFields(this.dice, name) : null;
    const where = `get ${name} ${id} _expand=${expand.join()} _fields=${fields?.join()} as ${says(user)}`;
    const { outcome: expected, touches } = this.#expectedGet(user, name, id, { expand, fields });
    this.database.take();
    const asked = { expand, fields: fields ?? undefined };
    const told = await outcome(this.records(user, name).get(id, asked), 200);
    this.count(
      fields ? 'get with _fields' : expand.length > 0 ? 'get with _expand' : 'get',
      told.status,
    );
    demandSame(answerOf(told), expected, where);
    const { record } = told;
    const counted = fields ? null : record ? [record] : [];
    this.#demandCheap(touches, readLimit(name, expand), counted, where);
    if (record && expand.length === 0 && !fields)
      this.#askTag(user, name, record as Row, told.text!);
  }

  /** A reader's tag of a record changes when what they see of it does, and only then. */
  #askTag(user: Person, name: Name, view: Row, text: string): void {
    const key = `${user.id} ${name} ${view.id}`;
    const tag = entityTag(view, text);
    const known = this.#tags.get(key);
    const isSame = known && isDeepStrictEqual(view, known.view);
    if (known) demandSame(tag === known.tag, isSame, `tag of ${key}`);
    this.#tags.set(key, { tag, view });
    this.count('tag', 200);
  }

  /** A list with filters, order, search and page of all kinds. */
  async askList(user: Person, name: Name): Promise<void> {
    const { naive, dice, database } = this;
    const asked = randomQuery(dice, name, naive.world);
    const readable = naive.readable(user, 'list', name);
    const records = this.records(user, name);
    const where = `list ${name} ${JSON.stringify(asked.query)} as ${says(user)}`;
    database.take();
    const listed = records.list(asked.query);
    const told = await outcome(listed, 200);
    const rows = (told.record ?? []) as unknown as Record<string, unknown>[];
    this.count('list', told.status);
    for (const part of asked.parts) this.count(part.door, told.status);
    const isKnown = asked.parts.every(({ field }) => field === null || readable.has(field));
    const touches = naive.may(user, 'list', name) && isKnown ? 'reads' : 'nothing';
    // A label by code may be made of links that were not chosen.
    const counted = asked.fields ? null : rows;
    this.#demandCheap(touches, 1 + readLimit(name, asked.expand), counted, where);
    const count = records.count(asked.query).then((all) => ({ text: String(all) }));
    const total = await outcome(count, 200);
    this.count('count', total.status);
    if (!naive.may(user, 'list', name)) {
      expect([told.status, total.status], where).toEqual([403, 403]);
      return;
    }
    if (!isKnown) {
      expect([told.status, total.status], where).toEqual([400, 400]);
      return;
    }
    const by = naive.as(user, 'list', name);
    const all = naive.world[name]!.filter((row) => naive.sees(by, name, row))
      .filter((row) => asked.parts.every(({ is }) => is(row, by, naive, readable)))
      .sort(asked.order);
    const page = all.slice(asked.start, asked.end);
    const shown = (row: Row) =>
      onlyFields(naive.show(user, 'list', name, row, asked.expand), asked.fields, asked.expand);
    const expected = page.map(shown);
    expect(told.status, where).toBe(200);
    demandSame(rows, expected, where);
    expect(total.record, where).toBe(all.length);
    const { next } = await listed;
    expect(next !== undefined, where).toBe(page.length > 0 && asked.end < all.length);
    if (next === undefined) return;
    const { _start, ...query } = asked.query;
    const behind = await outcome(records.list({ ...query, _end: '3', _after: next }), 200);
    this.count('list by cursor', behind.status);
    const rest = all.slice(asked.end, asked.end + 3);
    demandSame(behind.record, rest.map(shown), `${where}, behind ${asked.end}`);
  }

  #expectedGet(
    user: Person,
    name: Name,
    id: Row['id'],
    {
      expand,
      fields,
    }: { readonly expand: readonly string[]; readonly fields: readonly string[] | null },
  ): Priced {
    const whole = this.naive.get(user, name, id, expand);
    if (fields === null || whole.outcome.status === 403) return whole;
    const readable = this.naive.readable(user, 'show', name);
    const isKnown = fields.every((one) => one === '_label' || readable.has(one));
    if (!isKnown) return { outcome: { status: 400 }, touches: 'nothing' };
    const { record } = whole.outcome;
    if (!record) return whole;
    return { ...whole, outcome: { status: 200, record: onlyFields(record, fields, expand) } };
  }

  /** One write, and afterwards the whole database against what should be there. */
  async askWrite(user: Person): Promise<void> {
    const { naive, dice } = this;
    const kind = dice.pick(['create', 'put', 'patch', 'patch', 'delete'] as const);
    // Most hangs on items, and they hold most.
    const name = dice.pick(
      kind === 'put' || kind === 'delete' ? [...NAMES, 'Item' as const] : NAMES,
    );
    const id = this.anyId(user, name);
    const before = naive.world[name]!.find((row) => row.id === id) ?? null;
    const payload =
      kind === 'patch' && dice.chance(0.1)
        ? {}
        : randomPayload(dice, name, user, naive, before, kind !== 'patch');
    const { header, holds } = kind === 'create' ? ALWAYS : this.#condition(user, name, id);
    const options: WriteOptions =
      header === null ? {} : { ifMatch: (record) => namesTag(header, entityTag(record)) };
    const where = `${kind} ${name} ${kind === 'create' ? '' : id} ${JSON.stringify(payload)} If-Match ${header} as ${says(user)}`;
    const records = this.records(user, name);
    const change = (values: object) =>
      kind === 'create'
        ? records.create(values)
        : kind === 'put'
          ? records.replace(id, values, options)
          : records.update(id, values, options);
    this.#tick();
    const size = sizeOf(naive.world);
    let told: Told;
    let expected: Priced;
    if (kind === 'create') {
      told = await outcome(change(payload), 201);
      expected = naive.create(user, name, payload, Number(told.record?.['id'] ?? 1_000_001));
    } else if (kind === 'delete') {
      told = await outcome(records.remove(id, options), 204);
      expected = naive.remove(user, name, id, holds);
    } else {
      told = await outcome(change(payload), 200);
      expected = naive.update(user, name, id, payload, kind === 'put', holds);
    }
    this.count(kind, told.status);
    if (told.status < 300) this.counts[`${kind} done`] = (this.counts[`${kind} done`] ?? 0) + 1;
    demandSame(answerOf(told), expected.outcome, where);
    // What would have gone is not known of what is refused.
    const gone = told.status === 204 ? size - sizeOf(naive.world) : size;
    const limit = kind === 'delete' ? removeLimit(name, gone) : writeLimit(name);
    this.#demandCheap(expected.touches, limit, null, where);
    demandSame(await this.stored(), naive.world, where);
    if (told.status === 422)
      for (const field of naive.strangers(user, name, kind === 'create' ? null : id, payload))
        if (this.#isRefused(user, name, kind, id, { ...payload, [field]: NOBODY }))
          demandSame(await outcome(change({ ...payload, [field]: NOBODY }), 0), told, where);
    await this.askGet(dice.pick(this.users), name, id, false);
    const other = dice.pick(NAMES);
    for (const row of dice.some(naive.world[other]!, 0.3))
      await this.askGet(dice.pick(this.users), other, row.id, false);
  }

  /** Whether plain words refuse it, too: a rule may be about the number of an owner, whoever that is. */
  #isRefused(
    user: Person,
    name: Name,
    kind: string,
    id: Row['id'],
    payload: Record<string, unknown>,
  ): boolean {
    const { naive } = this;
    const { world } = naive;
    naive.world = structuredClone(world);
    const { outcome: asked } =
      kind === 'create'
        ? naive.create(user, name, payload, 1_000_001)
        : naive.update(user, name, id, payload, kind === 'put', () => true);
    naive.world = world;
    return asked.status === 422;
  }

  /** Mostly of a row that the user sees, now and then of none at all. */
  anyId(user: Person, name: Name): Row['id'] {
    const { naive, dice } = this;
    const rows = naive.world[name]!;
    const by = naive.as(user, 'show', name);
    const seen = rows.filter((row) => naive.sees(by, name, row));
    if (seen.length > 0 && dice.chance(0.7)) return dice.pick(seen).id;
    return rows.length > 0 && dice.chance(0.9) ? dice.pick(rows).id : 1_000_000;
  }

  /** The next write happens a second later. */
  #tick(): void {
    this.#writes += 1;
    vi.setSystemTime(START + this.#writes * 1000);
    this.naive.now = new Date().toISOString();
    this.database.take();
  }

  /** A header `If-Match` of any kind, and of which record as the writer sees it that is true. */
  #condition(user: Person, name: Name, id: Row['id']): Condition {
    const { dice, naive } = this;
    if (dice.chance(0.6)) return ALWAYS;
    const tags = this.users.flatMap((one) => this.#tags.get(`${one.id} ${name} ${id}`) ?? []);
    const row = naive.world[name]!.find((one) => one.id === id);
    if (row && !naive.may(user, 'show', name)) {
      const view = naive.shown(user, 'edit', name, row);
      tags.push({ tag: entityTag(view as Row), view });
    }
    if (tags.length === 0 || dice.chance(0.2))
      return dice.chance(0.5)
        ? { header: '*', holds: () => true }
        : { header: '"nothing"', holds: () => false };
    const { tag, view } = dice.pick(tags);
    const header = dice.pick([tag, tag, `W/${tag}`, `"nothing", ${tag}`]);
    return { header, holds: (record) => isDeepStrictEqual(record, view) };
  }

  /** What is refused at once reads nothing, what is refused writes nothing; no number of rows makes it more statements. */
  #demandCheap(
    touches: Priced['touches'],
    limit: number,
    records: readonly unknown[] | null,
    where: string,
  ): void {
    const work = this.database.take();
    const most = touches === 'nothing' ? 0 : limit;
    const writes = touches === 'writes' ? Infinity : 0;
    // Two more: a count, and the one row of a page of none.
    const rows = records ? 2 + rowsOf(records) : Infinity;
    if (work.statements > most || work.writes > writes || work.rows > rows)
      expect(work, `work of ${where}`).toEqual({ statements: most, writes, rows });
  }

  /** All rows as they are, past the engine. */
  async stored(): Promise<World> {
    const { database, engine } = this;
    const world = await storedWorld({ database, models: engine.models });
    return JSON.parse(toTheSecond(JSON.stringify(world))) as World;
  }
}

/** What a document refers to and does not have. */
function lostRefs(document: Documented): readonly string[] {
  const refs = JSON.stringify(document).matchAll(/"\$ref":"#\/components\/(\w+)\/([^"]+)"/g);
  const components = document.components as unknown as Record<string, Record<string, unknown>>;
  return [...refs].flatMap(([ref, kind, name]) => (components[kind!]?.[name!] ? [] : ref));
}

interface Documented {
  readonly components: {
    readonly schemas: Record<string, { readonly properties: Record<string, { $ref?: string }> }>;
    readonly parameters: Record<string, unknown>;
  };
  readonly paths: Record<string, Record<string, unknown>>;
}

interface Condition {
  readonly header: string | null;
  readonly holds: (record: object) => boolean;
}

const ALWAYS: Condition = { header: null, holds: () => true };

const answerOf = ({ text: _, problem: __, ...outcome }: Told): Outcome => outcome;

const says = (user: Person): string => JSON.stringify(user);

const sizeOf = (world: World): number =>
  Object.values(world).reduce((sum, rows) => sum + rows.length, 0);

const fieldOf = (name: Name, field: string): NaiveField =>
  MODELS[name].fields.find((one) => one.name === field)!;
