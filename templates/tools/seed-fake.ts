import { parseArgs } from 'node:util';
import type { Project } from '../service/src/engine/service/project.js';
import type { Database } from '../service/src/engine/database/database.js';
import { fakeRows, type FakeResult } from './fake/fake-rows.js';
import { joiningTenants } from './fake/join-tenants.js';
import { ownCode, type OwnTools } from './own-code.js';

/*
 * The script that `crudgen seed --fake 50 [Model...]` runs in the folder of a project: creates the tables, the roles and the
 * administrator, and so many realistic rows for each model; `--seed 7` makes them reproducible.
 */
const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    fake: { type: 'string' },
    seed: { type: 'string' },
    'reset-roles': { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  },
});
const count = wholeNumber('fake', options.fake) ?? 0;
const seed = wholeNumber('seed', options.seed);
const { tools, project } = await ownCode((message) => {
  fail(message);
  process.exit(1);
});

await tools.withSettings(project, 'Nothing is seeded:', async (settings) => {
  const database = await tools.openProjectDatabase(project, settings.databaseUrl);
  const passwords = tools.createPasswords({ threads: 1 });
  try {
    const applied = await tools.migrate(database);
    await tools.prepareAccess(database, passwords, settings);
    if (options['reset-roles']) await tools.resetRoles(database);
    const workbench = tools.createWorkbench(project, database, passwords, settings);
    const note = (line: string) => void process.stderr.write(`${line}\n`);
    const seeds = await tools.runSeeds(workbench, project.seeds ?? [], note);
    const all = tools.allModels(project, passwords, () => undefined);
    const [made, joined] = await joiningTenants(workbench.engine, project.user, () =>
      makeRows(tools, project, database, all),
    );
    report({ migrations: applied, seeds, ...made, joined });
    for (const line of leftOut(made.results)) fail(line);
  } catch (error) {
    fail(tools.safeMessage(error));
  } finally {
    await passwords.close();
    await database.close();
  }
});

/** Rows for the named models, or else for all of the project's own. */
async function makeRows(
  { describeModels }: OwnTools,
  { models, user }: Project,
  database: Database,
  all: Project['models'],
): Promise<{ seed: number; results: readonly FakeResult[] }> {
  const known = describeModels(database.dataSource, all);
  const own = known.filter(({ entity }) =>
    models.some((model) => model.entity === entity && entity !== user),
  );
  const chosen = positionals.length === 0 ? own : positionals.map((name) => choose(own, name));
  const number = seed ?? Math.floor(Math.random() * 2 ** 31);
  const results = await fakeRows(database, {
    models: known,
    chosen,
    count,
    seed: number,
    // With a seed the rows are the same on any day.
    now: seed === null ? new Date() : new Date('2026-01-01T12:00:00Z'),
    onProgress: process.stderr.isTTY && !options.json ? progress() : undefined,
  });
  return { seed: number, results };
}

function choose<T extends { readonly name: string }>(all: readonly T[], name: string): T {
  const found = all.find((model) => model.name === name);
  if (found) return found;
  throw new Error(`there is no model ${name}; there are ${all.map((m) => m.name).join(', ')}`);
}

function wholeNumber(name: string, text: string | undefined): number | null {
  if (text === undefined) return null;
  if (/^\d{1,9}$/.test(text)) return Number(text);
  process.stderr.write(`error: --${name} takes a whole number, not \`${text}\`\n`);
  process.exit(2);
}

/** The models without rows, because they require one of a model that has none. */
function leftOut(results: readonly FakeResult[]): readonly string[] {
  return results
    .filter(({ lacks }) => lacks.length > 0)
    .map(
      ({ model, lacks }) =>
        `${model} gets no rows: each needs one of ${lacks.join(' and ')}, which has none; make one, or name it, too`,
    );
}

/** Reports an error, and continues with the rest. */
function fail(message: string): void {
  process.stderr.write(`error: ${message}\n`);
  process.exitCode = 1;
}

/** Shows the progress of a model on a single line, which is erased at the end. */
function progress(): (model: string, done: number, all: number) => void {
  const began = performance.now();
  return (model, done, all) => {
    const bar = '█'.repeat(Math.round((done / all) * 24)).padEnd(24, '░');
    const rate = Math.round(done / ((performance.now() - began) / 1000));
    process.stderr.write(`\r\x1b[K${model} ${bar} ${done}/${all}  ${rate} rows/s`);
    if (done === all) process.stderr.write('\r\x1b[K');
  };
}

function report(summary: {
  readonly migrations: readonly string[];
  readonly seeds: readonly string[];
  readonly seed: number;
  readonly results: readonly FakeResult[];
  /** Users who were added to the new tenants. */
  readonly joined: readonly string[];
}): void {
  if (options.json) {
    process.stdout.write(`${JSON.stringify(summary)}\n`);
    return;
  }
  const say = (line: string): void => void process.stdout.write(`${line}\n`);
  for (const name of summary.migrations) say(`applied ${name}`);
  for (const name of summary.seeds) say(`seeded ${name}`);
  if (options['reset-roles']) say('the preset roles have been reset');
  const made = summary.results.filter(({ lacks }) => lacks.length === 0);
  for (const { model, rows, seconds } of made) {
    const short = rows < count ? ` (of ${count}: nothing unique was left)` : '';
    say(`${model}: ${rows} rows${short}, ${Math.round(rows / seconds)} rows/s`);
  }
  const { joined } = summary;
  if (joined.length > 0) say(`${joined.join(', ')}: now in the new tenants, to see their rows`);
  say(`the same rows again: --fake ${count} --seed ${summary.seed}`);
}
