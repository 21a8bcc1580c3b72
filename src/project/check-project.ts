import { dirname, join } from 'node:path';
import { markerLines } from '../code/conflict-markers.js';
import { readOpenWrites } from '../code/read-routes.js';
import { readRowRules } from '../code/read-row-rules.js';
import { isWithin } from '../code/unread-files.js';
import { listFolder } from '../disk/list-folder.js';
import { isGenerated } from '../tree.js';
import type { Problem } from '../problem.js';
import { findMoves } from '../refactor/find-moves.js';
import { warnOfHiddenUniques } from '../spec/check-hidden-uniques.js';
import { compareVersions, LAYOUT_SINCE, VERSION } from '../version.js';
import { checkDatabase } from './check-database.js';
import { restoreCommand } from './gone-parts.js';
import { findLeftBehind } from './old-paths.js';
import type { OpenProject } from './open-project.js';
import { planProject } from './plan-project.js';
import { readSyncedState } from './read-synced-state.js';
import { READING, stops } from './tolerated.js';
import { versionProblem } from './version-problem.js';

/** Problems beyond those found while reading: of files, packages, the database, and what is derived from the model. */
export async function checkProject(
  project: OpenProject,
  problems: readonly Problem[],
  now: Date,
): Promise<readonly Problem[]> {
  const missing = await missingPackages(project);
  const marked = conflictMarkers(project);
  // The database is reached through the project's own code, which must be intact.
  const asksDatabase = missing.length + marked.length + project.leftOut.size === 0;
  return [
    ...marked,
    ...fileProblems(project, problems),
    ...findLeftBehind(project),
    ...openWrites(project),
    ...hiddenUniques(project),
    ...missing,
    ...(asksDatabase ? await checkDatabase(project) : []),
    ...(problems.some((one) => stops(one, READING)) || isLaidOutBefore(project.settings.version)
      ? []
      : await derivedProblems(project, now)),
  ];
}

/** In an older layout everything derived is outdated until `upgrade`, which reports it. */
const isLaidOutBefore = (version: string | null): boolean =>
  version !== null && compareVersions(version, LAYOUT_SINCE) < 0;

/** Files with conflict markers, and how each is resolved. */
function conflictMarkers({ onDisk, mine, repaired, leftOut }: OpenProject): Problem[] {
  const files = [...onDisk].flatMap(([path, text]) =>
    (leftOut.has(path) ? [] : markerLines(text)).slice(0, 1).map((line): Problem => {
      const help = isGenerated(path)
        ? 'crudgen sync regenerates it'
        : mine.get(path) !== text
          ? 'crudgen sync merges it'
          : 'resolve them by hand';
      return { code: 'markers', message: `${path}:${line} has conflict markers`, help };
    }),
  );
  if (repaired.size === 0) return files;
  const copies = repaired.size === 1 ? 'a copy' : `${repaired.size} copies`;
  const message = `${copies} in .crudgen/base ${repaired.size === 1 ? 'has' : 'have'} conflict markers`;
  const help = 'crudgen sync removes them';
  return [...files, { code: 'markers', message, help, severity: 'warning' }];
}

/** What is wrong with the files as such. */
function fileProblems(project: OpenProject, known: readonly Problem[]): Problem[] {
  const { mine, base, settings } = project;
  const found: Problem[] = [];
  if (base === null)
    found.push({
      code: 'no-base',
      message: 'there is no .crudgen/base, which merging needs',
      help: 'restore it with git, or adopt the project as it is: crudgen sync',
    });
  const isReported = (file: string) => known.some(({ help }) => help === restoreCommand(file));
  found.push(...missingFiles(project, isReported));
  for (const path of mine.keys())
    if (/^src\/database\/migrations\/(?!\d{14}-|.*\.(?:gen|test)\.)[^/]+\.ts$/.test(path))
      found.push({
        code: 'unlisted-migration',
        message: `${path} never runs: the name of a migration must start with 14 digits`,
        help: 'rename it like 20261121083000-what-it-does.ts, then run: crudgen sync',
        severity: 'warning',
      });
  if (settings.version !== VERSION && versionProblem(settings.version, []) === null)
    found.push({
      code: 'other-version',
      message: `the project is at version ${settings.version ?? 'unknown'}, but this is crudgen ${VERSION}`,
      help: 'see what the newer version changes: crudgen upgrade --dry-run',
      severity: 'warning',
    });
  return found;
}

