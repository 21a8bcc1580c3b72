import { rowsOfFile, type Cell } from '../../templates/tools/prove/doors/csv.js';
import type { Person, Row } from '../../templates/tools/prove/naive/naive.js';
import { MODELS, type Name } from './random-policy.js';
import { randomQuery } from './random-query.js';
import { demandSame, toTheSecond } from './told.js';
import type { Trial } from './trial.js';

/** A list as a file: it has the rows of the list with the same filters, and of them what may be read. */
export async function askExport(trial: Trial, user: Person, name: Name): Promise<void> {
  const { naive, dice, database, engine } = trial;
  const asked = randomQuery(dice, name, naive.world);
  const columns = dice.chance(0.3) ? null : randomColumns(trial, user, name);
  const query = new URLSearchParams();
  if (columns) query.set('_columns', columns.join());
  for (const [parameter, value] of Object.entries(asked.query))
    for (const one of [value!].flat()) query.append(parameter, one);
  const path = `/_export/${engine.model(name).prefix}?${query.toString()}`;
  const where = `${path} as ${JSON.stringify(user)}`;
  database.take();
  const { status, text } = await trial.files.ask(user, 'GET', path);
  trial.count('export', status);
  const known = knownColumns(trial, user, name);
  // A file has its own parameter for columns, and nothing that a list adds of other records.
  const isOfList = ['list with _expand', 'list with _fields'];
  const parts = asked.parts.filter(({ door }) => !isOfList.includes(door));
  const readable = naive.readable(user, 'list', name);
  const isKnown =
    parts.every(({ field }) => field === null || readable.has(field)) &&
    (columns ?? []).every((column) => known.includes(column)) &&
    columns?.length !== 0;
  const expected = naive.may(user, 'list', name) ? (isKnown ? 200 : 400) : 403;
  demandSame(status, expected, `${where}: ${text}`);
  if (status !== 200) return demandSame(database.take().statements, 0, where);
  const by = naive.as(user, 'list', name);
  const rows = naive.world[name]!.filter((row) => naive.sees(by, name, row))
    .filter((row) => parts.every(({ is }) => is(row, by, naive, readable)))
    .sort(asked.order);
  const [headers = [], ...lines] = rowsOfFile(text);
  if (columns) demandSame(headers, [...new Set(columns)], where);
  else demandSame(headers.toSorted(), known.toSorted(), where);
  const told = lines.map((cells) =>
    headers.map((header, at) => [header, read(name, header!, cells[at] ?? null)]),
  );
  const shown = rows.map((row) => headers.map((header) => [header, valueOf(header!, row)]));
  demandSame(told, shown, where);

  function valueOf(header: string, row: Row): unknown {
    const [relation, isLabel] = header.split('.');
    if (isLabel === undefined) return naive.show(user, 'list', name, row)[header] ?? null;
    const record = naive.show(user, 'list', name, row, [relation!])[relation!];
    return (record as { _label: string } | null)?._label ?? null;
  }
}

/** The columns that a reader's file may have: what they may read, and of each reference the label. */
const knownColumns = ({ naive }: Trial, user: Person, name: Name): readonly string[] => {
  const readable = naive.readable(user, 'list', name);
  const labels = MODELS[name].fields
    .filter((field) => readable.has(field.name) && field.relation !== undefined)
    .map(({ relation }) => `${relation}.label`);
  return [...readable, ...labels];
};

const NOWHERE = ['pin', '_label', 'Title', 'team', 'constructor', 'team.name', 'label'];

/** Mostly of what may be read; now and then what may not, or what is nowhere. */
function randomColumns(trial: Trial, user: Person, name: Name): readonly string[] {
  const { dice } = trial;
  const known = dice.some(knownColumns(trial, user, name), 0.4);
  const columns = dice.chance(0.2) ? known.toReversed() : known;
  if (dice.chance(0.12)) {
    const fields = MODELS[name].fields.map((field) => field.name);
    return [...columns, dice.pick([...fields, ...NOWHERE])];
  }
  if (columns.length > 0 && dice.chance(0.1)) return [...columns, columns[0]!];
  return columns;
}

/** A cell as the value that it was written from. */
function read(name: Name, header: string, cell: Cell): unknown {
  const field = MODELS[name].fields.find((one) => one.name === header);
  const kind = header === 'id' ? 'integer' : field?.kind;
  if (kind === 'link') {
    const keys = cell === null ? [] : cell.split(', ');
    return field!.key === undefined ? keys.map(Number) : keys;
  }
  if (cell === null) return null;
  if (['integer', 'computed', 'total'].includes(kind!)) return Number(cell);
  return kind === 'json' ? JSON.parse(cell) : toTheSecond(cell);
}
