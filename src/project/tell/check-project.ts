import { join } from 'node:path';
import { markerLines } from '../../code/conflict-markers.js';
import { readOpenWrites } from '../../code/read-routes.js';
import { readRowRules } from '../../code/read-row-rules.js';
import { refusedEntities } from '../../code/refused-entities.js';
import { isWithin } from '../../code/unread-files.js';
import { foldersAbove, listFolder } from '../../disk/folders.js';
import { isGenerated } from '../../tree.js';
import { type Problem, problem, warning } from '../../problem.js';
import { findMoves } from '../../refactor/find-moves.js';
import { featuresOf, writtenByScripts } from '../../render/features.js';
import { HOUSE } from '../../render/house-style.js';
import { warnOfHiddenUniques } from '../../spec/check-hidden-uniques.js';
import { warnOfOwner } from '../../spec/warn-of-owner.js';
import { VERSION } from '../../version.js';
import { absentBodies } from './absent-bodies.js';
import { absentSettings } from './absent-settings.js';
import { goneSettings } from '../history/gone-settings.js';
import { checkDatabase } from './check-database.js';
import { warnOfLabels } from '../change/edit-search.js';
import { goneFields } from './gone-fields.js';
import { restoreCommand } from './gone-parts.js';
import { findLeftBehind } from './old-paths.js';
import { findGoneNames } from './old-names.js';
import { newerOriginals, strayTemplates, unappliedStyle } from '../open/house-style.js';
import { lostImports } from './lost-imports.js';
import { missingIcons } from '../change/own-icons.js';
import type { OpenProject } from '../open/open-project.js';
import { openUsers } from './open-users.js';
import { canCompare, planSync } from './pending.js';
import { takenPrefixes } from './taken-prefixes.js';
import { templatesOf } from '../open/templates.js';
import { versionProblem } from '../open/version-problem.js';

/** Problems beyond those found while reading: of files, packages, the database, and what is derived from the model. */
export async function checkProject(
  project: OpenProject,
  problems: readonly Problem[],
  now: Date,
): Promise<readonly Problem[]> {
  const missing = await missingPackages(project);
  const marked = conflictMarkers(project);
  const taken = takenPrefixes(project.mine, project.app);
  // The database is reached through the project's own code, which must be intact.
  const asksDatabase = missing.length + marked.length + project.unreadFiles.size === 0;
  return [
    ...marked,
    ...(project.isAdopted ? [NO_BASE] : []),
    ...missingFiles(project, problems),
    ...unlistedMigrations(project),
    ...otherVersion(project),
    ...unappliedStyle(project),
    ...newerOriginals(project),
    ...strayTemplates(project),
    ...findLeftBehind(project),
    ...strandedParts(project),
    ...goneSettings(project.mine),
    ...openWrites(project),
    ...refusedEntities(project.mine),
    ...openUsers(project),
    ...hiddenUniques(project),
    ...project.app.models.flatMap(warnOfOwner),
    ...warnOfLabels(project),
    ...taken,
    ...findGoneNames(project, goneFields(project)),
    ...(await lostImports(project)),
    ...missingIcons(project),
    ...missing,
    ...(asksDatabase ? await checkDatabase(project) : []),
    ...(taken.length === 0 && canCompare(project, problems) ? derivedProblems(project, now) : []),
  ];
}

/** Files with conflict markers, and how each is resolved. */
function conflictMarkers(project: OpenProject): Problem[] {
  const { onDisk, mine, repaired, unreadFiles } = project;
  const scripts = writtenByScripts(featuresOf(project.app, templatesOf(project)));
  const files = [...onDisk].flatMap(([path, text]) =>
    (unreadFiles.has(path) ? [] : markerLines(text)).slice(0, 1).map((line): Problem => {
      const script = scripts.get(path);
      const own = mine.get(path) === text ? 'resolve them by hand' : 'crudgen sync merges it';
      const sync = isGenerated(path) ? 'crudgen sync regenerates it' : own;
      const help = script === undefined ? sync : `to write the file again: npm run ${script}`;
      return problem('markers', `${path}:${line} has conflict markers`, help);
    }),
  );
  if (repaired.size === 0) return files;
  const copies = repaired.size === 1 ? 'a copy' : `${repaired.size} copies`;
  const message = `${copies} in .crudgen/base ${repaired.size === 1 ? 'has' : 'have'} conflict markers`;
  const help = 'crudgen sync removes them';
  return [...files, warning('markers', message, help)];
}

const NO_BASE = warning(
  'no-base',
  'there is no .crudgen/base, so crudgen cannot tell its own text from your changes',
  'restore it with git, or let the next change adopt the project as it is: crudgen sync',
);

