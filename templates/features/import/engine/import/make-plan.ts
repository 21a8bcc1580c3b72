import type { ColumnInfo } from '../fields/column-info.js';
import { typeOf } from '../fields/field-types.js';
import { isTimeZone, UTC } from '../fields/periods.js';
import type { ModelInfo } from '../model/model-info.js';
import type { FieldProblem } from '../problem/problem.js';
import type { Scope } from '../records/scope.js';
import { cellText, keysIn, type Cell } from './cells.js';
import type { Bytes } from './encodings.js';
import { guessColumns } from './guess-columns.js';
import { DATE_ORDERS, DECIMALS, guessDates, guessDecimal, type Locale } from './locale.js';
import { mappedIn, type Plan, type PlannedColumn, type PlannedConstant } from './plan.js';
import { plain } from './read-value.js';
import { References, referenceText } from './references.js';
import { guessForm, refused, tableRows, type FileReader, type TableForm } from './table.js';
import { withoutUnit } from './read-unit.js';
import { fieldsOf, givesId, type ImportField, type Target } from './target.js';

/** What whoever brings a file says of it; all else is guessed. */
export interface Given {
  readonly encoding?: string | undefined;
  readonly separator?: string | undefined;
  readonly sheet?: string | undefined;
  readonly decimal?: string | undefined;
  readonly dates?: string | undefined;
  readonly time_zone?: string | undefined;
  readonly language: string | null;
  readonly labels: Readonly<Record<string, string>>;
}

export interface PlanParts extends FileReader {
  readonly target: Target;
  /** What the user may do with any model. */
  readonly scopeOf: (model: ModelInfo) => Scope;
}

/** A plan, and how many rows the file has. */
export interface Planned {
  readonly plan: Plan;
  readonly total: number;
}

export const MAX_COLUMNS = 500;
/** Rows that are guessed from, and those that are shown. */
const GUESSED_FROM = 1000;
export const SHOWN = 10;

/** Reads a file and guesses what is to become of it; 422 for one that cannot be read, or that has no rows. */
export async function makePlan(bytes: Bytes, given: Given, parts: PlanParts): Promise<Planned> {
  const { target } = parts;
  const { form, sheets } = await guessForm(bytes, textForm(given), parts);
  const { headers, samples, total } = await readTable(bytes, form, parts);
  const on = guessKey(headers, target);
  const { language, labels } = given;
  const guessed = guessColumns(headers, target, { on, labels });
  const columns = guessed.map((one, at) => withoutEmpty(one, at, samples));
  const locale = localeOf(given, form, columns, samples, localFields(target, on));
  const plan: Plan = {
    ...{ form, sheets, locale, language, labels, on },
    columns: await withWays(columns, samples, locale, on, parts),
    constants: [],
    samples: samples.slice(0, SHOWN).map((cells) => headers.map((_, at) => textAt(cells, at))),
  };
  return { plan, total };
}

const textAt = (cells: readonly Cell[], at: number): string | null =>
  cellText(cells[at] ?? null)?.slice(0, 1000) ?? null;

