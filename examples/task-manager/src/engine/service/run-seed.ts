import { parseArgs } from 'node:util';
import { accessControlModels } from '../auth/access-control.js';
import { prepareAccess, resetRoles } from '../auth/first-start.js';
import { createPasswords, type Passwords } from '../auth/passwords.js';
import type { Database } from '../database/database.js';
import { migrate } from '../database/migrate.js';
import { tellMessage } from '../database/tell-error.js';
import type { FakeResult } from '../fake/fake-rows.js';
import { describeModels } from '../model/describe-models.js';
import { openProjectDatabase } from './compose.js';
import type { Project } from './project.js';
import { withSettings } from './with-settings.js';

interface SeedOptions {
  /** Rows for each model; none unless asked for. */
  readonly count: number;
  readonly seed: number | null;
  readonly models: readonly string[];
  readonly resetRoles: boolean;
  readonly json: boolean;
}

/**
 * `npm run seed`: makes the tables, the roles and the administrator. With `-- --fake 50 [Model...]` also so many
 * believable rows for each model; `--seed 7` makes the same ones again. `--reset-roles` brings the preset roles back.
 */
export async function runSeed(project: Project, args: string[]): Promise<void> {
  const options = readOptions(args);
  await withSettings(project, 'Nothing is seeded:', async (settings) => {
    const database = await openProjectDatabase(project, settings.databaseUrl);
    const passwords = createPasswords({ threads: 1 });
    try {
      const applied = await migrate(database);
      await prepareAccess(database, passwords, settings);
      if (options.resetRoles) await resetRoles(database);
      const made =
        options.count > 0
          ? await makeRows(project, database, passwords, options)
          : { seed: null, results: [] };
      report({ migrations: applied, ...made }, options);
      for (const line of leftOut(made.results)) fail(line);
    } catch (error) {
      fail(tellMessage(error));
    } finally {
      await passwords.close();
      await database.close();
    }
  });
}

function readOptions(args: string[]): SeedOptions {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      fake: { type: 'string' },
      seed: { type: 'string' },
      'reset-roles': { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
    },
  });
  return {
    count: wholeNumber('fake', values.fake) ?? 0,
    seed: wholeNumber('seed', values.seed),
    models: positionals,
    resetRoles: values['reset-roles'],
    json: values.json,
  };
}

/** Rows for the models that were named, or else for all of the project's own. */
async function makeRows(
  { models, user }: Project,
  database: Database,
  passwords: Passwords,
  { count, seed, models: names, json }: SeedOptions,
): Promise<{ seed: number; results: readonly FakeResult[] }> {
  const { fakeRows } = await import('../fake/fake-rows.js');
  const others = accessControlModels(user, passwords, () => undefined);
  const known = describeModels(database.dataSource, [...models, ...others]);
  const own = known.filter(({ entity }) => models.some((model) => model.entity === entity));
  const chosen = names.length === 0 ? own : names.map((name) => choose(own, name));
  const number = seed ?? Math.floor(Math.random() * 2 ** 31);
  const results = await fakeRows(database, {
    models: known,
    chosen,
    count,
    seed: number,
    // With a seed the same rows come out on any day.
    now: seed === null ? new Date() : new Date('2026-01-01T12:00:00Z'),
    onProgress: process.stderr.isTTY && !json ? progress() : undefined,
  });
  return { seed: number, results };
}

function choose<T extends { readonly name: string }>(all: readonly T[], name: string): T {
  const found = all.find((model) => model.name === name);
  if (found) return found;
  throw new Error(`no model is called ${name}; there are ${all.map((m) => m.name).join(', ')}`);
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

/** Says what is wrong, and goes on with the rest. */
function fail(message: string): void {
  process.stderr.write(`error: ${message}\n`);
  process.exitCode = 1;
}

/** Draws how far a model is, on one line that goes when it is done. */
function progress(): (model: string, done: number, all: number) => void {
  const began = performance.now();
  return (model, done, all) => {
    const bar = '█'.repeat(Math.round((done / all) * 24)).padEnd(24, '░');
    const rate = Math.round(done / ((performance.now() - began) / 1000));
    process.stderr.write(`\r\x1b[K${model} ${bar} ${done}/${all}  ${rate} rows/s`);
    if (done === all) process.stderr.write('\r\x1b[K');
  };
}

interface Summary {
  readonly migrations: readonly string[];
  readonly seed: number | null;
  readonly results: readonly FakeResult[];
}

function report(summary: Summary, { count, json, resetRoles }: SeedOptions): void {
  if (json) {
    process.stdout.write(`${JSON.stringify(summary)}\n`);
    return;
  }
  const say = (line: string): void => void process.stdout.write(`${line}\n`);
  for (const name of summary.migrations) say(`applied ${name}`);
  if (resetRoles) say('the preset roles are as they are defined');
  const made = summary.results.filter(({ lacks }) => lacks.length === 0);
  for (const { model, rows, seconds } of made) {
    const short = rows < count ? ` (of ${count}: nothing unique was left)` : '';
    say(`${model}: ${rows} rows${short}, ${Math.round(rows / seconds)} rows/s`);
  }
  if (summary.seed !== null) say(`the same rows again: --fake ${count} --seed ${summary.seed}`);
  else say('tables, roles and the administrator are there');
}
