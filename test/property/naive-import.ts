import { isDeepStrictEqual } from 'node:util';
import type { Cell } from '../../templates/tools/prove/doors/csv.js';
import type {
  Naive,
  NaiveField,
  Outcome,
  Person,
  Row,
  World,
} from '../../templates/tools/prove/naive/naive.js';

/** A column of a file as it was decided. */
export interface Column {
  readonly header: string;
  /** Null where it is left out. */
  readonly field: string | null;
  readonly by?: string | undefined;
}

/** What was decided of a file. */
export interface NaivePlan {
  readonly columns: readonly Column[];
  readonly on: readonly string[] | null;
}

/** A row of a file by its number, of which the header has the first. */
export interface FileRow {
  readonly number: number;
  readonly cells: readonly Cell[];
}

/** What is wrong with a cell, or with a whole row. */
export interface CellProblem {
  readonly column: number | null;
  readonly field: string;
  readonly code: string;
  readonly message: string;
}

/** A row that is not written: for what its cells say, or as the same write by itself is refused. */
export interface Failure {
  readonly row: FileRow;
  readonly problems: readonly CellProblem[] | null;
  readonly write: NaiveWrite | null;
}

/** The write that a row stands for. */
export interface NaiveWrite {
  /** Of the row to change; null for a new one. */
  readonly id: Row['id'] | null;
  readonly payload: Readonly<Record<string, unknown>>;
  /** Whether it has no value by which a record could be found. */
  readonly lacksKey?: boolean;
}

export interface Result {
  readonly created: number;
  readonly updated: number;
  /** Rows that say of a record what it is already. */
  readonly unchanged: number;
  readonly failed: readonly Failure[];
  readonly world: World;
  /** False where a row is refused or not by what other rows of the file have done: then their order counts. */
  readonly isSure: boolean;
}

/** What the rows of a file come to in plain words: each is a new record or a change of one, by itself. */
export class NaiveImport {
  readonly #naive: Naive;
  readonly #user: Person;
  readonly #name: string;
  readonly #plan: NaivePlan;

  constructor(naive: Naive, user: Person, name: string, plan: NaivePlan) {
    this.#naive = naive;
    this.#user = user;
    this.#name = name;
    this.#plan = plan;
  }

  /** `ids` are those of the rows that are made, in this order. The world stays as it is. */
  of(rows: readonly FileRow[], ids: readonly Row['id'][]): Result {
    const { world } = this.#naive;
    this.#naive.world = structuredClone(world);
    const left = [...ids, ...rows.map((_, at) => UNMADE + at)];
    const told = { created: 0, updated: 0, unchanged: 0, isSure: true };
    const failed: Failure[] = [];
    let waiting = rows.filter((row) => {
      const problem = this.#repeated(row, rows);
      if (problem) failed.push({ row, problems: [problem], write: null });
      return !problem;
    });
    while (waiting.length > 0) {
      const read = waiting.map((row) => this.#read(row));
      const ready = read.filter(({ problems }) => problems.length === 0);
      const done = this.#write(ready, left, failed);
      told.created += done.created;
      told.updated += done.updated;
      told.unchanged += done.unchanged;
      told.isSure &&= done.isSure;
      const others = read.filter(({ problems }) => problems.length > 0);
      // A row may refer to another one of the file.
      const goesOn = done.created + done.updated > 0;
      const following = goesOn ? others.filter(({ mayFollow }) => mayFollow) : [];
      for (const one of others) if (!following.includes(one)) failed.push({ ...one, write: null });
      waiting = following.map(({ row }) => row);
    }
    const after = this.#naive.world;
    this.#naive.world = world;
    const byRow = (one: Failure, other: Failure) => one.row.number - other.row.number;
    return { ...told, failed: failed.sort(byRow), world: after };
  }

  /** A file says of a record once what it is. */
  #repeated(row: FileRow, rows: readonly FileRow[]): CellProblem | null {
    const key = this.#keyOf(row);
    const first = key === null ? row : rows.find((one) => this.#keyOf(one) === key)!;
    if (first === row) return null;
    const message = `Row ${first.number} has the same key.`;
    return { column: null, field: '', code: 'repeated', message };
  }

  #keyOf({ cells }: FileRow): string | null {
    const { on, columns } = this.#plan;
    const at = columns.findIndex(({ field }) => field !== null && on?.includes(field));
    return at === -1 ? null : (cells[at]?.trim() ?? null);
  }

