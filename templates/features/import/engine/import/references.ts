import type { ColumnInfo } from '../fields/column-info.js';
import type { ModelInfo } from '../model/model-info.js';
import type { Row } from '../model/operations.js';
import type { Scalar, Where } from '../model/where.js';
import { everyRow } from '../records/every-row.js';
import { find } from '../records/find.js';
import { parseLabel } from '../records/reading/label.js';
import { readQuery } from '../records/reading/read-query.js';
import { authorize, type Granted, type Scope } from '../records/scope.js';
import { cellText, unguardText, type Cell } from './cells.js';
import type { Locale } from './locale.js';
import { readValue } from './read-value.js';

/** How many records are gone through for labels that no column has. */
const MAX_LABELS = 100_000;
/** How many records one question returns at most. */
const MAX_FOUND = 5000;

/** Too many records to look through for labels. */
export class TooManyLabels extends Error {
  override readonly name = 'TooManyLabels';
}

/** Keys of records by the texts that they were looked for by: none, one, or some of several. */
export type Found = ReadonlyMap<string, readonly Scalar[]>;

/** Finds records of other models by what a file calls them, under the rules of their lists for one user. */
export class References {
  readonly #scopeOf: (model: ModelInfo) => Scope;
  readonly #locale: Locale;
  /** The records of models whose labels no column has, as far as they have been read. */
  readonly #labels = new Map<string, Promise<Found>>();

  constructor(scopeOf: (model: ModelInfo) => Scope, locale: Locale) {
    this.#scopeOf = scopeOf;
    this.#locale = locale;
  }

  /** The keys (ids, or values of a unique field) of records with these texts as their label, or in a field. */
  async find(model: ModelInfo, by: string, texts: readonly string[], key = 'id'): Promise<Found> {
    const wanted = [...new Set(texts)];
    if (wanted.length === 0) return new Map();
    const scope = this.#scopeOf(model);
    const field = by === 'label' ? labelColumn(scope) : model.column.get(by);
    if (!field) return this.#byLabel(scope, wanted, key);
    const values = new Map(
      wanted.flatMap((text): [string, Scalar][] => {
        const { value } = readValue(text, field, this.#locale) as { value?: unknown };
        return value == null ? [] : [[text, value as Scalar]];
      }),
    );
    const rows = await this.#rowsWith(scope, field, [...new Set(values.values())]);
    const byValue = grouped(rows, field.name, key);
    return new Map([...values].map(([text, value]) => [text, byValue.get(String(value)) ?? []]));
  }

  /** Forgets what was read of a model that has been written. */
  forget({ name }: ModelInfo): void {
    for (const place of this.#labels.keys())
      if (place.startsWith(`${name} `)) this.#labels.delete(place);
  }

  async #rowsWith(
    scope: Scope,
    { name: field }: ColumnInfo,
    values: readonly Scalar[],
  ): Promise<readonly Row[]> {
    const where: Where = { op: 'in', field, values };
    const rows = await find(scope, { where, limit: MAX_FOUND });
    if (rows.length < MAX_FOUND || values.length === 1) return rows;
    const each: Row[] = [];
    for (const value of values)
      each.push(...(await find(scope, { where: { op: 'eq', field, value }, limit: 2 })));
    return each;
  }

  async #byLabel(scope: Scope, texts: readonly string[], key: string): Promise<Found> {
    const place = `${scope.model.name} ${key}`;
    const known = this.#labels.get(place) ?? readLabels(scope, key);
    this.#labels.set(place, known);
    const all = await known;
    return new Map(texts.map((text) => [text, all.get(text) ?? []]));
  }
}

/** The column that is the whole label of a model. */
function labelColumn(scope: Scope): ColumnInfo | null {
  const { model } = scope;
  if (model.label.kind !== 'template') return null;
  const { grant } = authorize(scope, 'list');
  const { parts, after } = parseLabel(model.label.template, model, grant.readable);
  const [only, ...more] = parts;
  const isWhole = only !== undefined && more.length === 0 && only.before === '' && after === '';
  const { type, transformer, nullable } = only?.column ?? {};
  // Without a value a record is called otherwise.
  return isWhole && type === 'string' && !transformer && !nullable ? only.column : null;
}

/** The list without filters, in its own order. */
const wholeList = (allowed: Granted) => readQuery({}, allowed);

async function readLabels(scope: Scope, key: string): Promise<Found> {
  const found = new Map<string, Scalar[]>();
  let count = 0;
  for await (const rows of everyRow(scope, { request: wholeList, size: () => 500 })) {
    count += rows.length;
    if (count > MAX_LABELS) throw new TooManyLabels(scope.model.name);
    addTo(found, rows, '_label', key);
  }
  return found;
}

function grouped(rows: readonly Row[], field: string, key: string): Found {
  const found = new Map<string, Scalar[]>();
  addTo(found, rows, field, key);
  return found;
}

function addTo(found: Map<string, Scalar[]>, rows: readonly Row[], field: string, key: string) {
  for (const row of rows) {
    const text = String(row[field]);
    const same = found.get(text);
    if (same) same.push(row[key] as Scalar);
    else found.set(text, [row[key] as Scalar]);
  }
}

/** The text by which a cell names a record. */
export const referenceText = (cell: Exclude<Cell, null>): string =>
  typeof cell === 'string' ? unguardText(cell) : (cellText(cell) ?? '');
