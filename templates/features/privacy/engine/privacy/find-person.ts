import { USERS } from '../auth/entities.js';
import { statementOf } from '../database/dialect.js';
import type { ModelInfo } from '../model/model-info.js';
import { rowsInTables, type FoundRows } from './feature-rows.js';
import { erasedOwners } from './held-rows.js';
import { Mentions } from './mentions.js';
import { personalColumns, rulesOf } from './personal-rules.js';
import { isTold, type PersonalTable } from './personal-tables.js';
import { reach, type PersonRow, type Reach } from './reach.js';
import type { Place } from './stored-rows.js';
import { toldOf, type ToldRows } from './told-records.js';

/** Rows of a join table that are removed, by a column with the id of a record. */
export interface FoundLinks {
  readonly table: string;
  readonly column: string;
  readonly values: readonly unknown[];
  readonly rows: number;
}

/** Everything that a service has of a person. */
export interface Held extends Reach {
  readonly person: PersonRow;
  readonly links: readonly FoundLinks[];
  readonly tables: readonly FoundRows[];
  readonly told: readonly ToldRows[];
  readonly known: KnownTexts;
}

/** What is known of a person that texts may tell: it is gone once they are erased. */
export interface KnownTexts {
  readonly texts: readonly string[];
  /** The names and addresses by which they sign in, in lower case. */
  readonly names: ReadonlySet<string>;
}

const NOTHING: KnownTexts = { texts: [], names: new Set() };

/** What a service knows of its own tables. */
export interface Known {
  /** The models of the project, users and tenants among them. */
  readonly models: readonly ModelInfo[];
  readonly tables: readonly PersonalTable[];
}

/** Finds all that there is of a person, from their record on, and by what was known of them before they were erased. */
export async function findPerson(
  person: PersonRow,
  { models, tables }: Known,
  place: Place,
  before = NOTHING,
): Promise<Held> {
  const reached = await reach(person, models, place);
  const told: ToldRows[] = [];
  for (const table of tables)
    for (const rows of table.rows ?? [])
      if ('record' in rows)
        told.push(await toldOf(table, rows.record, reached.rows, models, place));
  const about = reached.rows.filter(({ fate }) => fate !== 'unlinked');
  const texts = [...textsOf(person, about), ...told.flatMap((one) => one.texts)];
  const known = {
    texts: [...new Set([...before.texts, ...texts])],
    names: new Set([...before.names, ...namesOf(about)]),
  };
  const sought = {
    users: about.filter(({ model }) => model.table === USERS).map(({ id }) => id),
    names: known.names,
    mentions: new Mentions(known.texts),
    owners: erasedOwners(reached.rows),
  };
  const found = await rowsInTables(tables.filter(isTold), sought, place);
  const links = await linksOf(about, models, place);
  return { ...reached, person, links, tables: found, told, known };
}

/** What users among the rows sign in with, in lower case. */
const namesOf = (rows: readonly PersonRow[]): ReadonlySet<string> =>
  new Set(
    rows
      .filter(({ model }) => model.table === USERS)
      .flatMap(({ values }) =>
        ['username', 'username_key', 'email', 'email_key'].map((name) => values[name]),
      )
      .filter((value) => typeof value === 'string' && value !== '')
      .map((name) => String(name).toLowerCase()),
  );

/** The texts of personal fields, those of the person's own record first. */
function textsOf(person: PersonRow, rows: readonly PersonRow[]): readonly string[] {
  const others = rows.filter(({ model, id }) => model !== person.model || id !== person.id);
  const own = rows.filter((row) => !others.includes(row));
  return [...own, ...others].flatMap(({ model, values }) =>
    personalColumns(model).flatMap(({ column }) => {
      const value = values[column.name];
      return typeof value === 'string' && isSpoken(column.type) ? [value] : [];
    }),
  );
}

/** Types whose values people have for themselves; a date or a choice is that of many. */
const isSpoken = (type: string): boolean => type === 'string' || type === 'text';

async function linksOf(
  rows: readonly PersonRow[],
  models: readonly ModelInfo[],
  place: Place,
): Promise<readonly FoundLinks[]> {
  const { dialect, session } = place;
  const found: FoundLinks[] = [];
  for (const owner of models)
    for (const { name, model, table, ownColumn, otherColumn } of owner.links) {
      if (rulesOf(owner).get(name)?.way !== 'empty') continue;
      for (const [side, column] of [
        [owner.name, ownColumn],
        [model, otherColumn],
      ] as const) {
        const own = rows.filter((row) => row.model.name === side);
        if (own.length === 0) continue;
        const values = own.map((row) => dialect.encode(row.id, row.model.key));
        const where = `${dialect.quote(column)} IN (${values.map((_, at) => dialect.placeholder(at + 1)).join(', ')})`;
        const sql = `SELECT COUNT(*) FROM ${dialect.quote(table)} WHERE ${where}`;
        const [[count] = [0]] = await session.rows(statementOf(sql), values);
        if (Number(count) > 0) found.push({ table, column, values, rows: Number(count) });
      }
    }
  return found;
}