  /** Changes come before new records; each is refused as it is by itself, or by what came before it. */
  #write(ready: readonly ReadRow[], ids: Row['id'][], failed: Failure[]) {
    const naive = this.#naive;
    const { world } = naive;
    const writes = ready.map(({ row, values }) => ({ row, write: this.#writeOf(values) }));
    const byItself = (write: NaiveWrite, made: Row['id']): number => {
      naive.world = structuredClone(world);
      const status = this.#status(write, made);
      naive.world = world;
      return status;
    };
    const alone = writes.map(({ write }) => byItself(write, ids[0]!));
    // A row that is refused with others has no id: a rule about ids may hide it only then.
    const isAboutIds = writes.some(
      ({ write }, at) => alone[at]! < 400 && isNew({ write }) && byItself(write, null!) >= 400,
    );
    const order = [...writes.keys()].sort(
      (a, b) => Number(isNew(writes[a]!)) - Number(isNew(writes[b]!)) || a - b,
    );
    const told = { created: 0, updated: 0, unchanged: 0 };
    let isSure = !(isAboutIds && alone.includes(403));
    for (const at of order) {
      const { row, write } = writes[at]!;
      const was = { ...naive.world };
      const isRead = this.#isRead(write);
      const status = this.#status(write, ids[0]!);
      isSure &&= status === alone[at];
      if (status >= 400) failed.push({ row, problems: null, write });
      else if (isNew({ write })) {
        told.created += 1;
        ids.shift();
      } else if (isRead && this.#isSame(was, write.id!)) {
        told.unchanged += 1;
        naive.world = was;
      } else told.updated += 1;
    }
    return { ...told, isSure };
  }

  /** Whether somebody reads all that a row says of a record: of anything else nobody is told that it is so. */
  #isRead({ id, payload }: NaiveWrite): boolean {
    const [naive, user, name] = [this.#naive, this.#user, this.#name];
    if (id === null || !naive.may(user, 'list', name)) return false;
    const [readable, writable] = [
      naive.readable(user, 'list', name),
      naive.writable(user, 'edit', name),
    ];
    const isOpen = Object.keys(payload).every((one) => !writable.has(one) || readable.has(one));
    return isOpen && naive.seen(naive.as(user, 'list', name), name, id) !== undefined;
  }

  /** Whether a record is as it was, but for its time. */
  #isSame(was: World, id: Row['id']): boolean {
    const { world, models } = this.#naive;
    const stamps = models[this.#name]!.fields.filter(({ kind }) => kind === 'updated');
    const [before, after] = [was, world].map((one) => {
      const row = { ...one[this.#name]!.find((other) => other.id === id) };
      for (const { name } of stamps) delete row[name];
      return row;
    });
    return isDeepStrictEqual(before, after);
  }

  #status({ id, payload, lacksKey = false }: NaiveWrite, made: Row['id']): Outcome['status'] {
    if (lacksKey) return 422;
    const [naive, user, name] = [this.#naive, this.#user, this.#name];
    const { outcome } =
      id === null
        ? naive.create(user, name, payload, made)
        : naive.update(user, name, id, payload, false, () => true);
    return outcome.status;
  }

  #writeOf(values: Readonly<Record<string, unknown>>): NaiveWrite {
    const { on } = this.#plan;
    const { id, ...payload } = values;
    if (on === null) return { id: null, payload };
    if (on[0] === 'id') return { id: (id as Row['id'] | null | undefined) ?? null, payload };
    const lacksKey = on.some(
      (name) =>
        payload[name] === null || (payload[name] === '' && this.#fieldOf(name).required === true),
    );
    if (lacksKey) return { id: null, payload, lacksKey };
    const by = this.#naive.as(this.#user, 'edit', this.#name);
    const found = this.#naive.world[this.#name]!.find(
      (row) =>
        on.every((field) => row[field] === payload[field]) && this.#naive.sees(by, this.#name, row),
    );
    return { id: found?.id ?? null, payload };
  }

  #read(row: FileRow): ReadRow {
    const values: Record<string, unknown> = {};
    const problems: CellProblem[] = [];
    let mayFollow = true;
    for (const [at, { field: name, by }] of this.#plan.columns.entries()) {
      if (name === null) continue;
      const cell = row.cells[at] ?? null;
      const field = this.#fieldOf(name);
      const told = this.#readCell(cell, field, by);
      if ('value' in told) values[name] = told.value;
      else {
        problems.push({ column: at, field: name, ...told });
        mayFollow &&= field.to === this.#name && told.code === 'not-found';
      }
    }
    return { row, values, problems, mayFollow };
  }

  #fieldOf(name: string): NaiveField {
    if (name === 'id') return { name, kind: 'integer' };
    return this.#naive.models[this.#name]!.fields.find((field) => field.name === name)!;
  }

  #readCell(cell: Cell, field: NaiveField, by: string | undefined): Read {
    const { name, kind, to, key = 'id' } = field;
    if (cell === null) return { value: kind === 'link' ? [] : null };
    if (kind === 'text') return { value: cell };
    if (to === undefined && cell.trim() === '') return { value: null };
    if (kind === 'json') return readJson(cell, name);
    if (to === undefined) return numberIn(cell, `${name}: "${cell}" is not a number.`);
    const keys: unknown[] = [];
    for (const text of kind === 'link' ? textsIn(cell) : [cell]) {
      const one = this.#keyIn(text, field, by ?? 'id', key);
      if (!('value' in one)) return one;
      keys.push(one.value);
    }
    return { value: kind === 'link' ? keys : keys[0] };
  }

