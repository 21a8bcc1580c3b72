/*
 * What the contract says about access, said again in the plainest words over rows in memory. Shares no code with the
 * service, so that a mistake there is not repeated here.
 */

/** The key of a row: a number, or a text for keys of other types. */
export type Id = number | string;
export type Row = { id: Id } & Record<string, unknown>;
export type World = Record<string, Row[]>;

export interface Person {
  readonly id: number;
  readonly username: string;
  readonly roles: readonly string[];
  readonly tenants: readonly number[];
  /** The bounds of the API key by which they act. */
  readonly limits?: Limits;
}

/** The bounds of an API key. */
export interface Limits {
  /** The roles of the user who owns the key. */
  readonly owned: readonly string[];
  /** Models by their prefix; null for all models. */
  readonly models: readonly string[] | null;
  readonly readOnly: boolean;
}

/** A person with the roles that let them do what they do: only these count. */
export interface Actor extends Person {
  readonly by: readonly string[];
}

export interface Rule {
  /** Does the rule let the row through? A broken rule lets nothing through. */
  readonly is: (actor: Actor, row: Row, rules: Decisions) => boolean;
  /** Can the rule not be stated at all? Below a `not` it takes what is around it along, for that would open everything. */
  readonly fails: (actor: Actor, rules: Decisions, belowNot: boolean) => boolean;
}

export interface NaiveField {
  readonly name: string;
  readonly kind:
    | 'text'
    | 'integer'
    | 'json'
    | 'created'
    | 'updated'
    | 'deleted'
    | 'link'
    | 'computed'
    | 'total'
    /** The key of the row, which its writer gives at creation, or which the service makes. */
    | 'key'
    | 'made';
  readonly required?: boolean;
  /** What a row begins with; null when left out. */
  readonly start?: unknown;
  /** The model that it points to, and what deleting that does. */
  readonly to?: string;
  readonly relation?: string;
  readonly onDelete?: 'null' | 'cascade' | 'restrict' | 'none';
  /** Of a link, or of what points to a single row: what of the other model stands there instead of the id. */
  readonly key?: string;
  readonly unique?: boolean;
  /** Of a computed field that is not a project's own code. */
  readonly compute?: (row: Row, readable: ReadonlySet<string>) => unknown;
  /** The changes that its value may take, and its first values, where it has none; the default or any value is the first one without. */
  readonly steps?: readonly NaiveStep[];
  /** The values of a row's lines that a total is made of: those of a field, or each line itself where there is no field. */
  readonly of?: { readonly kind: 'sum' | 'count' | 'min' | 'max'; readonly field?: string };
}

/** A change of a value, for everybody or for some roles. */
export interface NaiveStep {
  readonly from: string | null;
  readonly to: string;
  readonly roles: readonly string[] | null;
}

/** A field with the owner of a row. */
export interface NaiveOwner {
  field: string;
  write: boolean;
  preset: boolean;
  /** The roles whose writer becomes the owner of a new row; every role where absent. */
  roles?: readonly string[] | undefined;
}

export interface NaiveRules {
  /** Role or `*` -> actions. */
  roles: Record<string, string[]>;
  fields: Record<string, { read?: string[]; write?: string[] }>;
  rows: Rule[] | null;
  /** What a new row gets from its writer. */
  owners: NaiveOwner[];
  tenants: string[];
  /** Roles that see every row. */
  excepted: string[];
  /** Is there a way to a row besides a single tenant rule, exceptions aside? */
  hasOtherWays: boolean;
}

export interface NaiveComposed {
  readonly name: string;
  /** Its fields in the order of the other model's key, and whether each is a number. */
  readonly parts: readonly { readonly name: string; readonly isNumber: boolean }[];
  /** The fields of which nothing else is made, and which may be empty: without them it names no row. */
  readonly emptied: readonly string[];
}

