import { typeOf } from '../fields/field-types.js';
import type { ModelInfo } from '../model/model-info.js';
import { sentence, show, spokenName } from '../problem/problem.js';
import { related, type Scope } from '../records/scope.js';
import { MAX_LINKED } from '../records/writing/check-payload.js';
import { keysIn, type Cell } from './cells.js';
import { sourcesOf, type Plan, type PlannedConstant, type RowProblem } from './plan.js';
import type { FindPromised } from './promised.js';
import { readValue } from './read-value.js';
import { References, referenceText, type Found } from './references.js';
import type { TableRow } from './table.js';
import { filledIn } from './target.js';

/** A row as a write takes it, as far as it can be read. */
export interface ReadRow {
  readonly row: TableRow;
  readonly values: Readonly<Record<string, unknown>>;
  readonly problems: readonly RowProblem[];
  /** Whether all of its problems are records of its own model that are not found: they may come with other rows. */
  readonly mayFollow: boolean;
}

/** A column that is imported, or what all rows have instead. */
interface Column {
  /** Its place in the file; null for a constant. */
  readonly at: number | null;
  readonly constant: string | null;
  readonly field: string;
  /** Of a reference: the other model, by what its records are found, and what stands for one in JSON. */
  readonly reference: Reference | null;
}

interface Reference {
  readonly model: ModelInfo;
  readonly by: string;
  readonly key: string;
  readonly isMany: boolean;
  readonly isOwn: boolean;
  /** Whether who imports may look such records up. */
  readonly isListed: boolean;
  /** The value of an empty cell. */
  readonly empty: { readonly value: null | undefined | readonly [] };
}

const cellIn = ({ at, constant }: Column, { cells }: TableRow): Cell =>
  constant ?? (at === null ? null : (cells[at] ?? null));

/** Reads rows of a file as values of a model. */
export class RowReader {
  readonly #columns: readonly Column[];
  readonly #plan: Plan;
  readonly #scope: Scope;
  readonly #promised: FindPromised;
  readonly references: References;

  /** `promised` finds records of the model itself that are not there, but would be after a check. */
  constructor(
    plan: Plan,
    scope: Scope,
    scopeOf: (model: ModelInfo) => Scope,
    promised: FindPromised = () => [],
  ) {
    this.#promised = promised;
    this.#plan = plan;
    this.#scope = scope;
    this.references = new References(scopeOf, plan.locale);
    this.#columns = columnsOf(plan, scope);
  }

  /** The column of the file for a field of the model; null without one. */
  columnFor(field: string): number | null {
    return this.#columns.find((one) => one.field === field)?.at ?? null;
  }