  /** The one record of that name which the user may list: none is told from one that they do not see. */
  #keyIn(text: string, { name, to }: NaiveField, by: string, key: string): Read {
    if (by === key) {
      if (key !== 'id') return { value: text };
      const id = numberIn(text, `${name}: "${text}" is not an id.`);
      if ('value' in id || this.#naive.may(this.#user, 'list', to!)) return id;
      const message = `${name}: "${text}" is not an id, and you may look up these records by id only.`;
      return { code: 'not-listed', message };
    }
    const found = this.found(to!, by, text);
    const what = by === 'label' ? `called "${text}"` : `with the ${by} "${text}"`;
    const noun = to!.toLowerCase();
    const own = to === this.#name ? ' Rows of the file come before those that refer to them.' : '';
    if (found.length === 0)
      return { code: 'not-found', message: `There is no ${noun} ${what}.${own}` };
    return found.length === 1
      ? { value: found[0]![key] }
      : { code: 'ambiguous', message: `There is more than one ${noun} ${what}.` };
  }

  /** What a cell names records by. */
  texts(cell: Cell, { kind }: NaiveField): readonly string[] {
    if (cell === null) return [];
    return kind === 'link' ? textsIn(cell) : [cell];
  }

  /** The rows of a list that a text names. */
  found(to: string, by: string, text: string): readonly Row[] {
    const lister = this.#naive.as(this.#user, 'list', to);
    const seen = this.#naive.world[to]!.filter((row) => this.#naive.sees(lister, to, row));
    return seen.filter((row) => textOf(this.#naive, this.#user, to, row, by) === text);
  }
}

/** What a row is called in a list; null where it has nothing there. */
export function textOf(naive: Naive, user: Person, name: string, row: Row, by: string): Cell {
  if (by === 'label') return naive.show(user, 'list', name, row)['_label'] as string;
  const value = row[by] as string | number | null | undefined;
  return value == null ? null : String(value);
}

interface ReadRow {
  readonly row: FileRow;
  readonly values: Readonly<Record<string, unknown>>;
  readonly problems: readonly CellProblem[];
  readonly mayFollow: boolean;
}

type Read = { readonly value: unknown } | { readonly code: string; readonly message: string };

/** Of a row that is not made. */
const UNMADE = 1_000_001;

const isNew = ({ write }: { readonly write: NaiveWrite }): boolean => write.id === null;

const numberIn = (text: string, message: string): Read =>
  /^-?\d+(\.\d+)?$/.test(text) ? { value: Number(text) } : { code: 'number', message };

function readJson(text: string, name: string): Read {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return { code: 'json', message: `${name}: "${text}" is not valid JSON.` };
  }
}

/** Several names in one cell: between commas, those with anything odd in them quoted. */
export const textsIn = (cell: string): readonly string[] =>
  [...cell.matchAll(/"((?:[^"]|"")*)"|[^",\s][^",]*/g)].map(([text, quoted]) =>
    quoted === undefined ? text.trim() : quoted.replaceAll('""', '"'),
  );

