import { createInterface } from 'node:readline/promises';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { USERS, usernameKey } from '../auth/entities.js';
import type { Database } from '../database/database.js';
import { parseId } from '../fields/record-id.js';
import type { ModelInfo } from '../model/model-info.js';
import { hint } from '../problem/problem.js';
import type { EngineWithPolicy } from '../records/create-engine.js';
import type { Project, ServiceParts } from '../service/project.js';
import { openService, withSettings } from '../service/start.js';
import { StartRefused } from '../settings/settings.js';
import { contentsOf } from './contents.js';
import { erase } from './erase.js';
import { ownedContents } from './export-contents.js';
import { exportOf, writeExport } from './export-person.js';
import { findPerson, type Held, type Known } from './find-person.js';
import { SERVICE_TABLES, type PersonalTable } from './personal-tables.js';
import type { PersonRow } from './reach.js';
import { rowOf, rowsAmong, type Place } from './stored-rows.js';
import { ELSEWHERE, inColumns, placesOf, unknownTables } from './tell.js';

const OPTIONS = {
  to: { type: 'string' },
  yes: { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
  'no-vacuum': { type: 'boolean', default: false },
} as const;

const USAGE =
  'type `npm run privacy -- show Patient 7`, or `export` with `--to <folder>`, or `erase` with `--yes`; a user is `User 3` or `User ann@example.com`';

const VERBS = ['show', 'export', 'erase'] as const;

type Given = ReturnType<typeof readArguments>;

/**
 * `npm run privacy -- show Patient 7`: tells where a person is; `export` writes what is held into a folder, `erase` takes it away. Ends
 * with 1 where nothing could be done.
 */
export async function runPrivacyCommand(
  project: Project,
  own: readonly PersonalTable[],
  args: readonly string[],
): Promise<void> {
  await withSettings(project, 'Nothing is done:', async (settings, features) => {
    const given = readArguments(args);
    const limits = { transactionTimeout: 0, statementTimeout: 0, logLevel: 'silent' as const };
    const service = await openService(project, { ...settings, ...limits }, features);
    try {
      await WORK[given.verb](given, knownOf(service.engine, own), service);
    } finally {
      await service.close();
    }
  });
}

function readArguments(args: readonly string[]) {
  try {
    const { positionals, values } = parseArgs({
      args: [...args],
      options: OPTIONS,
      allowPositionals: true,
    });
    const [word, model, name, ...more] = positionals;
    const verb = VERBS.find((one) => one === word);
    if (verb && model !== undefined && name !== undefined && more.length === 0)
      return { ...values, verb, model, name };
  } catch {
    // Said below, with what to type.
  }
  throw new StartRefused([USAGE]);
}

/** Tables of features are no models here, although some are served like these. */
export function knownOf(
  { models }: Pick<EngineWithPolicy, 'models'>,
  own: readonly PersonalTable[],
): Known {
  const tables = [...SERVICE_TABLES, ...own];
  const names = new Set(tables.map(({ table }) => table));
  return { tables, models: models.filter(({ table }) => !names.has(table)) };
}

/** Finds a person by a model and an id, or a user by a name or an address. */
async function personIn(
  { model: word, name }: Pick<Given, 'model' | 'name'>,
  { models }: Known,
  place: Place,
): Promise<PersonRow> {
  const same = (text: string) => text.toLowerCase() === word.replace(/^\//, '').toLowerCase();
  const model = models.find((one) => same(one.name) || same(one.prefix));
  if (!model) {
    const known = models.map((one) => one.name);
    throw new StartRefused([`there is no model ${word}${hint(word, known)}`]);
  }
  const row = await namedRow(model, name, place);
  if (row) return { ...row, model, fate: 'erased', emptied: new Set() };
  const id = model.key.type === 'integer' ? parseId(name) : name;
  if (id === null) throw new StartRefused([`there is no ${model.name} ${name}`]);
  // It may be in the history, in jobs and the like although it is gone.
  return { id, values: {}, model, fate: 'deleted', emptied: new Set() };
}

async function namedRow(model: ModelInfo, name: string, place: Place) {
  const isNumber = model.key.type === 'integer';
  const id = isNumber ? parseId(name) : name;
  if (id !== null) return rowOf(model, id, place);
  if (model.table !== USERS) return undefined;
  const users = await rowsAmong(
    model,
    model.column.get('username_key') ?? hiddenKey(model),
    [usernameKey(name)],
    place,
  );
  if (users.length > 0) return users[0];
  const found = await rowsAmong(
    model,
    model.column.get('email')!,
    [name, name.toLowerCase()],
    place,
  );
  if (found.length > 1)
    throw new StartRefused([
      `${found.length} users have the address ${name}: name one by their id, ${found.map((user) => user.id).join(', ')}`,
    ]);
  return found[0];
}

const hiddenKey = ({ stored }: ModelInfo) => stored.find(({ name }) => name === 'username_key')!;

/** Finds a person again in each transaction: what is erased is what there is then. */
export async function found(
  given: Pick<Given, 'model' | 'name'>,
  known: Known,
  place: Place,
  before?: Held,
): Promise<Held> {
  const { model, id } = before?.person ?? {};
  const named = model ? { model: model.name, name: String(id) } : given;
  return findPerson(await personIn(named, known, place), known, place, before?.known);
}

type Work = (given: Given, known: Known, parts: ServiceParts) => Promise<void>;

const held = (given: Given, known: Known, database: Database): Promise<Held> =>
  database.read((session) => found(given, known, { session, dialect: database.dialect }), {});

const WORK: Readonly<Record<Given['verb'], Work>> = {
  async show(given, known, { database }) {
    tell(await held(given, known, database), known, given);
  },

  async export(given, known, parts) {
    const { database } = parts;
    const { dialect } = database;
    const one = await held(given, known, database);
    const name = `${one.person.model.table}-${String(one.person.id).replace(/[^\w-]/g, '_')}`;
    const folder = resolve(given.to ?? `person-${name}`);
    if (existsSync(folder))
      throw new StartRefused([`${folder} exists already: choose another folder with --to`]);
    requireSomething(one);
    const owned = await database.read(
      (session) => ownedContents(one, known.tables, { session, dialect }),
      {},
    );
    const contents = contentsOf(parts);
    await writeExport(folder, await exportOf(one, database), { owned, contents });
    say(`written to ${folder}/person.json`);
  },

  async erase(given, known, parts) {
    const { database } = parts;
    const one = await held(given, known, database);
    requireSomething(one);
    if (one.obstacles.length > 0) throw new StartRefused(one.obstacles);
    if (!given.json) tell(one, known, given);
    if (!given.yes && !(await isWanted(one))) throw new StartRefused(['add `--yes` to erase']);
    const find = (place: Place, before?: Held) => found(given, known, place, before);
    const { erased, left, notes } = await erase(find, parts, { clean: !given['no-vacuum'] });
    const stays = [...left, ...notes, ...ELSEWHERE];
    const done = left.length > 0 ? 'erased, apart from what the first lines say' : 'erased';
    if (given.json) say(JSON.stringify({ ...summaryOf(erased), elsewhere: stays }));
    else for (const line of [done, ...elsewhere(stays)]) say(line);
    if (left.length > 0) process.exitCode = 1;
  },
};

function requireSomething(one: Held): void {
  if (placesOf(one).length > 0) return;
  throw new StartRefused([`nothing is held of ${nameOf(one)}`]);
}

const nameOf = ({ person }: Held): string => `${person.model.name} ${String(person.id)}`;

const summaryOf = (one: Held) => ({
  person: { model: one.person.model.name, id: one.person.id },
  places: placesOf(one),
  obstacles: one.obstacles,
});

function tell(one: Held, { tables }: Known, { json }: Given): void {
  const places = placesOf(one);
  const unknown = unknownTables(tables);
  if (json) return say(JSON.stringify({ ...summaryOf(one), unknown }));
  if (places.length === 0) return say(`nothing is held of ${nameOf(one)}`);
  say(`${nameOf(one)}, and what erasing does:`);
  for (const line of inColumns(places)) say(line);
  if (unknown.length > 0) say(`nothing is known of ${unknown.join(', ')}: look there yourself`);
  if (one.obstacles.length > 0) say('it cannot be erased yet:');
  for (const obstacle of one.obstacles) say(`  ${obstacle}`);
}

const elsewhere = (notes: readonly string[]): readonly string[] => [
  'what stays elsewhere:',
  ...notes.map((note) => `  ${note}`),
];

async function isWanted(one: Held): Promise<boolean> {
  if (!process.stdin.isTTY) return false;
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    const answer = await terminal.question(`Erase ${nameOf(one)}? It cannot be undone. Type yes: `);
    return answer.trim() === 'yes';
  } finally {
    terminal.close();
  }
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
