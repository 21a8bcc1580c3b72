/*
 * What the contract says about access, said again in the plainest words over rows in memory. Shares no code with the
 * service, so that a mistake there is not repeated here.
 */

export type Row = { id: number } & Record<string, unknown>;
export type World = Record<string, Row[]>;

export interface Person {
  readonly id: number;
  readonly username: string;
  readonly roles: readonly string[];
  readonly tenants: readonly number[];
}

/** Does the rule let the row through? A broken rule lets nothing through. */
export type Rule = (person: Person, row: Row, rules: Naive) => boolean;

export interface NaiveField {
  readonly name: string;
  readonly kind: 'text' | 'integer' | 'json' | 'datetime' | 'link' | 'computed';
  readonly required?: boolean;
  /** What a row begins with; null when left out. */
  readonly start?: unknown;
  /** The model that it points to, and what deleting that does. */
  readonly to?: string;
  readonly relation?: string;
  readonly onDelete?: 'null' | 'cascade' | 'restrict';
  readonly unique?: boolean;
  /** Written by the service alone. */
  readonly system?: boolean;
}

export interface NaiveRules {
  /** Role or `*` -> actions. */
  roles: Record<string, string[]>;
  fields: Record<string, { read?: string[]; write?: string[] }>;
  rows: Rule[] | null;
  /** What a new row gets from its writer. */
  owners: { field: string; write: boolean }[];
  tenants: string[];
}

export interface NaiveModel {
  readonly fields: readonly NaiveField[];
  readonly label: (row: Row, readable: ReadonlySet<string>) => string;
  readonly softDelete?: boolean;
}

const METHODS: Record<string, string[]> = {
  list: ['GET'],
  show: ['GET'],
  create: ['POST'],
  edit: ['PUT', 'PATCH'],
  delete: ['DELETE'],
};

export interface Outcome {
  readonly status: number;
  readonly record?: Record<string, unknown>;
}

/** One application: models, a policy, roles as they stand, rows. */
export class Naive {
  constructor(
    readonly models: Readonly<Record<string, NaiveModel>>,
    readonly rules: Readonly<Record<string, NaiveRules>>,
    readonly roles: ReadonlyMap<string, readonly string[]>,
    public world: World,
  ) {}

  /** The roles that alone may do this: by method and by exception. */
  passing(person: Person, action: string, model: string): string[] {
    const exceptions = this.rules[model]!.roles;
    return person.roles.filter((role) => {
      const methods = this.roles.get(role) ?? [];
      if (!METHODS[action]!.some((method) => methods.includes(method))) return false;
      const named = Object.keys(exceptions);
      if (named.includes(role)) return exceptions[role]!.includes(action);
      return named.includes('*') ? exceptions['*']!.includes(action) : true;
    });
  }

  may(person: Person, action: string, model: string): boolean {
    return this.passing(person, action, model).length > 0;
  }