const textForm = ({ encoding, separator, sheet }: Given): Partial<TableForm> => {
  if (separator !== undefined && !/^[^\p{Letter}\p{Number}"\r\n\uFEFF]$/u.test(separator))
    throw refused(
      'separator',
      'value',
      'A separator must be a single character, such as a semicolon.',
    );
  return {
    ...(encoding !== undefined && { encoding }),
    ...(separator !== undefined && { separator }),
    ...(sheet !== undefined && { sheet }),
  };
};

async function readTable(bytes: Bytes, form: TableForm, reader: FileReader) {
  let headers: readonly string[] | null = null;
  const samples: (readonly Cell[])[] = [];
  let total = 0;
  for await (const { cells } of tableRows(bytes, form, reader)) {
    if (headers === null) {
      headers = headersIn(cells);
      continue;
    }
    total += 1;
    if (samples.length < GUESSED_FROM) samples.push(cells);
  }
  if (headers === null) throw refused('file', 'empty', 'The file is empty.');
  if (total === 0) throw refused('file', 'no-rows', 'The file has no rows below its header.');
  return { headers, samples, total };
}

function headersIn(cells: readonly Cell[]): readonly string[] {
  const headers = cells.map((cell) => (cellText(cell) ?? '').trim().slice(0, 255));
  const length = headers.findLastIndex((header) => header !== '') + 1;
  if (length > MAX_COLUMNS)
    throw refused('file', 'too-many', `The file has more than ${MAX_COLUMNS} columns.`);
  return headers.slice(0, length);
}

/** The id where the file has it, as an export does; else all records are new, where the user may create any. */
function guessKey(headers: readonly string[], { creating, keys }: Target): Plan['on'] {
  const names = headers.map((header) => header.toLowerCase());
  const [id] = keys;
  if (id && names.includes('id')) return id;
  if (creating) return null;
  return keys.find((key) => key.every((name) => names.includes(name))) ?? null;
}

/** A column without a name and without values is none. */
function withoutEmpty(
  column: PlannedColumn,
  at: number,
  samples: readonly (readonly Cell[])[],
): PlannedColumn {
  const isEmpty = column.header === '' && samples.every((cells) => (cells[at] ?? null) === null);
  return isEmpty ? { header: '', field: null } : column;
}

const NUMBERS: readonly string[] = ['integer', 'bigint', 'float', 'decimal'];
const MOMENTS: readonly string[] = ['date', 'datetime'];

/** A field, and what its numbers are of. */
type LocalField = Pick<ImportField, 'name' | 'type'> & Pick<ColumnInfo, 'unit'>;

const localFields = (target: Target, on: Plan['on']): readonly LocalField[] =>
  fieldsOf(target, on).map(({ name, type }) => {
    return { name, type, unit: target.model.column.get(name)?.unit ?? null };
  });

/** A cell without the unit of its field: what is left says which decimal sign it has. */
const bareCell = (cell: Cell, unit: string | null): Cell =>
  typeof cell === 'string' ? (withoutUnit(cell, unit) ?? cell) : cell;

function localeOf(
  given: Given,
  form: TableForm,
  columns: readonly PlannedColumn[],
  samples: readonly (readonly Cell[])[],
  fields: readonly LocalField[],
): Locale {
  const cellsOf = (types: readonly string[]) =>
    columns.flatMap(({ field }, at) => {
      const { type, unit = null } = fields.find(({ name }) => name === field) ?? {};
      // What nobody has decided yet may become one of them.
      const isHint = field === undefined || (type !== undefined && types.includes(type));
      return isHint ? samples.map((cells) => bareCell(cells[at] ?? null, unit)) : [];
    });
  const hints = {
    numbers: cellsOf(NUMBERS),
    dates: cellsOf(MOMENTS),
    separator: form.separator,
    language: given.language,
  };
  const guessed = { decimal: guessDecimal(hints), dates: guessDates(hints), timeZone: UTC };
  return givenLocale(given, guessed);
}

/** A locale with what is given of it; 422 for what is none. */
export function givenLocale(
  given: { readonly [K in 'decimal' | 'dates' | 'time_zone']?: unknown },
  known: Locale,
): Locale {
  const one = <T>(name: string, value: unknown, all: readonly T[], instead: T): T => {
    if (value === undefined) return instead;
    const found = all.find((each) => each === value);
    if (found === undefined)
      throw refused(name, 'value', `${name} must be one of ${all.join(' ')}`);
    return found;
  };
  const zone = given.time_zone ?? known.timeZone;
  if (typeof zone !== 'string' || !isTimeZone(zone))
    throw refused(
      'time_zone',
      'value',
      'This time zone does not exist; a valid name is Europe/Berlin.',
    );
  return {
    decimal: one('decimal', given.decimal, DECIMALS, known.decimal),
    dates: one('dates', given.dates, DATE_ORDERS, known.dates),
    timeZone: zone,
  };
}

/** How many texts of a column are looked for, to see what they are. */
const TRIED = 50;

/**
 * What records are found by, where nobody says it: ids where all texts are some, else what finds most of them. In a column that is called
 * as the field is (`person_id`), texts that are ids count as found, so that others are refused, each in its cell.
 */
export async function withWays<Source extends PlannedColumn | PlannedConstant>(
  columns: readonly Source[],
  samples: readonly (readonly Cell[])[],
  locale: Locale,
  on: Plan['on'],
  { target, scopeOf }: PlanParts,
): Promise<readonly Source[]> {
  const fields = fieldsOf(target, on);
  const references = new References(scopeOf, locale);
  const { core } = scopeOf(target.model);
  const decided: Source[] = [];
  for (const [at, column] of columns.entries()) {
    const field = fields.find(({ name }) => name === column.field);
    if (!field?.by || column.by !== undefined) {
      decided.push(column);
      continue;
    }
    const texts = textsOf(samples, at, field.type === 'refs');
    const model = core.models.find(({ prefix }) => prefix === field.model)!;
    const [own = 'id'] = field.by;
    const key = model.column.get(own)!;
    const { type } = key;
    // Any text may be an id of such a model: whether there is a record with it decides.
    const others = field.by.filter((way) => way !== 'id');
    const ways = type === 'string' && own === 'id' ? [...others, own] : others;
    const isId = (text: string) => typeOf(key).parse(text) !== null;
    const ids = type === 'string' ? [] : texts.filter(isId);
    const isOnlyIds = type !== 'string' && ids.length === texts.length;
    const isOwn = isOnlyIds || (ids.length > 0 && isCalledAs(field, column));
    let [best, most] = isOwn ? [own, ids.length] : [others.at(-1) ?? own, 0];
    for (const way of isOnlyIds ? [] : ways) {
      const found = await references.find(model, way, texts).catch(() => new Map());
      const count = texts.filter((text) => found.get(text)?.length).length;
      if (count > most) [best, most] = [way, count];
    }
    decided.push({ ...column, by: best });
  }
  return decided;
}

/** Whether a column has the name of a reference itself, and not that of its relation: `person_id`. */
const isCalledAs = (
  { name, relation = name }: ImportField,
  column: PlannedColumn | PlannedConstant,
): boolean => 'header' in column && name !== relation && plain(column.header) === plain(name);

function textsOf(samples: readonly (readonly Cell[])[], at: number, isMany: boolean): string[] {
  const texts = samples.flatMap((cells) => {
    const cell = cells[at] ?? null;
    if (cell === null) return [];
    return isMany ? (keysIn(referenceText(cell), TRIED) ?? []) : [referenceText(cell)];
  });
  return [...new Set(texts)].slice(0, TRIED);
}

/** Why a plan cannot be carried out yet. */
export function planProblems(plan: Plan, target: Target): readonly FieldProblem[] {
  const { on, columns } = plan;
  const isFound = on?.includes('id') === true || givesId(target.model);
  const mapped = mappedIn(plan);
  const open = columns.flatMap(({ header, field }, at): FieldProblem[] => {
    const place = `columns.${at}`;
    if (field === undefined)
      return [
        {
          field: place,
          code: 'undecided',
          message: `The column ${header || at + 1} has no field yet: choose a field, or leave the column out.`,
        },
      ];
    if (field !== 'id' || isFound) return [];
    const message =
      'The column with the id can only find existing records: choose to change the records with these ids, or leave the column out.';
    return [{ field: place, code: 'id', message }];
  });
  const nothing: FieldProblem[] = columns.every(({ field }) => field == null)
    ? [{ field: 'columns', code: 'nothing', message: 'No column is imported.' }]
    : [];
  return [...open, ...nothing, ...keyProblems(on, mapped, target), ...missing(on, mapped, target)];
}

function keyProblems(
  on: Plan['on'],
  mapped: ReadonlySet<string>,
  { creating, keys }: Target,
): FieldProblem[] {
  if (on === null)
    return creating
      ? []
      : [
          {
            field: 'on',
            code: 'may-not-create',
            message:
              'You may not create these records: choose the fields that find existing records.',
          },
        ];
  const isKey = keys.some((key) => key.join() === on.join());
  const lost: FieldProblem = {
    field: 'on',
    code: 'no-unique',
    message: `You may no longer find records by ${on.join(', ')}.`,
  };
  const open = on
    .filter((name) => !mapped.has(name))
    .map((name) => ({
      field: 'on',
      code: 'required',
      message: `Records are found by ${name}, and no column has it.`,
    }));
  return [...(isKey ? [] : [lost]), ...open];
}

/** Fields that every new record needs. */
function missing(on: Plan['on'], mapped: ReadonlySet<string>, target: Target): FieldProblem[] {
  if (on !== null) return [];
  return fieldsOf(target, on)
    .filter(({ name, required }) => required && !mapped.has(name))
    .map(({ name }) => ({
      field: name,
      code: 'required',
      message: `Every record needs ${name}, and no column has it.`,
    }));
}