export interface NaiveModel {
  /** The name by which limits of API keys list the model. */
  readonly prefix?: string;
  /** The fields that make up the id of a row, where these are several. */
  readonly key?: readonly string[];
  /** The fields that name a row of another model by several others. */
  readonly composed?: readonly NaiveComposed[];
  readonly fields: readonly NaiveField[];
  readonly label: (row: Row, readable: ReadonlySet<string>) => string;
  /** Whether answers have no id of its rows. */
  readonly isKeyless?: true;
  readonly softDelete?: boolean;
  /** Whether what would go with a deleted row is marked with it. */
  readonly trash?: boolean;
  /** The rows that only some roles change: those with one of these values in a field, or with any but false. */
  readonly frozen?: {
    readonly field: string;
    readonly values: readonly string[] | null;
    readonly except: readonly string[];
  };
  /** The order of ids; the size of numbers by default. */
  readonly order?: (one: Id, other: Id) => number;
  /** Rows of another model that belong to its rows: each change of one is a change of the row it belongs to. */
  readonly lines?: { readonly name: string; readonly model: string; readonly field: string };
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

/** What an answer may cost: no statement at all, none that writes, or any. */
export type Touches = 'nothing' | 'reads' | 'writes';

/** An outcome with the most that may be done for it. */
export interface Priced {
  readonly outcome: Outcome;
  readonly touches: Touches;
}

export const refused = (status: number, touches: Touches): Priced => ({
  outcome: { status },
  touches,
});

/** Who may do what with which rows, and what they see of them: of models, a policy, roles as they stand, and rows. */
export class Decisions {
  constructor(
    readonly models: Readonly<Record<string, NaiveModel>>,
    public rules: Readonly<Record<string, NaiveRules>>,
    public roles: ReadonlyMap<string, readonly string[]>,
    public world: World,
    /** The moment of the write that is being asked for. */
    public now = '',
  ) {}

  /** The roles that alone may do this: by method and by exception. */
  passing(person: Person, action: string, model: string): string[] {
    if (person.limits && !this.#isWithin(person.limits, action, model)) return [];
    const exceptions = this.rules[model]!.roles;
    return person.roles.filter((role) => {
      const methods = this.roles.get(role) ?? [];
      if (!METHODS[action]!.some((method) => methods.includes(method))) return false;
      const named = Object.keys(exceptions);
      if (named.includes(role)) return exceptions[role]!.includes(action);
      return named.includes('*') ? exceptions['*']!.includes(action) : true;
    });
  }

  #isWithin({ models, readOnly }: Limits, action: string, model: string): boolean {
    if (readOnly && action !== 'list' && action !== 'show') return false;
    return models === null || models.some((prefix) => prefix === this.models[model]!.prefix);
  }

  as(person: Person, action: string, model: string): Actor {
    return { ...person, by: this.passing(person, action, model) };
  }

  /** Is every row of the model open to what this is done by? */
  isExcepted({ by }: Actor, model: string): boolean {
    return this.rules[model]!.excepted.some((role) => by.includes(role));
  }

  may(person: Person, action: string, model: string): boolean {
    return this.passing(person, action, model).length > 0;
  }

  /** Is there a role, of whatever methods, to which the exceptions leave this? */
  mayEver(action: string, model: string): boolean {
    const exceptions = this.rules[model]!.roles;
    if (!Object.keys(exceptions).includes('*')) return true;
    return Object.values(exceptions).some((kept) => kept.includes(action));
  }

