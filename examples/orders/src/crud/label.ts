import type { Dialect } from '../database/dialect.js';
import type { ColumnInfo, ModelInfo } from './model-info.js';
import type { Values } from './model-module.js';

/** A label template for one set of readable fields: `{number} {customer}`. */
export interface LabelTemplate {
  readonly parts: readonly LabelPart[];
  /** What follows the last part. */
  readonly after: string;
}

interface LabelPart {
  /** Stands between this part and an earlier one; before the first part it always stands. */
  readonly before: string;
  readonly column: ColumnInfo;
}

/** Splits a template; a part that the reader may not read is gone, with what stands before it. */
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

/** What a record without any label text is called. */
export const plainLabel = (model: ModelInfo, id: unknown): string => `${model.name} #${String(id)}`;

/** The label of one record. Parts that are empty vanish together with what stands before them. */
export function labelText({ parts, after }: LabelTemplate, model: ModelInfo, row: Values): string {
  let text = '';
  for (const { before, column } of parts) {
    const value = textOf(row[column.name]);
    if (value !== '') text += text === '' ? value : before + value;
  }
  return text === '' ? plainLabel(model, row.id) : (parts[0]!.before + text + after).trim();
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** The same as an SQL expression; null where a part is more than the database can say. */
export function labelSql(
  { parts, after }: LabelTemplate,
  model: ModelInfo,
  dialect: Dialect,
): string | null {
  if (
    parts.some(
      ({ column }) => column.transformer || column.type === 'boolean' || column.type === 'json',
    )
  )
    return null;
  const literal = (text: string) => `'${text.replaceAll("'", "''")}'`;
  const fallback = `${literal(`${model.name} #`)} || ${dialect.quote('id')}`;
  if (parts.length === 0) return fallback;
  const values = parts.map(({ column }) => partSql(column, dialect));
  const pieces = parts.flatMap(({ before }, index) => {
    const value = values[index]!;
    if (index === 0 || before === '') return [value];
    const needed = [
      ...(isSure(parts[index]!.column) ? [] : [`${value} <> ''`]),
      ...(parts.slice(0, index).some(({ column }) => isSure(column))
        ? []
        : [`${values.slice(0, index).join(' || ')} <> ''`]),
    ];
    const separator = literal(before);
    if (needed.length === 0) return [separator, value];
    return [`CASE WHEN ${needed.join(' AND ')} THEN ${separator} ELSE '' END`, value];
  });
  const whole = [literal(parts[0]!.before), ...pieces, literal(after)].filter(
    (sql) => sql !== "''",
  );
  const text = whole.length === 1 ? `trim(${whole[0]})` : `trim(${whole.join(' || ')})`;
  if (parts.some(({ column }) => isSure(column))) return text;
  return `CASE WHEN ${values.join(' || ')} <> '' THEN ${text} ELSE ${fallback} END`;
}

function partSql(column: ColumnInfo, dialect: Dialect): string {
  const text = dialect.asText(dialect.quote(column.column), column);
  return column.nullable ? `COALESCE(${text}, '')` : text;
}

/** Never null and never empty: a required text is neither. */
const isSure = (column: ColumnInfo): boolean => !column.nullable;