const UNLISTED = /^src\/database\/migrations\/(?!\d{14}-|.*\.(?:gen|test)\.)[^/]+\.ts$/;

function unlistedMigrations({ mine }: OpenProject): Problem[] {
  const help =
    'rename the file, for example to 20261121083000-add-notes.ts, then run: crudgen sync';
  return [...mine.keys()]
    .filter((path) => UNLISTED.test(path))
    .map((path) => {
      const message = `${path} never runs: the name of a migration must start with 14 digits`;
      return warning('unlisted-migration', message, help);
    });
}

/** Another version that has nothing to upgrade. */
function otherVersion({ settings: { version } }: OpenProject): Problem[] {
  if (version === VERSION || versionProblem(version, []) !== null) return [];
  const message = `the project is at version ${version ?? 'unknown'}, but this is crudgen ${VERSION}`;
  const help = 'to see the changes of the newer version: crudgen upgrade --dry-run';
  return [warning('other-version', message, help)];
}

/** What is for features that the project does not have; those of older versions start with it. */
const strandedParts = (project: OpenProject): Problem[] =>
  versionProblem(project.settings.version, []) === null
    ? [absentSettings, absentBodies].flatMap((absent) =>
        absent(project.app, project.mine, templatesOf(project)),
      )
    : [];

/** Custom endpoints that write although read-only roles can call them. */
function openWrites({ mine }: OpenProject): Problem[] {
  return readOpenWrites(mine).map(({ file, model, method, path, action }) =>
    warning(
      'open-write',
      `${method.toUpperCase()} ${path} of ${model} requires only \`${action}\`, so read-only roles can call it`,
      `if it changes anything, require \`edit\` in ${file}`,
    ),
  );
}

function hiddenUniques({ app, mine }: OpenProject): Problem[] {
  const rules = readRowRules(mine);
  return app.models.flatMap((model) => warnOfHiddenUniques(model, rules.get(model.name) ?? null));
}

/** Files that crudgen wrote and the developer deleted, without those that are reported already. */
function missingFiles(
  { mine, base, settings, unreadFiles }: OpenProject,
  known: readonly Problem[],
): Problem[] {
  const isReported = (file: string) => known.some(({ help }) => help === restoreCommand(file));
  const moves = findMoves(base, mine, settings.paths);
  const isThere = (path: string) =>
    mine.has(path) || moves.has(path) || [...unreadFiles].some((one) => isWithin(path, one));
  const gone = [...base.keys()].filter((path) => !isThere(path) && !path.startsWith(HOUSE));
  return gone
    .filter((path) => path !== '.env' && !isGenerated(path) && !isReported(path))
    .map((path) => {
      const message = `${path} was deleted by hand, and crudgen does not write it again`;
      return warning('missing-file', message, `to get it back: ${restoreCommand(path)}`);
    });
}

/** Packages may be installed in the project or, in a workspace, in a folder above it. */
async function missingPackages({ root }: OpenProject): Promise<Problem[]> {
  for (const folder of foldersAbove(root))
    if ((await listFolder(join(folder, 'node_modules/typeorm'))) !== null) return [];
  const message = "the project's packages are not installed";
  return [warning('not-installed', message, 'run: npm install')];
}

/** Migrations and derived files that do not match the entities. */
function derivedProblems(project: OpenProject, now: Date): Problem[] {
  const { plan, steps, known } = planSync(project, now);
  const drift = steps.map((step): Problem => {
    const place = 'column' in step ? `${step.table}.${step.column}` : step.table;
    const message = `the migrations do not match the entities: \`${step.do}\` of \`${place}\` is missing`;
    return problem('drift', message, 'to write the migration: crudgen sync');
  });
  const files = plan.changes
    .map(({ path }) => path)
    .filter((path) => steps.length === 0 || !path.startsWith('src/database/migrations/'));
  const count = files.length === 1 ? 'a file is' : `${files.length} files are`;
  const behind = problem(
    'behind',
    `${count} out of date with the entities: ${files.slice(0, 5).join(', ')}`,
    'to update the files: crudgen sync (crudgen status names the places, crudgen diff shows the changes)',
  );
  const refused = plan.refused.map(({ path }): Problem =>
    problem(
      'edited-generated',
      `${path} is a generated file and was edited by hand`,
      'move your code to a file of your own, delete the generated file, then run: crudgen sync',
    ),
  );
  return [...known.problems, ...drift, ...(files.length > 0 ? [behind] : []), ...refused];
}