  readable(person: Person, action: string, model: string): ReadonlySet<string> {
    const names = this.models[model]!.fields.map((field) => field.name);
    const open = names.filter((name) => this.#open(person, action, model, name, 'read'));
    return new Set(['id', ...open]);
  }

  writable(person: Person, action: string, model: string): ReadonlySet<string> {
    const { owners } = this.rules[model]!;
    const names = this.models[model]!.fields.filter(
      ({ kind, system }) => kind !== 'computed' && !system,
    )
      .map((field) => field.name)
      .filter((name) => !owners.some(({ field, write }) => field === name && !write));
    return new Set(names.filter((name) => this.#open(person, action, model, name, 'write')));
  }

  #open(person: Person, action: string, model: string, name: string, kind: 'read' | 'write') {
    const { fields } = this.rules[model]!;
    const rule = Object.keys(fields).includes(name) ? fields[name]![kind] : undefined;
    return (
      rule === undefined || this.passing(person, action, model).some((role) => rule.includes(role))
    );
  }

  exists(model: string, row: Row): boolean {
    return !this.models[model]!.softDelete || row['deleted_at'] === null;
  }

  sees(person: Person, model: string, row: Row): boolean {
    const { rows } = this.rules[model]!;
    if (!this.exists(model, row)) return false;
    return rows === null || rows.some((rule) => rule(person, row, this));
  }

  /** The row as an answer shows it. */
  show(person: Person, action: string, model: string, row: Row, expand: readonly string[] = []) {
    const readable = this.readable(person, action, model);
    const { fields, label } = this.models[model]!;
    const record: Record<string, unknown> = { id: row.id, _label: label(row, readable) };
    for (const { name, kind, to } of fields) {
      if (!readable.has(name)) continue;
      if (kind === 'link') {
        const linked = row[name] as number[];
        record[name] = this.world[to!]!.filter(
          (other) => linked.includes(other.id) && this.sees(person, to!, other),
        ).map((other) => other.id);
      } else if (kind === 'computed') {
        // `length` is made of `text`, and of nothing where that is not there.
        record[name] = readable.has('text') ? (row['text'] as string).length : null;
      } else record[name] = row[name] ?? null;
    }
    for (const relation of expand) {
      const { name, to } = fields.find((field) => field.relation === relation)!;
      const other = this.world[to!]!.find(({ id }) => id === row[name]);
      const shown = other && this.may(person, 'show', to!) && this.sees(person, to!, other);
      record[relation] = shown ? this.show(person, 'show', to!, other) : null;
    }
    return record;
  }

  get(person: Person, model: string, id: number, expand: readonly string[]): Outcome {
    if (!this.may(person, 'show', model)) return { status: 403 };
    const readable = this.readable(person, 'show', model);
    const known = this.models[model]!.fields.filter(({ name }) => readable.has(name));
    if (!expand.every((name) => known.some(({ relation }) => relation === name)))
      return { status: 400 };
    const row = this.world[model]!.find((one) => one.id === id);
    if (!row || !this.sees(person, model, row)) return { status: 404 };
    return { status: 200, record: this.show(person, 'show', model, row, expand) };
  }

  create(person: Person, model: string, payload: Record<string, unknown>, id: number): Outcome {
    if (!this.may(person, 'create', model)) return { status: 403 };
    const { owners, tenants } = this.rules[model]!;
    const row: Row = { id };
    for (const field of this.models[model]!.fields) {
      if (field.kind === 'computed') continue;
      row[field.name] = field.kind === 'link' ? [] : (field.start ?? null);
      if (owners.some((rule) => rule.field === field.name)) row[field.name] = person.id;
      if (tenants.includes(field.name) && person.tenants.length === 1)
        row[field.name] = person.tenants[0];
    }
    return this.#write(person, 'create', model, null, row, payload);
  }

  update(
    person: Person,
    model: string,
    id: number,
    payload: Record<string, unknown>,
    replace: boolean,
  ): Outcome {
    if (!this.may(person, 'edit', model)) return { status: 403 };
    const before = this.world[model]!.find((row) => row.id === id);
    if (!before || !this.sees(person, model, before)) return { status: 404 };
    const row: Row = { ...before };
    const writable = this.writable(person, 'edit', model);
    const { owners, tenants } = this.rules[model]!;
    const kept = [...owners.map(({ field }) => field), ...tenants];
    if (replace)
      for (const { name, kind, start } of this.models[model]!.fields) {
        if (!writable.has(name) || kept.includes(name) || name in payload) continue;
        if (kind === 'link') row[name] = this.#hiddenLinks(person, model, name, before);
        else row[name] = start ?? null;
      }
    return this.#write(person, 'edit', model, before, row, payload);
  }

  #hiddenLinks(person: Person, model: string, name: string, before: Row | null): number[] {
    const { to } = this.models[model]!.fields.find((field) => field.name === name)!;
    const linked = (before?.[name] ?? []) as number[];
    return this.world[to!]!.filter(
      (other) => linked.includes(other.id) && !this.sees(person, to!, other),
    ).map((other) => other.id);
  }

  #write(
    person: Person,
    action: 'create' | 'edit',
    model: string,
    before: Row | null,
    row: Row,
    payload: Record<string, unknown>,
  ): Outcome {
    const { fields } = this.models[model]!;
    const writable = this.writable(person, action, model);
    const readable = this.readable(person, action, model);
    const ignored = ['id', '_label', 'created_at', 'updated_at'];
    let wrong = false;
    for (const name of Object.keys(payload)) {
      const known = fields.some((field) => field.name === name || field.relation === name);
      if (!known && !ignored.includes(name)) wrong = true;
    }
    for (const { name, kind, to, required } of fields) {
      if (kind === 'computed') continue;
      const given = writable.has(name) && name in payload;
      if (kind === 'link') {
        if (!given) continue;
        const wanted = payload[name] as number[];
        const found = wanted.filter((id) =>
          this.world[to!]!.some((other) => other.id === id && this.sees(person, to!, other)),
        );
        if (found.length < wanted.length) wrong = true;
        row[name] = [...new Set([...found, ...this.#hiddenLinks(person, model, name, before)])];
        row[name] = (row[name] as number[]).sort((a, b) => a - b);
        continue;
      }
      if (given) row[name] = payload[name];
      if (required && (row[name] === null || row[name] === '')) wrong = true;
      const set = given || before === null || row[name] !== before[name];
      if (to === undefined || row[name] === null || !set) continue;
      const target = this.world[to]!.find((other) => other.id === row[name]);
      const same = before !== null && before[name] === row[name] && readable.has(name);
      if (!(target && this.sees(person, to, target)) && !same) wrong = true;
      if (target && to === model && before !== null && this.#below(model, name, target, before.id))
        if (this.sees(person, to, target)) wrong = true;
    }
    if (wrong) return { status: 422 };
    const rows = this.world[model]!;
    const after = [...rows.filter((other) => other.id !== row.id), row].sort((a, b) => a.id - b.id);
    const then = new Naive(this.models, this.rules, this.roles, { ...this.world, [model]: after });
    const unique = fields.filter((field) => field.unique).map((field) => field.name);
    const taken = unique.some((name) =>
      rows.some((other) => other.id !== row.id && row[name] !== null && other[name] === row[name]),
    );
    const foreign = this.rules[model]!.tenants.some((name) => {
      const tenant = row[name] as number | null;
      return tenant !== null && !person.tenants.includes(tenant) && before?.[name] !== tenant;
    });
    if (foreign) return { status: 403 };
    // A new row that is taken never gets its id: a rule about ids says no.
    const made = taken && before === null ? ({ ...row, id: null } as unknown as Row) : row;
    if (!then.sees(person, model, made)) return { status: 403 };
    if (taken) return { status: 409 };
    this.world = then.world;
    return {
      status: before === null ? 201 : 200,
      record: this.show(person, action, model, row),
    };
  }

  #below(model: string, field: string, start: Row, id: number): boolean {
    const seen = new Set<number>();
    for (let at: Row | undefined = start; at && !seen.has(at.id);) {
      if (at.id === id) return true;
      seen.add(at.id);
      const next: unknown = at[field];
      at = this.world[model]!.find((row) => row.id === next);
    }
    return false;
  }

  remove(person: Person, model: string, id: number): Outcome {
    if (!this.may(person, 'delete', model)) return { status: 403 };
    const row = this.world[model]!.find((one) => one.id === id);
    if (!row || !this.sees(person, model, row)) return { status: 404 };
    const soft = this.models[model]!.softDelete === true;
    const world = structuredClone(this.world);
    if (!this.#takeAway(person, model, id, world)) return { status: 409 };
    if (soft) row['deleted_at'] = 'some time';
    else this.world = world;
    return { status: 204 };
  }

  /** Takes a row out of the world with all that goes along; false where something hidden or restricting would. */
  #takeAway(person: Person, model: string, id: number, world: World): boolean {
    world[model] = world[model]!.filter((row) => row.id !== id);
    let fine = true;
    for (const [name, { fields }] of Object.entries(this.models))
      for (const { name: field, to, onDelete, kind } of fields) {
        if (to !== model) continue;
        if (kind === 'link') {
          for (const row of world[name]!)
            row[field] = (row[field] as number[]).filter((other) => other !== id);
          continue;
        }
        for (const row of world[name]!.filter((other) => other[field] === id)) {
          const was = this.world[name]!.find((other) => other.id === row.id)!;
          if (this.models[model]!.softDelete && onDelete !== 'restrict') continue;
          if (onDelete === 'restrict' || !this.sees(person, name, was)) fine = false;
          else if (onDelete === 'null') row[field] = null;
          else if (!this.#takeAway(person, name, row.id, world)) fine = false;
        }
      }
    return fine;
  }
}