  /** Of a record that is there a write tells what showing it would; who may not show has only its label to tell from. */
  readable(person: Person, action: string, model: string): ReadonlySet<string> {
    const writes = action === 'edit' || action === 'delete';
    const by = writes && this.may(person, 'show', model) ? 'show' : action;
    const names = this.models[model]!.fields.map((field) => field.name);
    const open = names.filter((name) => this.#open(person, by, model, name, 'read'));
    return new Set(['id', ...open]);
  }

  writable(person: Person, action: string, model: string): ReadonlySet<string> {
    const { owners } = this.rules[model]!;
    const names = this.models[model]!.fields.filter(({ kind }) =>
      ['text', 'integer', 'json', 'link', 'key'].includes(kind),
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

  sees(actor: Actor, model: string, row: Row): boolean {
    return this.exists(model, row) && this.opens(actor, model, row);
  }

  /** Whether the rules let a row through, be it there or marked as deleted. */
  opens(actor: Actor, model: string, row: Row): boolean {
    const { rows } = this.rules[model]!;
    if (rows === null) return true;
    return rows.some((rule) => !rule.fails(actor, this, false) && rule.is(actor, row, this));
  }

  /** The row with this id, or with this value of another field, as far as the actor sees it. */
  seen(actor: Actor, model: string, id: unknown, key = 'id'): Row | undefined {
    if (id === null) return undefined;
    return this.world[model]!.find((row) => row[key] === id && this.sees(actor, model, row));
  }

  /** The field of the other model whose values a field has that points to its rows. */
  keyOf(model: string, field: string): string {
    return this.models[model]!.fields.find(({ name }) => name === field)?.key ?? 'id';
  }

  /** The row as an answer shows it. */
  show(person: Person, action: string, model: string, row: Row, expand: readonly string[] = []) {
    const readable = this.readable(person, action, model);
    const { fields, label } = this.models[model]!;
    const record: Record<string, unknown> = { id: row.id, _label: label(row, readable) };
    for (const field of fields) {
      const { name, kind } = field;
      if (!readable.has(name)) continue;
      if (kind === 'link') {
        const linked = this.targets(this.as(person, action, model), field).filter(({ id }) =>
          links(row, name).includes(id),
        );
        record[name] = linked.map((other) => other[field.key ?? 'id']);
      } else if (kind === 'computed') {
        record[name] = field.compute?.(row, readable);
      } else record[name] = row[name] ?? null;
    }
    for (const relation of expand) {
      const { name, to, key } = fields.find((field) => field.relation === relation)!;
      const by = this.as(person, 'show', to!);
      const other = by.by.length > 0 ? this.seen(by, to!, row[name], key) : undefined;
      record[relation] = other ? this.show(person, 'show', to!, other) : null;
    }
    return record;
  }

  /** What a writer gets back of a row that was there. */
  shown(person: Person, action: 'edit' | 'delete', model: string, row: Row) {
    if (this.may(person, 'show', model)) return this.show(person, 'show', model, row);
    const _label = this.models[model]!.label(row, this.readable(person, action, model));
    return { id: row.id, _label };
  }

  /** What a link may point to. */
  targets(actor: Actor, { to }: NaiveField): Row[] {
    return this.world[to!]!.filter((other) => this.sees(actor, to!, other));
  }

  get(person: Person, model: string, id: Id, expand: readonly string[]): Priced {
    if (!this.may(person, 'show', model)) return refused(403, 'nothing');
    const readable = this.readable(person, 'show', model);
    const { fields, lines } = this.models[model]!;
    const known = fields.filter(({ name }) => readable.has(name));
    const hasLines = lines !== undefined && this.#mayListLines(person, lines);
    const isKnown = (name: string) =>
      known.some(({ relation }) => relation === name) || (hasLines && name === lines.name);
    if (!expand.every(isKnown)) return refused(400, 'nothing');
    const row = this.seen(this.as(person, 'show', model), model, id);
    if (!row) return refused(404, 'reads');
    const parents = expand.filter((name) => name !== lines?.name);
    const record = this.show(person, 'show', model, row, parents);
    if (parents.length < expand.length)
      record[lines!.name] = this.lines(person, lines!, id).map((line) =>
        this.show(person, 'list', lines!.model, line),
      );
    return { outcome: { status: 200, record }, touches: 'reads' };
  }

  #mayListLines(person: Person, { model, field }: Lines): boolean {
    return this.may(person, 'list', model) && this.readable(person, 'list', model).has(field);
  }

  /** The lines of a row that a list shows. */
  lines(person: Person, { model, field }: Lines, id: Id): readonly Row[] {
    const by = this.as(person, 'list', model);
    return this.world[model]!.filter((line) => line[field] === id && this.sees(by, model, line));
  }
}

type Lines = NonNullable<NaiveModel['lines']>;

export const links = (row: Row | null, name: string): Id[] => (row?.[name] ?? []) as Id[];
