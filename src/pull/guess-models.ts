import { KEY_TYPES, PART_TYPES } from '../model/keys.js';
import { sqlNameFault } from '../model/names.js';
import { keyOf, type LeftOut, leftOutOf } from './choose-tables.js';
import type { DatabaseKind, DatabaseSchema, Table } from './database.js';
import type { DraftModel } from './draft.js';
import { guessModel } from './guess-model.js';
import { guessType } from './guess-type.js';
import { joinsOf } from './join-tables.js';
import { invert, nameTables, prefixesOf } from './name-tables.js';

/** The models of some tables, and the tables that cannot be models after all. */
export interface Drafts {
  readonly models: readonly DraftModel[];
  readonly leftOut: readonly LeftOut[];
}

/** Guesses the models of tables. */
export function guessModels(
  { kind }: Pick<DatabaseSchema, 'kind'>,
  tables: readonly Table[],
): Drafts {
  const leftOut = tables.flatMap((table) => {
    const why = keyFault(table, kind);
    return why === null ? [] : [leftOutOf(table, why)];
  });
  const fitting = tables.filter((table) => keyFault(table, kind) === null);
  const all = nameTables(fitting, kind);
  const joins = joinsOf(all);
  const naming = all.filter(({ table }) => !joins.some((join) => join.table === table));
  const [inverses, prefixes] = [invert(naming), prefixesOf(naming)];
  const models = naming.map((named) => {
    const model = guessModel(named, { naming, database: kind, as: inverses.get(named.table)! });
    const many = joins.filter(({ owner }) => owner === named);
    return {
      ...model,
      prefix: prefixes.get(named) ?? null,
      fields: [...model.fields, ...many.map(({ field }) => field)],
      gaps: [...model.gaps, ...many.flatMap(({ gaps }) => gaps)],
    };
  });
  return { models, leftOut };
}

/** Why the key of a table is none of a model; null if it is one. */
function keyFault(table: Table, database: DatabaseKind): string | null {
  const { columns } = keyOf(table);
  for (const name of columns) {
    const column = table.columns.find((one) => one.name === name);
    const fault = sqlNameFault(name);
    if (column === undefined || fault !== null)
      return `a key with the column ${name}, whose name ${fault}`;
    const guess = guessType(column, { database, isKeyed: true });
    if (typeof guess === 'string') return `a key with the column ${name}: ${guess}`;
    if (!(columns.length > 1 ? PART_TYPES : KEY_TYPES).includes(guess.type))
      return `a key with the column ${name}, a ${guess.type}`;
  }
  return null;
}