/** The same the other way around. */
export const cellOfTexts = (texts: readonly string[]): Cell =>
  texts.length === 0
    ? null
    : texts
        .map((text) => (/[",;]|^\s|\s$|^$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text))
        .join(', ');

/** What a user may decide of a file, in plain words. */
export class NaiveChoices {
  readonly #naive: Naive;
  readonly #user: Person;
  readonly #name: string;

  constructor(naive: Naive, user: Person, name: string) {
    this.#naive = naive;
    this.#user = user;
    this.#name = name;
  }

  get mayCreate(): boolean {
    return this.#naive.may(this.#user, 'create', this.#name);
  }

  get mayEdit(): boolean {
    return this.#naive.may(this.#user, 'edit', this.#name);
  }

  get mayImport(): boolean {
    return this.mayCreate || this.mayEdit;
  }

  /** What records are found by: nobody who may not change any finds one. */
  get keys(): readonly (readonly string[])[] {
    if (!this.mayEdit) return [];
    const readable = this.#naive.readable(this.#user, 'edit', this.#name);
    return [['id'], ...this.#uniques(this.#name, readable).map((name) => [name])];
  }

  /** The fields that may be written of new records, or of both where some are found; the id is for finding them. */
  fields(on: NaivePlan['on']): readonly string[] {
    const actions = (on === null ? ['create'] : ['create', 'edit']).filter((action) =>
      this.#naive.may(this.#user, action, this.#name),
    );
    const names = this.#naive.models[this.#name]!.fields.map(({ name }) => name);
    const open = names.filter(
      (name) =>
        actions.length > 0 &&
        actions.every((action) => this.#naive.writable(this.#user, action, this.#name).has(name)),
    );
    return this.mayEdit ? ['id', ...open] : open;
  }

  /** What records of another model are found by: who does not list them names them as JSON does. */
  ways({ to = '', key = 'id' }: Pick<NaiveField, 'to' | 'key'>): readonly string[] {
    if (!this.#naive.may(this.#user, 'list', to)) return [key];
    const readable = this.#naive.readable(this.#user, 'list', to);
    return ['id', ...this.#uniques(to, readable), 'label'];
  }

  #uniques(name: string, readable: ReadonlySet<string>): readonly string[] {
    return this.#naive.models[name]!.fields.filter(
      (field) => field.unique && readable.has(field.name),
    ).map((field) => field.name);
  }

  /** What is said of a header that is no field to write. */
  refusal(header: string): string {
    const actions = [...(this.mayCreate ? ['create'] : []), ...(this.mayEdit ? ['edit'] : [])];
    const readable = actions.some((action) =>
      this.#naive.readable(this.#user, action, this.#name).has(header),
    );
    if (header === '_label' || header === 'id') return 'read-only';
    // What may not be read does not exist.
    if (!readable) return 'unknown';
    const kind = this.#naive.models[this.#name]!.fields.find(({ name }) => name === header)?.kind;
    return ['created', 'updated', 'deleted', 'computed', 'total'].includes(kind!)
      ? 'read-only'
      : 'may-not-write';
  }

  /** Does a new record get the field's value from who writes it? */
  #isFilled(name: string): boolean {
    const { owners, tenants } = this.#naive.rules[this.#name]!;
    const isOwner = owners.some(({ field, preset }) => field === name && preset);
    return isOwner || (tenants.includes(name) && this.#user.tenants.length === 1);
  }

  /** Does nothing but this field say whose record it is? */
  #isNeededTenant(name: string): boolean {
    const { tenants, hasOtherWays } = this.#naive.rules[this.#name]!;
    const { length } = this.#user.tenants;
    if (!this.mayCreate || !tenants.includes(name) || hasOtherWays) return false;
    const by = this.#naive.as(this.#user, 'create', this.#name);
    return length > 1 || (length === 0 && this.#naive.isExcepted(by, this.#name));
  }

  /** Why a file cannot be imported yet: places and codes. */
  problems({ columns, on }: NaivePlan): readonly string[] {
    const mapped = columns.flatMap(({ field }) => field ?? []);
    const ids = columns.flatMap(({ field }, at) =>
      field === 'id' && !on?.includes('id') ? [`columns.${at} id`] : [],
    );
    const fields = this.#naive.models[this.#name]!.fields;
    const needed = fields.filter(
      ({ name, required }) =>
        (required === true || this.#isNeededTenant(name)) &&
        this.fields(on).includes(name) &&
        !this.#isFilled(name),
    );
    const isKnown = on === null || this.keys.some((key) => key.join() === on.join());
    return [
      ...ids,
      ...(mapped.length === 0 ? ['columns nothing'] : []),
      ...(on === null && !this.mayCreate ? ['on may-not-create'] : []),
      ...(isKnown ? [] : ['on no-unique']),
      ...(on ?? []).filter((name) => !mapped.includes(name)).map(() => 'on required'),
      ...needed
        .filter(({ name }) => on === null && !mapped.includes(name))
        .map(({ name }) => `${name} required`),
    ];
  }
}