  /** The values of rows, with the records looked up that they refer to. */
  async read(rows: readonly TableRow[]): Promise<readonly ReadRow[]> {
    const found = new Map<Column, Found>();
    for (const column of this.#columns)
      if (column.reference) found.set(column, await this.#lookUp(column, column.reference, rows));
    return rows.map((row) => this.#readRow(row, found));
  }

  #readRow(row: TableRow, found: ReadonlyMap<Column, Found>): ReadRow {
    const values: Record<string, unknown> = {};
    const problems: RowProblem[] = [];
    let mayFollow = true;
    const extra = row.cells.slice(this.#plan.columns.length).some((cell) => cell !== null);
    if (extra) {
      const message = `The row has more than ${this.#plan.columns.length} cells.`;
      problems.push({ column: null, field: '', code: 'cells', message });
      mayFollow = false;
    }
    for (const column of this.#columns) {
      const { at, field, reference } = column;
      const cell = cellIn(column, row);
      const read = reference
        ? referenceOf(cell, field, reference, found.get(column)!, this.#promised)
        : readValue(cell, this.#fieldOf(field), this.#plan.locale);
      if (!read.problem) {
        if (read.value !== undefined) values[field] = read.value;
        continue;
      }
      problems.push({ column: at, field, ...read.problem });
      mayFollow &&= reference?.isOwn === true && read.problem.code === 'not-found';
    }
    return { row, values, problems, mayFollow: mayFollow && problems.length > 0 };
  }

  #fieldOf(name: string) {
    const { column, extras, key } = this.#scope.model;
    if (name === 'id') return { ...key, name: 'id', nullable: true, default: null };
    return column.get(name) ?? extras.find((extra) => extra.name === name)!;
  }

  async #lookUp(
    column: Column,
    { model, by, key, isMany }: Reference,
    rows: readonly TableRow[],
  ): Promise<Found> {
    if (by === key) return NOTHING;
    const texts = rows.flatMap((row) => {
      const cell = cellIn(column, row);
      if (cell === null) return [];
      return isMany ? (keysIn(referenceText(cell), MAX_LINKED) ?? []) : [referenceText(cell)];
    });
    return this.references.find(model, by, texts, key);
  }
}

const NOTHING: Found = new Map();

function columnsOf(plan: Plan, scope: Scope): readonly Column[] {
  const { model } = scope;
  const filled = filledIn({ model, creating: related(model, 'create', scope) });
  return sourcesOf(plan).flatMap((source, place) => {
    const { field } = source;
    if (field == null) return [];
    const at = place < plan.columns.length ? place : null;
    const constant = 'value' in source ? source.value : null;
    return [{ at, constant, field, reference: referenceTo({ ...source, field }, filled, scope) }];
  });
}

function referenceTo(
  { field, by }: Pick<PlannedConstant, 'field' | 'by'>,
  filled: ReadonlySet<string>,
  scope: Scope,
): Reference | null {
  const { core, model } = scope;
  const link = model.links.find(({ name }) => name === field);
  const column = model.column.get(field);
  const name = link?.model ?? column?.reference?.model;
  if (name === undefined) return null;
  const target = core.model(name);
  const key = link?.key ?? column!.reference!.key;
  const isFilled = filled.has(field) && column?.nullable === false;
  return {
    ...{ model: target, by: by ?? key, key, isMany: !!link, isOwn: name === model.name },
    isListed: related(target, 'list', scope) !== null,
    empty: { value: link ? [] : isFilled ? undefined : null },
  };
}

type Read = ReturnType<typeof readValue>;

function referenceOf(
  cell: Cell,
  field: string,
  reference: Reference,
  found: Found,
  promised: FindPromised,
): Read {
  const { isMany, empty } = reference;
  if (cell === null || cell === '') return empty;
  const text = referenceText(cell);
  if (!isMany) return keyOf(text, field, reference, found, promised);
  const texts = keysIn(text, MAX_LINKED);
  if (texts === null) return problem('value', `${field}: a quotation does not end`);
  if (texts.length > MAX_LINKED)
    return problem('too-many', `${field} must name at most ${MAX_LINKED} records`);
  const keys: unknown[] = [];
  for (const one of texts) {
    const read = keyOf(one, field, reference, found, promised);
    if (read.problem) return read;
    if (read.value !== undefined) keys.push(read.value);
  }
  return { value: keys };
}

/** The key of the one record that a text names: ambiguous ones are nobody. Of one that was taken back there is none. */
function keyOf(
  text: string,
  field: string,
  { model, by, key, isMany, isOwn, isListed }: Reference,
  found: Found,
  promised: FindPromised,
): Read {
  const earlier = isOwn ? promised(by, text, key) : [];
  if (by === key) {
    if (earlier.includes(null)) return { value: undefined };
    if (isMany && key !== 'id') return { value: text };
    const value = typeOf(model.column.get(key)!).parse(text.trim());
    if (value !== null) return { value };
    const wrong = `${field}: "${show(text)}" is not ${key === 'id' ? 'an id' : `a value of ${key}`}`;
    return isListed
      ? problem('number', wrong)
      : problem('not-listed', `${wrong}, and you may look up these records by ${key} only`);
  }
  const taken = earlier.filter((one) => one === null).length;
  const keys = new Set([...(found.get(text) ?? []), ...earlier.filter((one) => one !== null)]);
  const name = spokenName(model.name);
  const what = by === 'label' ? `called "${show(text)}"` : `with the ${by} "${show(text)}"`;
  if (keys.size + taken > 1) return problem('ambiguous', `There is more than one ${name} ${what}`);
  if (taken === 1) return { value: undefined };
  const [value] = keys;
  return value === undefined
    ? problem('not-found', `There is no ${name} ${what}${isOwn ? FIRST : ''}`)
    : { value };
}

/** Rows of a chunk may refer to each other in any order, but chunks are written in theirs. */
const FIRST = '. Rows of the file come before those that refer to them';

const problem = (code: string, message: string): Read => ({
  problem: { code, message: sentence(message) },
});
