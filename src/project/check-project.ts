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
import { restoring } from './gone-parts.js';
import { findLeftBehind } from './old-paths.js';
import type { OpenProject } from './open-project.js';
import { planProject } from './plan-project.js';
import { readKnown } from './read-known.js';
import { READING, stops } from './tolerated.js';
import { versionProblem } from './version-problem.js';

/** What is wrong with a project besides what reading it has told: its files, packages, database, and what follows from the model. */
export async function checkProject(
  project: OpenProject,
  problems: readonly Problem[],
  now: Date,
): Promise<readonly Problem[]> {
  const missing = await installed(project);
  const marked = conflictMarkers(project);
  // The database is asked by the project's own code, which markers and broken syntax stop.
  const asksDatabase = missing.length + marked.length + project.leftOut.size === 0;
  return [
    ...marked,
    ...filesAlone(project, problems),
    ...findLeftBehind(project),
    ...openWrites(project),
    ...hiddenUniques(project),
    ...missing,
    ...(asksDatabase ? await checkDatabase(project) : []),
    ...(problems.some((one) => stops(one, READING)) || isLaidOutBefore(project.settings.version)
      ? []
      : await derived(project, now)),
  ];
}

/** What follows from the model of a project in an older layout is what an upgrade brings, and said with it. */
const isLaidOutBefore = (version: string | null): boolean =>
  version !== null && compareVersions(version, LAYOUT_SINCE) < 0;

/** Where files have both sides between markers, and who settles them. */
function conflictMarkers({ onDisk, mine, mended, leftOut }: OpenProject): Problem[] {
  const files = [...onDisk].flatMap(([path, text]) =>
    (leftOut.has(path) ? [] : markerLines(text)).slice(0, 1).map((line): Problem => {
      const help = isGenerated(path)
        ? 'crudgen sync writes it again'
        : mine.get(path) !== text
          ? 'crudgen sync merges it'
          : 'settle them by hand';
      return { code: 'markers', message: `${path}:${line} has conflict markers`, help };
    }),
  );
  if (mended.size === 0) return files;
  const copies = mended.size === 1 ? 'a copy' : `${mended.size} copies`;
  const message = `${copies} in .crudgen/base ${mended.size === 1 ? 'has' : 'have'} conflict markers`;
  const help = 'crudgen sync takes them out';
  return [...files, { code: 'markers', message, help, severity: 'warning' }];
}

/** What the files alone tell. */
function filesAlone(project: OpenProject, said: readonly Problem[]): Problem[] {
  const { mine, base, settings } = project;
  const found: Problem[] = [];
  if (base === null)
    found.push({
      code: 'no-base',
      message: 'there is no .crudgen/base, which merging starts from',
      help: 'bring it back with git, or take the project as it is: crudgen sync',
    });
  const isSaid = (file: string) => said.some(({ help }) => help === restoring(file));
  found.push(...missingFiles(project, isSaid));
  for (const path of mine.keys())
    if (/^src\/database\/migrations\/(?!\d{14}-|.*\.(?:gen|test)\.)[^/]+\.ts$/.test(path))
      found.push({
        code: 'unlisted-migration',
        message: `${path} is not run: migrations are told by 14 digits`,
        help: 'name it such as 20261121083000-what-it-does.ts, then: crudgen sync',
        severity: 'warning',
      });
  if (settings.version !== VERSION && versionProblem(settings.version, []) === null)
    found.push({
      code: 'other-version',
      message: `the project is at version ${settings.version ?? 'unknown'}, and this is crudgen ${VERSION}`,
      help: 'crudgen upgrade --dry-run shows what a newer version brings',
      severity: 'warning',
    });
  return found;
}

/** Own endpoints that roles of reading can call although they write. */
function openWrites({ mine }: OpenProject): Problem[] {
  return readOpenWrites(mine).map(({ file, model, method, path, action }) => ({
    code: 'open-write',
    message: `${method.toUpperCase()} ${path} of ${model} states \`${action}\`, so roles that may only read can call it`,
    help: `if it changes anything, state \`edit\` in ${file}`,
    severity: 'warning',
  }));
}

function hiddenUniques({ app, mine }: OpenProject): Problem[] {
  const rules = readRowRules(mine);
  return app.models.flatMap((model) => warnOfHiddenUniques(model, rules.get(model.name) ?? null));
}

/** What crudgen wrote and its owner deleted. */
function missingFiles(
  { mine, base, settings, leftOut }: OpenProject,
  isSaid: (path: string) => boolean,
): Problem[] {
  const moves = findMoves(base ?? new Map<string, string>(), mine, settings.paths);
  const isThere = (path: string) =>
    mine.has(path) || moves.has(path) || [...leftOut].some((one) => isWithin(path, one));
  const gone = [...(base?.keys() ?? [])].filter((path) => !isThere(path));
  return gone
    .filter((path) => path !== '.env' && !isGenerated(path) && !isSaid(path))
    .map((path) => ({
      code: 'missing-file',
      message: `${path} is gone, and stays so`,
      help: `if that was not meant: ${restoring(path)}`,
      severity: 'warning',
    }));
}

/** Packages are found in the project or, in a workspace, in a folder above it. */
async function installed({ root }: OpenProject): Promise<Problem[]> {
  for (let folder = root; ; folder = dirname(folder)) {
    if ((await listFolder(join(folder, 'node_modules/typeorm'))) !== null) return [];
    if (folder === dirname(folder)) break;
  }
  const message = 'the packages of the project are not installed here';
  return [{ code: 'not-installed', message, help: 'npm install', severity: 'warning' }];
}

/** Migrations against entities, and every file that follows from them. */
async function derived(project: OpenProject, now: Date): Promise<Problem[]> {
  const known = await readKnown(project);
  const { app: after } = project;
  const { plan, steps } = await planProject(project, {
    mode: 'sync',
    after,
    known,
    now,
  });
  const drift = steps.map((step): Problem => {
    const place = 'column' in step ? `${step.table}.${step.column}` : step.table;
    const message = `the migrations do not make what the entities say: \`${step.do}\` of \`${place}\` is missing`;
    return { code: 'drift', message, help: 'crudgen sync writes the migration' };
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
            message: `${files.length === 1 ? 'a file does' : `${files.length} files do`} not say what the entities say: ${files.slice(0, 5).join(', ')}`,
            help: 'crudgen diff shows it, crudgen sync mends it',
          },
        ];
  const refused = plan.refused.map(({ path }): Problem => ({
    code: 'edited-generated',
    message: `${path} is crudgen's and was edited by hand`,
    help: 'move your code to a file of yours, delete this one, then: crudgen sync',
  }));
  return [...known.problems, ...drift, ...behind, ...refused];
}
