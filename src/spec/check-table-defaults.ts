import { isDeepStrictEqual } from 'node:util';
import type { Default, JsonValue } from '../model/model.js';
import { readValue, shownValue, type ValueRules } from '../model/value.js';
import { type Position, problem, type Problem } from '../problem.js';
import type { ColumnSpec } from '../schema/engine/schema.js';

/** A table of a feature's manifest, as far as defaults go. */
export interface DefaultedTable {
  readonly columns: Readonly<Record<string, DefaultedColumn>>;
}

type DefaultedColumn = Omit<ColumnSpec, 'default'> & { readonly default?: Default };

/** The fault of a default, and what to write instead. */
type Wrong = readonly [why: string, help: string];

/** The defaults of tables that their columns cannot hold, each at its place: migrations would fail, or rows be none. */
export function checkTableDefaults(
  tables: Readonly<Record<string, DefaultedTable>>,
  at: (pointer: string) => Position,
): Problem[] {
  return Object.entries(tables).flatMap(([table, { columns }]) =>
    Object.entries(columns).flatMap(([name, column]): Problem[] => {
      const wrong = wrongDefault(column);
      if (wrong === null) return [];
      const [why, help] = wrong;
      const message = `\`tables.${table}.columns.${name}\`: ${why}`;
      const key = column.default?.kind === 'value' ? 'default/value' : 'default';
      const place = at(`/tables/${table}/columns/${name}/${key}`);
      return [{ ...problem('bad-default', message, help), at: place }];
    }),
  );
}

function wrongDefault({ default: given, ...column }: DefaultedColumn): Wrong | null {
  if (given === undefined || given.kind === 'database' || given.kind === 'counted') return null;
  const { type } = column;
  if (type === 'sql')
    return ['a column with a type of the database has no default here', 'leave it out'];
  if (type === 'id')
    return ['an `id` has no default, because the database numbers the rows', 'leave it out'];
  if (given.kind !== 'value' && type === MOMENTS[given.kind]) return null;
  const value = given.kind === 'value' ? given.value : given.kind;
  const read = readValue({ form: 'value', value }, rulesOf({ ...column, type }));
  const shown = `\`${shownValue({ form: 'value', value })}\``;
  if (!('value' in read)) {
    const help = 'example' in read ? `write for example \`${read.example}\`` : read.change;
    return [`${shown} is not ${read.not}`, help];
  }
  return isStored(value, read.value, type)
    ? null
    : [
        `${shown} is not in the form in which the database stores it`,
        `write \`${JSON.stringify(read.value).replaceAll('"', '')}\``,
      ];
}

/** The types whose values are the time of the insert. */
const MOMENTS = { now: 'datetime', today: 'date' } as const;

/** Nothing reads a default before the database writes it: it has the form of what is stored. A number of 64 bits may be one or a text. */
const isStored = (given: JsonValue, stored: JsonValue, type: ValueRules['type']): boolean =>
  isDeepStrictEqual(given, stored) || (type === 'bigint' && String(given) === stored);

const rulesOf = ({
  type,
  length,
  precision,
  scale,
}: Pick<ValueRules, 'type'> & Pick<ColumnSpec, 'length' | 'precision' | 'scale'>): ValueRules => ({
  ...{ type, values: [], enforce: false, min: null, format: null, pattern: null },
  max: type === 'string' ? (length ?? null) : null,
  ...{ items: null, itemLength: null },
  ...{ precision: precision ?? null, scale: scale ?? null },
});
