import type { QueryDialect } from '../../database/query-dialect.js';
import { isNumber, type ColumnInfo } from '../../fields/column-info.js';
import type { ModelInfo } from '../../model/model-info.js';
import type { Values } from '../../model/hooks.js';

/** A label template for one set of readable fields: `{number} {customer}`. */
export interface LabelTemplate {
  readonly parts: readonly LabelPart[];
  /** The text after the last part. */
  readonly after: string;
}

interface LabelPart {
  /** The text between this part and an earlier one; before the first part it is always present. */
  readonly before: string;
  readonly column: ColumnInfo;
}

/** Splits a template; parts that the reader may not read are dropped together with the text before them. */
export function parseLabel(
  template: string,
  model: ModelInfo,
  readable: ReadonlySet<string>,
): LabelTemplate {
  const words = template.split(/\{([^}]*)\}/);
  const parts: LabelPart[] = [];
  for (let at = 1; at < words.length; at += 2) {
    const column = model.column.get(words[at]!)!;
    if (readable.has(column.name)) parts.push({ before: words[at - 1]!, column });
  }
  return { parts, after: words.at(-1)! };
}

/** The label of a record without any label text: `Ticket #7`, `Country DE` where the id is no number, `Sales` without one. */
export const plainLabel = (model: ModelInfo, id: unknown): string =>
  model.isKeyless ? model.name : `${model.name} ${isNumber(model.key) ? '#' : ''}${String(id)}`;

/** The label of one record. Empty parts are dropped together with the text before them. */
export function labelText({ parts, after }: LabelTemplate, model: ModelInfo, row: Values): string {
  let text = '';
  for (const { before, column } of parts) {
    const value = textOf(row[column.name]);
    if (value !== '') text += text === '' ? value : before + value;
  }
  const whole = text === '' ? '' : trimSpaces(parts[0]!.before + text + after);
  return whole === '' ? plainLabel(model, row.id) : whole;
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** Spaces only, as `trim` in SQL. Not by a regular expression, which would backtrack over long runs of spaces. */
function trimSpaces(text: string): string {
  let [start, end] = [0, text.length];
  while (start < end && text[start] === ' ') start += 1;
  while (end > start && text[end - 1] === ' ') end -= 1;
  return text.slice(start, end);
}

/** A label as an SQL expression; null where a part cannot be expressed in SQL. */
export function labelSql(
  { parts, after }: LabelTemplate,
  model: ModelInfo,
  dialect: QueryDialect,
): string | null {
  if (parts.some(({ column }) => !isSqlText(column))) return null;
  const id = model.rowKey.text(dialect);
  if (id === null) return null;
  const plain = `${literal(plainLabel(model, ''))} || ${id}`;
  if (parts.length === 0) return plain;
  const values = parts.map(({ column }) => partSql(column, dialect));
  const pieces = parts.map(({ before }, index) => {
    const value = values[index]!;
    if (index === 0 || before === '') return value;
    const earlier = values.slice(0, index).join(' || ');
    return `CASE WHEN ${value} = '' THEN '' WHEN ${earlier} = '' THEN ${value} ELSE ${literal(before)} || ${value} END`;
  });
  const text = pieces.join(' || ');
  const frame = [parts[0]!.before, after];
  const whole = frame.every((part) => part === '')
    ? text
    : `CASE WHEN ${values.join(' || ')} <> '' THEN ${literal(frame[0]!)} || ${text} || ${literal(frame[1]!)} END`;
  return `COALESCE(NULLIF(trim(${whole}), ''), ${plain})`;
}

/** Types whose text in SQL equals that in JavaScript. */
const isSqlText = ({ transformer, type }: ColumnInfo): boolean =>
  !transformer && type !== 'boolean' && type !== 'json' && type !== 'added';

function partSql(column: ColumnInfo, dialect: QueryDialect): string {
  const text = dialect.asText(dialect.quote(column.column), column);
  return column.nullable ? `COALESCE(${text}, '')` : text;
}

const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`;