/** Custom endpoints that write although read-only roles can call them. */
function openWrites({ mine }: OpenProject): Problem[] {
  return readOpenWrites(mine).map(({ file, model, method, path, action }) => ({
    code: 'open-write',
    message: `${method.toUpperCase()} ${path} of ${model} requires only \`${action}\`, so read-only roles can call it`,
    help: `if it changes anything, require \`edit\` in ${file}`,
    severity: 'warning',
  }));
}

function hiddenUniques({ app, mine }: OpenProject): Problem[] {
  const rules = readRowRules(mine);
  return app.models.flatMap((model) => warnOfHiddenUniques(model, rules.get(model.name) ?? null));
}

/** Files that crudgen wrote and the developer deleted. */
function missingFiles(
  { mine, base, settings, leftOut }: OpenProject,
  isReported: (path: string) => boolean,
): Problem[] {
  const moves = findMoves(base ?? new Map<string, string>(), mine, settings.paths);
  const isThere = (path: string) =>
    mine.has(path) || moves.has(path) || [...leftOut].some((one) => isWithin(path, one));
  const gone = [...(base?.keys() ?? [])].filter((path) => !isThere(path));
  return gone
    .filter((path) => path !== '.env' && !isGenerated(path) && !isReported(path))
    .map((path) => ({
      code: 'missing-file',
      message: `${path} was deleted, and crudgen leaves it so`,
      help: `to get it back: ${restoreCommand(path)}`,
      severity: 'warning',
    }));
}

/** Packages may be installed in the project or, in a workspace, in a folder above it. */
async function missingPackages({ root }: OpenProject): Promise<Problem[]> {
  for (let folder = root; ; folder = dirname(folder)) {
    if ((await listFolder(join(folder, 'node_modules/typeorm'))) !== null) return [];
    if (folder === dirname(folder)) break;
  }
  const message = "the project's packages are not installed";
  return [{ code: 'not-installed', message, help: 'run: npm install', severity: 'warning' }];
}

/** Migrations and derived files that do not match the entities. */
async function derivedProblems(project: OpenProject, now: Date): Promise<Problem[]> {
  const known = await readSyncedState(project);
  const { app: after } = project;
  const { plan, steps } = await planProject(project, {
    mode: 'sync',
    after,
    known,
    now,
  });
  const drift = steps.map((step): Problem => {
    const place = 'column' in step ? `${step.table}.${step.column}` : step.table;
    const message = `the migrations do not match the entities: \`${step.do}\` of \`${place}\` is missing`;
    return { code: 'drift', message, help: 'to write the migration: crudgen sync' };
  });
  const files = plan.changes
    .map(({ path }) => path)
    .filter((path) => steps.length === 0 || !path.startsWith('src/database/migrations/'));
  const behind: Problem[] =
    files.length === 0
      ? []
      : [
          {
            code: 'behind',
            message: `${files.length === 1 ? 'a file is' : `${files.length} files are`} out of date with the entities: ${files.slice(0, 5).join(', ')}`,
            help: 'crudgen diff shows the difference, crudgen sync fixes it',
          },
        ];
  const refused = plan.refused.map(({ path }): Problem => ({
    code: 'edited-generated',
    message: `${path} is a generated file and was edited by hand`,
    help: 'move your code to a file of your own, delete this one, then run: crudgen sync',
  }));
  return [...known.problems, ...drift, ...behind, ...refused];
}
