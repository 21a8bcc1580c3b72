import { createReadStream, existsSync, statSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { CurrentUser } from '../model/access-rules.js';
import { sizeText } from '../http/read-body.js';
import type { ModelInfo } from '../model/model-info.js';
import { HttpProblem, hint } from '../problem/problem.js';
import type { Project } from '../service/project.js';
import { openService, withSettings } from '../service/start.js';
import { StartRefused } from '../settings/settings.js';
import { changePlan } from './change-plan.js';
import { makePlan, planProblems, type Planned, type PlanParts } from './make-plan.js';
import { inWords, unchangedIn, type Plan, type StoredImport } from './plan.js';
import { runImport, type RunParts } from './run-import.js';
import { runnerOf } from './runners.js';
import { fieldsOf, targetOf, type ImportField } from './target.js';

const OPTIONS = {
  as: { type: 'string' },
  on: { type: 'string' },
  column: { type: 'string', multiple: true, default: [] as string[] },
  'leave-out': { type: 'string', multiple: true, default: [] as string[] },
  set: { type: 'string', multiple: true, default: [] as string[] },
  check: { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
  encoding: { type: 'string' },
  separator: { type: 'string' },
  sheet: { type: 'string' },
  decimal: { type: 'string' },
  dates: { type: 'string' },
  'time-zone': { type: 'string' },
} as const;

const USAGE = 'type `npm run import -- <model> <file> --as <user>`';

/**
 * `npm run import -- task tasks.csv --as admin`: imports a file as its user would, with the same checks and rules; with `--check`
 * it only tells what would come of it. Ends with 1 where a row fails.
 */
export async function runImportCommand(project: Project, args: readonly string[]): Promise<void> {
  const title = 'Nothing is imported:';
  await withSettings(project, title, async (settings, own) => {
    const given = readArgs(args);
    const service = await openService(project, { ...settings, logLevel: 'silent' }, own);
    try {
      const { parts } = runnerOf(service.database);
      const told = await importFile(given, parts).catch((error: unknown) => {
        throw error instanceof HttpProblem ? new StartRefused(reasonsOf(error)) : error;
      });
      print(told, given);
      if (told.one.failed > 0 || told.one.error !== null) process.exitCode = 1;
    } finally {
      await service.close();
    }
  });
}

type Arguments = ReturnType<typeof readArgs>;

function readArgs(args: readonly string[]) {
  try {
    const { positionals, values } = parseArgs({
      args: [...args],
      options: OPTIONS,
      allowPositionals: true,
    });
    const [model, file, ...more] = positionals;
    if (model === undefined || file === undefined || more.length > 0 || values.as === undefined)
      throw new StartRefused([USAGE]);
    return { ...values, as: values.as, model, file: resolve(file) };
  } catch (error) {
    throw error instanceof StartRefused
      ? error
      : new StartRefused([(error as Error).message, USAGE]);
  }
}

const reasonsOf = ({ problems, detail }: HttpProblem): string[] =>
  problems.length > 0 ? problems.map(({ field, message }) => `${field}: ${message}`) : [detail];

/** What an import has come to, with the first rows that failed. */
interface Told {
  readonly one: StoredImport;
  readonly rows: Awaited<ReturnType<RunParts['imports']['failures']>>;
}

/** Rows that failed of which is told. */
const SHOWN = 100;

async function importFile(given: Arguments, parts: RunParts): Promise<Told> {
  const { database, imports, engine, limit, isOwn } = parts;
  const model = modelNamed(given.model, engine.models);
  const user = await userNamed(given.as, parts);
  const scopeOf = (other: ModelInfo) => engine.scope(user)(other.entity);
  const own = { target: targetOf(scopeOf(model), isOwn(model)), scopeOf, limit };
  const id = await database.write((session) =>
    imports.add(session, { userId: user.id, model: model.prefix, name: basename(given.file) }),
  );
  const write = database.write.bind(database);
  try {
    const size = await storeFile(id, given.file, parts);
    const { plan, total } = await planFor(id, given, own, parts);
    const state = given.check ? 'checking' : 'running';
    const startedAt = Date.now();
    await write((session) =>
      imports.change(session, id, ['uploading'], { state, plan, total, size, startedAt }),
    );
    await runImport(id, new AbortController().signal, parts);
    const one = await database.read((session) => imports.find(session, id));
    const rows = await database.read((session) => imports.failures(session, id, 0, SHOWN));
    if (given.check) await write((session) => imports.remove(session, id));
    return { one: one!, rows };
  } catch (error) {
    await write((session) => imports.remove(session, id));
    throw error;
  }
}

function modelNamed(name: string, models: readonly ModelInfo[]): ModelInfo {
  const found = models.find((model) => model.name === name || model.prefix === name);
  if (found) return found;
  const near = hint(
    name,
    models.map((model) => model.name),
  );
  throw new StartRefused([`there is no model ${name}${near}`]);
}

async function userNamed(username: string, { directory }: RunParts): Promise<CurrentUser> {
  const known = await directory.credentials(username);
  const account = known && (await directory.account(known.userId));
  if (account?.active) return account.user;
  throw new StartRefused([`there is no active user named ${username}`]);
}

/** Bytes of a file that are stored together. */
const PART = 262_144;

async function storeFile(
  id: number,
  file: string,
  { database, imports, limit }: RunParts,
): Promise<number> {
  if (!existsSync(file)) throw new StartRefused([`there is no file ${file}`]);
  const { size } = statSync(file);
  if (size > limit)
    throw new StartRefused([`${file} is larger than ${sizeText(limit)}: set IMPORT_LIMIT`]);
  let position = 0;
  for await (const piece of createReadStream(file, { highWaterMark: PART })) {
    await database.write((session) => imports.addPart(session, id, position, piece as Buffer));
    position += 1;
  }
  return size;
}

async function planFor(
  id: number,
  given: Arguments,
  own: PlanParts,
  { imports }: RunParts,
): Promise<Planned> {
  const bytes = imports.bytesOf(id);
  const { encoding, sheet, decimal, dates, 'time-zone': zone } = given;
  const separator = given.separator === '\\t' ? '\t' : given.separator;
  const options = { encoding, separator, sheet, decimal, dates, time_zone: zone };
  const guessed = await makePlan(bytes, { ...options, language: null, labels: {} }, own);
  const on = given.on === undefined ? {} : { on: given.on === '' ? null : given.on.split(',') };
  const fields = fieldsOf(own.target, guessed.plan.on);
  const columns = columnsFor(guessed.plan, given, fields);
  const constants = constantsFor(given, fields);
  const planned = await changePlan(guessed, { ...on, columns, constants }, bytes, own);
  const [first, ...rest] = planProblems(planned.plan, own.target);
  if (first) throw new StartRefused([first, ...rest].map((one) => withWay(one.message, one.code)));
  return planned;
}

/** The commands to type for a problem of the columns, by its code. */
const WAYS: Readonly<Record<string, string>> = {
  undecided: '--column "Header=field", or --leave-out "Header"',
  id: '--on id, or --leave-out "Header"',
  required: '--column "Header=field", or --set field=value for all rows',
};

const withWay = (message: string, code: string): string =>
  Object.hasOwn(WAYS, code) ? `${message} (${WAYS[code]})` : message;

/** The columns as they are guessed, but for those that the arguments name by their headers. */
function columnsFor(
  { columns }: Plan,
  given: Arguments,
  known: readonly ImportField[],
): readonly object[] {
  const fields = new Map(
    given.column.map((text) => {
      const at = text.lastIndexOf('=');
      if (at < 1) throw new StartRefused([`--column "${text}": write it as "Header=field"`]);
      return [text.slice(0, at), placeIn(text.slice(at + 1), known)];
    }),
  );
  const headers = columns.map(({ header }) => header);
  const unknown = [...fields.keys(), ...given['leave-out']].find((one) => !headers.includes(one));
  if (unknown !== undefined)
    throw new StartRefused([`no column is called ${unknown}${hint(unknown, headers)}`]);
  return columns.map(({ header, field, by }) => {
    if (given['leave-out'].includes(header)) return { field: null };
    return fields.get(header) ?? { ...(field !== undefined && { field }), ...(by && { by }) };
  });
}

/** What all rows have, by the fields that the arguments name. */
function constantsFor({ set }: Arguments, known: readonly ImportField[]): readonly object[] {
  return set.map((text) => {
    const at = text.indexOf('=');
    if (at < 1) throw new StartRefused([`--set "${text}": write it as "field=value"`]);
    return { ...placeIn(text.slice(0, at), known), value: text.slice(at + 1) };
  });
}

/** A field as arguments name it: `assignee.email`. */
function placeIn(text: string, known: readonly ImportField[]): object {
  const [name, by] = text.split('.');
  const field = known.find((one) => one.name === name || one.relation === name)?.name ?? name;
  return { field, ...(by !== undefined && { by }) };
}

function print({ one, rows }: Told, { json, check }: Arguments): void {
  const { total, created, updated, failed, error } = one;
  const unchanged = unchangedIn(one);
  const counts = { rows: total, created, updated, unchanged, failed, error };
  if (json) {
    say(JSON.stringify({ ...counts, checked: check, failures: rows }));
    return;
  }
  for (const { row, problems } of rows)
    for (const problem of problems) say(`row ${row}: ${inWords(problem)}`);
  if (failed > rows.length) say(`and ${failed - rows.length} rows more`);
  if (error !== null) say(`error: ${error}`);
  const done = check ? 'would be' : 'were';
  const same = unchanged > 0 ? `${unchanged} as they are, ` : '';
  say(`of ${total} rows ${created} ${done} created, ${updated} changed, ${same}${failed} failed`);
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
