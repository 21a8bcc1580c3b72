import { parseArgs } from 'node:util';
import type { EngineWithPolicy } from '../service/engine/records/create-engine.js';
import type { Project } from '../service/engine/service/project.js';
import type { Database } from '../service/engine/database/database.js';
import { countsOf } from './fake/counts.js';
import { fakeRows, type FakeOptions, type FakeResult } from './fake/fake-rows.js';
import { joinTenants } from './fake/join-tenants.js';
import { ownCode } from './own-code.js';

/*
 * The script that `crudgen seed --fake 50 [Model...]` runs in the folder of a project: creates the tables, the roles and the
 * administrator, and so many realistic rows for each model that is named, or about so many for all of them. The command has checked its
 * arguments, and chosen `--seed` and `--today` where they were not given: for the same ones the rows are the same.
 */
const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    fake: { type: 'string', default: '0' },
    seed: { type: 'string', default: '0' },
    today: { type: 'string', default: '' },
    'reset-roles': { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  },
});
const count = Number(options.fake);
const { tools, project } = await ownCode((message) => {
  fail(message);
  process.exit(1);
});

await tools.withSettings(project, 'Nothing is seeded:', async (settings, own) => {
  const database = await tools.openProjectDatabase(project, settings.databaseUrl);
  const passwords = tools.createPasswords({ threads: 1 });
  try {
    const applied = await tools.migrate(database);
    const presets = tools.presetsOf(project);
    await tools.prepareAccess(database, passwords, settings, presets);
    if (options['reset-roles']) await tools.resetRoles(database, presets);
    const workbench = tools.createWorkbench(project, database, passwords, settings, own);
    const note = (line: string) => void process.stderr.write(`${line}\n`);
    const seeds = await tools.runSeeds(workbench, project.seeds ?? [], note);
    const added = tools.engineFeatures(project, own);
    const { counts, ...made } = await makeRows(project, database, workbench.engine, added);
    report({ migrations: applied, seeds, ...made }, counts);
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
  { models, user }: Project,
  database: Database,
  engine: EngineWithPolicy,
  { totals, guards }: Pick<FakeOptions, 'totals' | 'guards'>,
): Promise<Made> {
  const known = engine.models;
  const own = known.filter(
    ({ entity, actions }) =>
      actions.includes('create') &&
      models.some((model) => model.entity === entity && entity !== user),
  );
  const chosen = positionals.length === 0 ? own : positionals.map((name) => choose(own, name));
  const seed = Number(options.seed);
  const { today } = options;
  const joined: string[] = [];
  const counts = positionals.length === 0 ? countsOf(chosen, count, seed) : new Map();
  const results = await fakeRows(database, {
    ...{ models: known, chosen, count, counts, seed, today, totals, guards },
    onTenants: async (ids) => void joined.push(...(await joinTenants(engine, user, ids))),
    onProgress: process.stderr.isTTY && !options.json ? progress() : undefined,
  });
  return { seed, today, results, joined, counts };
}

function choose<T extends { readonly name: string }>(all: readonly T[], name: string): T {
  const found = all.find((model) => model.name === name);
  if (found) return found;
  throw new Error(`there is no model ${name}; there are ${all.map((m) => m.name).join(', ')}`);
}

/** The models without rows, because they require one of a model that has none, or with fewer than requested. */
function leftOut(results: readonly FakeResult[]): readonly string[] {
  return results.flatMap(({ model, rows, lacks, refusal }) => {
    const few = rows === 0 ? 'no rows' : `only ${rows} rows`;
    if (refusal !== null) return [`${model} gets ${few}: ${refusal}`];
    if (lacks.length === 0) return [];
    return [
      `${model} gets no rows: each needs one of ${lacks.join(' and ')}, which has none; make one, or name it, too`,
    ];
  });
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

interface Made {
  /** The rows that a model was to get, where these are not as many as were asked for. */
  readonly counts: ReadonlyMap<string, number>;
  readonly seed: number;
  readonly today: string;
  readonly results: readonly FakeResult[];
  /** Users who were added to the new tenants. */
  readonly joined: readonly string[];
}

interface Summary extends Omit<Made, 'counts'> {
  readonly migrations: readonly string[];
  readonly seeds: readonly string[];
}

function report(summary: Summary, counts: Made['counts']): void {
  if (options.json) {
    process.stdout.write(`${JSON.stringify(summary)}\n`);
    return;
  }
  const say = (line: string): void => void process.stdout.write(`${line}\n`);
  for (const name of summary.migrations) say(`applied ${name}`);
  for (const name of summary.seeds) say(`seeded ${name}`);
  if (options['reset-roles']) say('the preset roles have been reset');
  for (const { model, rows, seconds, lacks, refusal } of summary.results) {
    if (lacks.length > 0) continue;
    const wanted = counts.get(model) ?? count;
    const short =
      rows < wanted && refusal === null ? ` (of ${wanted}: nothing unique was left)` : '';
    say(`${model}: ${rows} rows${short}, ${Math.round(rows / seconds)} rows/s`);
  }
  const { joined, seed, today } = summary;
  if (joined.length > 0) say(`${joined.join(', ')}: now in the new tenants, to see their rows`);
  const again = ['--fake', count, ...positionals, '--seed', seed, '--today', today];
  say(`the same rows again, in an empty database: crudgen seed ${again.join(' ')}`);
}
