import {
  Decisions,
  links,
  refused,
  type Actor,
  type Id,
  type NaiveField,
  type NaiveModel,
  type NaiveOwner,
  type Person,
  type Priced,
  type Row,
  type World,
} from './decisions.js';

export type {
  Actor,
  Decisions,
  Id,
  Limits,
  NaiveField,
  NaiveModel,
  NaiveRules,
  Outcome,
  Person,
  Priced,
  Row,
  Rule,
  Touches,
  World,
} from './decisions.js';

/** The decisions, and what comes of writes by them: the next world, or the refusal. */
export class Naive extends Decisions {
  /** The rows to which lines belong have changed with them. */
  #touch(model: string, rows: readonly (Row | null)[], world = this.world): void {
    for (const [name, { lines }] of Object.entries(this.models)) {
      if (lines?.model !== model) continue;
      const ids = rows.map((row) => row?.[lines.field]);
      world[name] = world[name]!.map((row) =>
        ids.includes(row.id) ? { ...row, updated_at: this.now } : row,
      );
    }
  }

  /** The world with every total as its lines are. */
  #summedUp(world: World): World {
    const summed = { ...world };
    for (const [name, { fields, lines }] of Object.entries(this.models)) {
      const totals = fields.filter(({ kind, of }) => kind === 'total' && of !== undefined);
      if (!lines || totals.length === 0) continue;
      const there = world[lines.model]!.filter((line) => this.exists(lines.model, line));
      summed[name] = world[name]!.map((row) => {
        const own = there.filter((line) => line[lines.field] === row.id);
        const values = totals.map((field) => [field.name, totalOf(field, own)] as const);
        return { ...row, ...Object.fromEntries(values) };
      });
    }
    return summed;
  }

  /** A row that another role of the person's shows them is not said to be missing. */
  #unseen(person: Person, model: string, id: Id): Priced {
    const by = this.as(person, 'show', model);
    const isShown = by.by.length > 0 && this.seen(by, model, id) !== undefined;
    return refused(isShown ? 403 : 404, 'reads');
  }

  create(
    person: Person,
    model: string,
    sent: Record<string, unknown>,
    id: Id,
    settled: Settled = {},
  ): Priced {
    if (!this.may(person, 'create', model)) return refused(403, 'nothing');
    const payload = this.#spread(person, 'create', model, sent);
    const { owners, tenants } = this.rules[model]!;
    const row: Row = { id };
    const { by } = this.as(person, 'create', model);
    const isPreset = ({ preset, roles }: NaiveOwner) =>
      preset && (roles?.some((role) => by.includes(role)) ?? true);
    for (const { name, kind, start } of this.models[model]!.fields) {
      if (kind === 'computed') continue;
      row[name] = kind === 'link' ? [] : kind === 'made' ? id : (start ?? null);
      if (kind === 'created' || kind === 'updated') row[name] = this.now;
      if (owners.some((rule) => rule.field === name && isPreset(rule))) row[name] = person.id;
      if (tenants.includes(name) && person.tenants.length === 1) row[name] = person.tenants[0];
    }
    return this.#write(this.#by(person, 'create', model, null), row, payload, settled);
  }

  /** `holds` says of the record as the writer sees it whether `If-Match` names it. */
  update(
    person: Person,
    model: string,
    id: Id,
    sent: Record<string, unknown>,
    replace: boolean,
    holds: (record: object) => boolean,
    settled: Settled = {},
  ): Priced {
    if (!this.may(person, 'edit', model)) return refused(403, 'nothing');
    const before = this.seen(this.as(person, 'edit', model), model, id);
    if (!before) return this.#unseen(person, model, id);
    if (!holds(this.shown(person, 'edit', model, before))) return refused(412, 'reads');
    const payload = this.#spread(person, 'edit', model, sent);
    const row: Row = { ...before };
    const writable = this.writable(person, 'edit', model);
    const readable = this.readable(person, 'edit', model);
    const { owners, tenants } = this.rules[model]!;
    const kept = [...owners.map(({ field }) => field), ...tenants];
    const by = this.#by(person, 'edit', model, before);
    let written = Object.keys(payload).some((name) => writable.has(name) && !(name in settled));
    for (const field of replace ? this.models[model]!.fields : []) {
      const { name, kind, start } = field;
      if (!writable.has(name) || !readable.has(name) || kind === 'key') continue;
      if (kept.includes(name) || name in payload || name in settled) continue;
      row[name] = kind === 'link' ? this.#hiddenLinks(by, field) : (start ?? null);
      written = true;
    }
    for (const { name, kind } of this.models[model]!.fields)
      if (kind === 'updated' && written) row[name] = this.now;
    const priced = this.#write({ ...by, isEmpty: !written }, row, payload, settled);
    if (written && priced.outcome.status < 300) this.#touch(model, [before, row]);
    return priced;
  }

  /** The payload with the fields of which an id in it is made, where it does not say them itself. */
  #spread(
    person: Person,
    action: 'create' | 'edit',
    model: string,
    payload: Record<string, unknown>,
  ): Record<string, unknown> {
    const spread = { ...payload };
    const writable = this.writable(person, action, model);
    for (const { name, parts, emptied } of this.models[model]!.composed ?? []) {
      if (!writable.has(name) || !(name in payload)) continue;
      const id = payload[name];
      const texts = id === null ? [] : String(id).split(',').map(decodeURIComponent);
      for (const [at, part] of parts.entries()) {
        if (part.name in payload || (id === null && !emptied.includes(part.name))) continue;
        const text = texts[at];
        spread[part.name] = id === null ? null : part.isNumber ? Number(text) : text;
      }
    }
    return spread;
  }

  /** Takes the id of a row over that its fields make up; false where it is another one than was sent, or names no row. */
  #compose(by: Write, field: NaiveField, row: Row, payload: Record<string, unknown>): boolean {
    const { parts } = this.models[by.model]!.composed!.find(({ name }) => name === field.name)!;
    const values = parts.map(({ name }) => row[name]);
    row[field.name] = values.includes(null)
      ? null
      : values.map((value) => encodeURIComponent(String(value))).join(',');
    const writable = this.writable(by.person, by.action, by.model);
    const isSent = (name: string) => writable.has(name) && name in payload;
    if (isSent(field.name) && payload[field.name] !== row[field.name]) return false;
    const isSet = by.before === null || parts.some(({ name }) => isSent(name));
    return !isSet || this.#pointsWell(by, field, row);
  }

  /** Links to rows that the writer does not see stay. */
  #hiddenLinks({ person, before }: Write, field: NaiveField): Id[] {
    const seen = this.targets(person, field).map(({ id }) => id);
    return links(before, field.name).filter((id) => !seen.includes(id));
  }

  #by(person: Person, action: Write['action'], model: string, before: Row | null): Write {
    return { person: this.as(person, action, model), action, model, before };
  }

  #write(by: Write, row: Row, payload: Record<string, unknown>, settled: Settled): Priced {
    const { person, action, model, before } = by;
    if (!this.#fits(by, row, payload, settled)) return refused(422, 'reads');
    const owners = this.rules[model]!.owners.map(({ field }) => field).filter((name) =>
      this.#isForeign(by, name, payload, [person.id]),
    );
    const fields = this.models[model]!.fields;
    for (const field of fields)
      if (owners.includes(field.name) && !this.#pointsWell(by, field, row))
        return refused(422, 'reads');
    const rows = this.world[model]!;
    const others = rows.filter((other) => other.id !== row.id);
    const after = [...others, row].sort((a, b) => this.#order(model)(a.id, b.id));
    const world = this.#summedUp({ ...this.world, [model]: after });
    const then = new Naive(this.models, this.rules, this.roles, world);
    const unique = fields.filter((field) => field.unique).map((field) => field.name);
    const isTaken = (name: string): boolean =>
      (before ? others : rows).some((other) => row[name] !== null && other[name] === row[name]);
    const isKeyTaken = before === null && this.models[model]!.key !== undefined && isTaken('id');
    const taken = isKeyTaken || unique.some(isTaken);
    // A new row that is taken never gets its id: any rule about ids says no, even that there is none.
    const made = taken && before === null ? { ...row, id: Number.NaN } : row;
    if (!then.sees(person, model, made)) {
      const named = owners.some((name) => !this.#sentBack(by, name, row));
      return refused(named ? 422 : 403, 'writes');
    }
    const isLost = before !== null && this.#loses(model, before, row);
    const isClosed =
      !by.isEmpty && [before, row].some((one, at) => this.#closes(by, one, settled, at === 1));
    if (taken || isLost || isClosed || fields.some((field) => !this.#stepsWell(by, field, row)))
      return refused(409, 'writes');
    this.world = then.world;
    if (before === null) this.#touch(model, [row]);
    const record =
      action === 'create'
        ? this.show(person, action, model, row)
        : this.shown(person, action, model, row);
    return { outcome: { status: before === null ? 201 : 200, record }, touches: 'writes' };
  }

  /** Would rows point to a value that the row no longer has? */
  #loses(model: string, before: Row, row: Row): boolean {
    return Object.entries(this.models).some(([name, { fields }]) =>
      fields.some(
        ({ name: field, to, key = 'id', kind }) =>
          kind !== 'link' &&
          to === model &&
          before[key] !== null &&
          before[key] !== row[key] &&
          this.world[name]!.some((other) => other[field] === before[key]),
      ),
    );
  }

  /** May the writer not change the row, or not make it what it becomes, as it or what it is a line of is frozen? */
  #closes({ person, model }: Write, row: Row | null, settled: Settled, isNew: boolean): boolean {
    if (row === null) return false;
    return (
      (!isNew && this.isFrozen(person, model, row)) || this.#isBelow(person, model, row, settled)
    );
  }

  /** Is the row frozen for somebody who acts by some roles? */
  isFrozen({ by }: Actor, model: string, row: Row): boolean {
    const { frozen } = this.models[model]!;
    const value = frozen && (row[frozen.field] ?? null);
    if (frozen === undefined || value === null) return false;
    const isMet = frozen.values?.includes(String(value)) ?? value !== false;
    return isMet && !frozen.except.some((role) => by.includes(role));
  }

  /** Is the row a line of one that is frozen, and with which it is not written together? */
  #isBelow(actor: Actor, model: string, row: Row, settled: Settled = {}): boolean {
    return Object.entries(this.models).some(([name, { lines }]) => {
      if (lines?.model !== model || lines.field in settled) return false;
      const parent = this.world[name]!.find(({ id }) => id === row[lines.field]);
      if (parent === undefined) return false;
      return this.isFrozen(actor, name, parent) || this.#isBelow(actor, name, parent);
    });
  }

  /** May somebody not take a row away, or anything from it, as it or what it is a line of is frozen? */
  #keeps(person: Person, action: 'edit' | 'delete', model: string, row: Row): boolean {
    const actor = this.as(person, action, model);
    return this.isFrozen(actor, model, row) || this.#isBelow(actor, model, row);
  }

  /** Does the value stay, or change by a step of the writer's? */
  #stepsWell({ person, before }: Write, { name, steps, start }: NaiveField, row: Row): boolean {
    const [from, to] = [before?.[name] ?? null, row[name] ?? null];
    if (steps === undefined || from === to) return true;
    if (from === null && steps.every((step) => step.from !== null))
      return start === undefined || start === to;
    return steps.some(
      (step) =>
        step.from === from &&
        step.to === to &&
        (step.roles?.some((role) => person.by.includes(role)) ?? true),
    );
  }

  /** Takes the payload over into the row; false where something in it is wrong. */
  #fits(by: Write, row: Row, payload: Record<string, unknown>, settled: Settled): boolean {
    const { person, action, model } = by;
    const { owners, tenants } = this.rules[model]!;
    const { fields } = this.models[model]!;
    const writable = this.writable(person, action, model);
    const ignored = ['id', '_label', 'created_at', 'updated_at'];
    let fine = Object.keys(payload).every(
      (name) =>
        ignored.includes(name) ||
        fields.some((field) => field.name === name || field.relation === name),
    );
    for (const field of fields) {
      const { name, kind, required } = field;
      if (name in settled) {
        row[name] = settled[name];
        continue;
      }
      const given = writable.has(name) && name in payload;
      if (kind === 'key') {
        fine = this.#isKey(by, row, given ? payload[name] : undefined, name) && fine;
        if (by.before || field.to === undefined) continue;
      }
      if (kind === 'link') {
        if (given) fine = this.#link(by, field, row, payload[name] as unknown[]) && fine;
        continue;
      }
      if (this.models[model]!.composed?.some((one) => one.name === name)) {
        fine = this.#compose(by, field, row, payload) && fine;
        continue;
      }
      if (given && kind !== 'key') row[name] = payload[name];
      if (required && (row[name] === null || row[name] === '')) fine = false;
      if (tenants.includes(name) && this.#isForeign(by, name, payload, person.tenants)) {
        if (!this.#sentBack(by, name, row)) fine = false;
        continue;
      }
      // Whether an owner exists is not told beside what else is wrong.
      if (this.#lacksTenant(by, name, row, given)) fine = false;
      const isOwner = owners.some((rule) => rule.field === name);
      if (isOwner && this.#isForeign(by, name, payload, [person.id])) continue;
      if ((given || by.before === null) && !this.#pointsWell(by, field, row)) fine = false;
    }
    return fine;
  }

  /** A new row needs its key, which never changes. */
  #isKey({ before, model }: Write, row: Row, given: unknown, name: string): boolean {
    if (before) return given === undefined || given === before[name];
    row[name] = given ?? row[name] ?? null;
    if (row[name] === null) return false;
    row.id = this.#idOf(model, row, name);
    return true;
  }

  /** The key of a row, or the texts of all its parts as in a URL, with commas between. */
  #idOf(model: string, row: Row, name: string): Id {
    const { key } = this.models[model]!;
    if (!key) return row[name] as Id;
    return key.map((part) => encodeURIComponent(String(row[part]))).join(',');
  }

  #order(model: string): (one: Id, other: Id) => number {
    return this.models[model]!.order ?? ((one, other) => Number(one) - Number(other));
  }

  #link(by: Write, field: NaiveField, row: Row, given: readonly unknown[]): boolean {
    const wanted = [...new Set(given)];
    const found = this.targets(by.person, field).filter((other) =>
      wanted.includes(other[field.key ?? 'id']),
    );
    const kept = this.#hiddenLinks(by, field);
    const ids = new Set([...found.map(({ id }) => id), ...kept]);
    row[field.name] = [...ids].sort(this.#order(field.to!));
    // What another role has shown may be sent back.
    const mayShow = this.may(by.person, 'show', by.model);
    const reader = this.as(by.person, mayShow ? 'show' : by.action, by.model);
    const read = this.readable(by.person, by.action, by.model).has(field.name)
      ? this.targets(reader, field).filter(({ id }) => links(by.before, field.name).includes(id))
      : [];
    return wanted.every((key) =>
      [...found, ...read].some((other) => other[field.key ?? 'id'] === key),
    );
  }

  /** Would nobody but those who see all ever see the row again? */
  #lacksTenant(by: Write, name: string, row: Row, given: boolean): boolean {
    const { tenants, hasOtherWays } = this.rules[by.model]!;
    if (!tenants.includes(name) || hasOtherWays || row[name] !== null) return false;
    if (!this.isExcepted(by.person, by.model) || this.#sentBack(by, name, row)) return false;
    return given || by.before === null;
  }

  /** Does the payload set the field to an id that is none of the writer's own? */
  #isForeign(by: Write, name: string, payload: Record<string, unknown>, own: readonly number[]) {
    if (this.isExcepted(by.person, by.model)) return false;
    const given = this.writable(by.person, by.action, by.model).has(name) && name in payload;
    const value = payload[name];
    return given && typeof value === 'number' && !own.includes(value);
  }

  /** Owners and tenants in a payload of whom is not told whether they are there at all. */
  strangers(person: Person, model: string, id: Id | null, payload: Record<string, unknown>) {
    const before = this.world[model]!.find((row) => row.id === id) ?? null;
    const by = this.#by(person, id === null ? 'create' : 'edit', model, before);
    const { owners, tenants } = this.rules[model]!;
    const fields = [
      ...owners.map(({ field }) => ({ field, own: [person.id] })),
      ...tenants.map((field) => ({ field, own: person.tenants })),
    ];
    return fields
      .filter(({ field, own }) => this.#isForeign(by, field, payload, own))
      .filter(({ field }) => !this.#sentBack(by, field, { ...payload, id: 0 }))
      .map(({ field }) => field);
  }

  /** The value that the writer has read. */
  #sentBack({ person, action, model, before }: Write, name: string, row: Row): boolean {
    const same = before !== null && before[name] === row[name];
    return same && this.readable(person, action, model).has(name);
  }

  /** A reference that points to nothing, to a row that the writer does not see, or back to where it comes from. */
  #pointsWell(by: Write, field: NaiveField, row: Row): boolean {
    const { person, model, before } = by;
    const { name, to, key } = field;
    if (to === undefined || row[name] === null) return true;
    const target = this.seen(person, to, row[name], key);
    if (!target) return this.#sentBack(by, name, row);
    return !(to === model && before !== null && this.#below(model, field, target, before.id));
  }

  #below(model: string, { name, key = 'id' }: NaiveField, start: Row, id: Id): boolean {
    const seen = new Set<Id>();
    for (let at: Row | undefined = start; at && !seen.has(at.id);) {
      if (at.id === id) return true;
      seen.add(at.id);
      const next: unknown = at[name];
      at = next === null ? undefined : this.world[model]!.find((row) => row[key] === next);
    }
    return false;
  }

  remove(
    person: Person,
    model: string,
    id: Id,
    holds: (record: object) => boolean,
    settled: Settled = {},
  ): Priced {
    if (!this.may(person, 'delete', model)) return refused(403, 'nothing');
    const by = this.as(person, 'delete', model);
    const row = this.seen(by, model, id);
    if (!row) return this.#unseen(person, model, id);
    if (!holds(this.shown(person, 'delete', model, row))) return refused(412, 'reads');
    if (this.#isBelow(by, model, row, settled) || this.isFrozen(by, model, row))
      return refused(409, 'reads');
    const { softDelete = false, trash = false } = this.models[model]!;
    const world = structuredClone(this.world);
    const way = trash ? 'trash' : softDelete ? 'marked' : 'gone';
    if (!this.#takeAway(by, model, id, world, way)) return refused(409, 'reads');
    this.#touch(model, [row], world);
    this.world = this.#summedUp(world);
    return { outcome: { status: 204 }, touches: 'writes' };
  }

  /**
   * Takes a row out of the world with all that goes along; false where something hidden or restricting would. A row that
   * is only marked as deleted takes nothing, but no array shows it any longer; and it is in nobody's way. In the trash, a row is
   * marked with all that would go along.
   */
  #takeAway(actor: Actor, model: string, id: Id, world: World, way: Way): boolean {
    const marked = way !== 'gone';
    world[model] = marked
      ? world[model]!.map((row) => (row.id === id ? { ...row, deleted_at: this.now } : row))
      : world[model]!.filter((row) => row.id !== id);
    let fine = true;
    const gone = this.world[model]!.find((row) => row.id === id)!;
    for (const [name, { fields }] of Object.entries(this.models))
      for (const { name: field, to, key = 'id', onDelete, kind } of fields) {
        if (to !== model || onDelete === 'none') continue;
        const points = (row: Row) =>
          kind === 'link'
            ? links(row, field).includes(id)
            : row[field] !== null && row[field] === gone[key];
        for (const was of this.world[name]!.filter(points)) {
          const goes = !marked || (way === 'trash' && onDelete === 'cascade' && kind !== 'link');
          if (!goes && kind !== 'link' && onDelete !== 'restrict') continue;
          const exists = this.exists(name, was);
          if (way === 'trash' && !exists) continue;
          const hides = exists && !this.sees(actor, name, was);
          if (onDelete === 'restrict' || hides) fine = false;
          const taken = kind !== 'link' && onDelete === 'cascade' ? 'delete' : 'edit';
          if (onDelete !== 'restrict' && this.#keeps(actor, taken, name, was)) fine = false;
          if (!goes || !fine) continue;
          const row = world[name]!.find((other) => other.id === was.id);
          // Another way led to it before.
          if (!row || (way === 'trash' && !this.exists(name, row))) continue;
          const isLine = Object.values(this.models).some(
            ({ lines }) => lines?.model === name && lines.field !== field,
          );
          if (isLine) this.#touch(name, [row], world);
          if (kind === 'link') row[field] = links(row, field).filter((other) => other !== id);
          else if (onDelete === 'null') empty(row, field, this.models[name]!);
          else if (!this.#takeAway(actor, name, row.id, world, way)) fine = false;
        }
      }
    return fine;
  }
}

/** Takes a reference away, with all fields of which it is made. */
function empty(row: Row, field: string, { composed = [] }: NaiveModel): void {
  row[field] = null;
  for (const { name, parts } of composed)
    if (name === field) for (const part of parts) row[part.name] = null;
}

function totalOf({ of }: NaiveField, lines: readonly Row[]): number | null {
  const { kind, field } = of!;
  if (field === undefined) return lines.length;
  const values = lines.flatMap((line) => (line[field] as number | null) ?? []);
  if (kind === 'sum') return values.reduce((sum, value) => sum + value, 0);
  if (values.length === 0) return null;
  return kind === 'min' ? Math.min(...values) : Math.max(...values);
}

/** What becomes of a row that is deleted: it goes, it is marked, or it is marked with all that would go along. */
type Way = 'gone' | 'marked' | 'trash';

/** What the service itself sets of a row, whatever its writer sends. */
type Settled = Readonly<Record<string, unknown>>;

interface Write {
  readonly person: Actor;
  readonly action: 'create' | 'edit';
  readonly model: string;
  readonly before: Row | null;
  /** Whether nothing is written that the writer may write. */
  readonly isEmpty?: boolean;
}
