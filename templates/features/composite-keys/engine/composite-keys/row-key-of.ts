import type { QueryDialect } from '../database/query-dialect.js';
import type { ColumnInfo, FieldType } from '../fields/column-info.js';
import type { RowKey } from '../model/row-key.js';
import { idOfTexts, partsIn } from './id-text.js';

/** How a database has arrays of texts: that of an id, and those of a list of ids as rows with a column `value`. */
interface ArraySql {
  of(texts: string): string;
  bound(mark: string): string;
  each(mark: string): string;
}

const ARRAYS: Readonly<Record<'sqlite' | 'postgres', ArraySql>> = {
  sqlite: {
    of: (texts) => `json_array(${texts})`,
    bound: (mark) => mark,
    each: (mark) => `json_each(${mark}) AS _ids`,
  },
  postgres: {
    of: (texts) => `jsonb_build_array(${texts})::text`,
    bound: (mark) => `${mark}::jsonb`,
    each: (mark) => `unnest(${mark}::jsonb[]) AS _ids (value)`,
  },
};

/** The texts of a moment in SQLite, where any zeros may be missing at its end: the shortest and the longest of them. */
const momentEnds = (iso: string): readonly [first: string, last: string] => {
  const text = `replace(rtrim(${iso}, 'Z'), 'T', ' ')`;
  return [`rtrim(rtrim(${text}, '0'), '.')`, `substr(${text} || '000', 1, 26)`];
};

/** The lengths of all texts of a moment, of which each begins the longer ones. */
const MOMENT_LENGTHS = `json_each('[19,21,22,23,24,25,26]')`;

/** A part of a key as it is compared: PostgreSQL has no equality of an enum and a text. */
const compared = (name: string, { type }: ColumnInfo, database: 'sqlite' | 'postgres'): string =>
  type === 'enum' && database === 'postgres' ? `${name}::text` : name;

/** Types whose texts are the same in a URL. */
const PLAIN: readonly FieldType[] = ['integer', 'bigint', 'uuid', 'date'];

/** The row key of a model with a key of several columns, in their order. */
export function rowKeyOf(parts: readonly ColumnInfo[], database: 'sqlite' | 'postgres'): RowKey {
  const array = ARRAYS[database];
  const names = ({ quote }: QueryDialect) => parts.map(({ column }) => quote(column));
  const columns = (dialect: QueryDialect): string => names(dialect).join(', ');
  const texts = (dialect: QueryDialect) =>
    parts.map((part) => dialect.asText(dialect.quote(part.column), part));
  /** The value of a part in an array, in the type of its column. */
  const item = (from: string, at: number, dialect: QueryDialect): string =>
    dialect.cast(`(${from} ->> ${at})`, parts[at]!);
  /** Whether several texts in a column are a value. */
  const hasForms = ({ type }: ColumnInfo): boolean => database === 'sqlite' && type === 'datetime';
  const isPlain = parts.every(({ type }) => PLAIN.includes(type));
  const text = (dialect: QueryDialect): string | null =>
    isPlain ? `(${texts(dialect).join(` || ',' || `)})` : null;
  const valuesIn = (id: unknown): readonly unknown[] => partsIn(id, parts) ?? [];
  return {
    id: (dialect) => array.of(texts(dialect).join(', ')),
    json: text,
    text,
    columns,
    row: (dialect) => `(${columns(dialect)})`,
    is: (mark, dialect) =>
      names(dialect)
        .map((name, at) => {
          const value = item(array.bound(mark), at, dialect);
          if (hasForms(parts[at]!)) return `${name} BETWEEN ${momentEnds(value).join(' AND ')}`;
          const same = dialect.equals?.(parts[at]!);
          return same?.(name, value) ?? `${compared(name, parts[at]!, database)} = ${value}`;
        })
        .join(' AND '),
    among(mark, dialect) {
      const sought = names(dialect).map((name, at) => compared(name, parts[at]!, database));
      const forms: string[] = [];
      const from = [array.each(mark)];
      const items = parts.map((part, at) => {
        const value = item('_ids.value', at, dialect);
        if (!hasForms(part)) return value;
        const [first, last] = momentEnds(value);
        from.push(`${MOMENT_LENGTHS} AS _form${at}`);
        forms.push(`_form${at}.value >= length(${first})`);
        return `substr(${last}, 1, _form${at}.value)`;
      });
      const where = forms.length === 0 ? '' : ` WHERE ${forms.join(' AND ')}`;
      return `(${sought.join(', ')}) IN (SELECT ${items.join(', ')} FROM ${from.join(', ')}${where})`;
    },
    stored(id, dialect) {
      const values = valuesIn(id);
      return parts.map((part, at) => dialect.encode(values[at], part));
    },
    valueIn: (field, id) =>
      field === 'id' ? id : valuesIn(id)[parts.findIndex(({ name }) => name === field)],
    idOf: (values) => idOfTexts(parts.map(({ name }) => String(values[name]))),
    endsIndexes: false,
  };
}
