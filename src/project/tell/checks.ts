import { refusedEntities } from '../../code/refused-entities.js';
import { ownCrudgen } from '../../disk/own-crudgen.js';
import type { App, Model } from '../../model/model.js';
import { asWarning, type Problem, warning } from '../../problem.js';
import { NO_RENAMES } from '../../schema/rename-schema.js';
import { warnOfOwner } from '../../spec/warn-of-owner.js';
import type { Tree } from '../../tree.js';
import { VERSION } from '../../version.js';
import { toldWith } from '../change/project-change.js';
import { obsoleteSettings } from '../history/obsolete-settings.js';
import type { OpenProject } from '../open/open-project.js';
import { sentencesOf } from '../open/project-sentences.js';
import { templatesOf } from '../open/templates.js';
import { newerVersion, ownVersionProblem, versionProblem } from '../open/version-problem.js';
import type { After, Asker, Check, Find } from './check.js';
import { bodiesWithoutFeature } from './bodies-without-feature.js';
import { changedKeys } from './changed-keys.js';
import { conflictMarkers } from './conflict-markers.js';
import { databaseProblems } from './database.js';
import { droppedFields } from './dropped-fields.js';
import { duplicatePrefixes } from './duplicate-prefixes.js';
import { filesAtOldPaths, usesOfMovedPaths } from './moved-paths.js';
import { hiddenUniques, openWrites } from './open-access.js';
import { ignoredTemplates } from './ignored-templates.js';
import { largeHistory } from './large-history.js';
import { missingFiles } from './missing-files.js';
import { missingIcons } from './missing-icons.js';
import { missingPackages } from './missing-packages.js';
import { newerOriginals } from './newer-originals.js';
import { outdatedFiles } from './outdated-files.js';
import { removedExports } from './removed-exports.js';
import {
  pagesOfDroppedFields,
  removedMembers,
  removedModels,
  renamedExports,
} from './removed-names.js';
import { removedPackages } from './removed-packages.js';
import { removedValues } from './removed-values.js';
import { settingsWithoutFeature } from './settings-without-feature.js';
import { unappliedStyle } from './unapplied-style.js';
import { unlistedMigrations } from './unlisted-migrations.js';
import { unresolvedImports } from './unresolved-imports.js';
import { unsearchedLabels } from './unsearched-labels.js';
import { usersAcrossTenants } from './users-across-tenants.js';

const DOCTOR: readonly Asker[] = ['doctor'];
const CHANGES: readonly Asker[] = ['change', 'sync', 'upgrade'];

/** Every check, in the order in which `doctor` reports. To add a check, add an entry, and a test that shows its codes. */
export const CHECKS: readonly Check[] = [
  {
    codes: ['markers'],
    finds: 'conflict markers in files and kept copies',
    by: DOCTOR,
    find: conflictMarkers,
  },
  {
    codes: ['no-base'],
    finds: 'a project without kept copies',
    by: DOCTOR,
    find: ({ isAdopted }) => (isAdopted ? [NO_BASE] : []),
  },
  {
    codes: ['missing-file'],
    finds: 'files of crudgen that the developer deleted',
    by: DOCTOR,
    find: missingFiles,
  },
  {
    codes: ['unlisted-migration'],
    finds: 'migrations whose name keeps them from running',
    by: DOCTOR,
    find: unlistedMigrations,
  },
  {
    codes: ['other-version'],
    finds: 'a version of the project that differs from crudgen, with nothing to upgrade',
    by: DOCTOR,
    find: ({ settings }) => newerVersion(settings.version),
  },
  {
    codes: ['older-own-crudgen'],
    finds: 'a crudgen among the packages of the project that is older than the project',
    by: ['doctor', 'upgrade'],
    find: ({ root, settings }, { change }) =>
      ownVersionProblem(ownCrudgen(root), change === null ? settings.version : VERSION),
  },
  {
    codes: ['templates-unapplied'],
    finds: 'templates of the project that were edited and not applied',
    by: ['doctor', ...CHANGES],
    find: (before, { change }) => (change?.style === undefined ? unappliedStyle(before) : []),
  },
  {
    codes: ['original-changed'],
    finds: 'templates of the project whose originals crudgen has changed',
    by: DOCTOR,
    find: newerOriginals,
  },
  {
    codes: ['stray-template'],
    finds: 'files among the templates that crudgen ignores',
    by: DOCTOR,
    find: ignoredTemplates,
  },
  {
    codes: ['old-place'],
    finds: 'files at paths of an older layout, which nothing uses',
    by: ['doctor', 'sync'],
    find: (before) => filesAtOldPaths(before),
  },
  {
    codes: ['absent-setting'],
    finds: 'settings in `.env` whose feature the project does not have',
    by: ['doctor', 'change', 'upgrade'],
    find: ofMissingFeatures(settingsWithoutFeature),
  },
  {
    codes: ['absent-body'],
    finds: 'endpoints that accept a body whose feature the project does not have',
    by: ['doctor', 'change'],
    find: ofMissingFeatures(bodiesWithoutFeature),
  },
  {
    codes: ['gone-setting'],
    finds: 'settings in `.env` that no version reads any more',
    by: ['doctor', 'upgrade'],
    find: ({ mine }) => obsoleteSettings(mine),
  },
  {
    codes: ['open-write'],
    finds: 'endpoints that write, but that read-only roles can call',
    by: DOCTOR,
    find: openWrites,
  },
  {
    codes: ['refused-entity'],
    finds: 'parts of TypeORM with which the service does not start',
    by: ['doctor', 'upgrade'],
    // An upgrade may be the way to a version that has a replacement.
    find: ({ mine }, { change }) =>
      change === null ? refusedEntities(mine) : refusedEntities(mine).map(asWarning),
  },
  {
    codes: ['open-users'],
    finds: 'roles that may administer the users of other tenants',
    by: DOCTOR,
    find: usersAcrossTenants,
  },
  {
    codes: ['bad-sentence'],
    finds: 'sentences about access rules that name nothing, or cannot be read',
    by: ['doctor', 'change', 'sync'],
    find: (_, { app, files }) => sentencesOf(app, files).problems.map(asWarning),
  },
  {
    codes: ['unique-tells'],
    finds: 'unique fields that tell users about rows which they cannot see',
    by: DOCTOR,
    find: hiddenUniques,
  },
  {
    codes: ['owner-preset'],
    finds: 'owners of rows whom requests may choose',
    by: DOCTOR,
    find: ({ app }) => app.models.flatMap(warnOfOwner),
  },
  {
    codes: ['unsearched-label'],
    finds: 'searched models that search does not find by their label',
    by: DOCTOR,
    find: unsearchedLabels,
  },
  {
    codes: ['duplicate-prefix'],
    finds: 'routers under the prefix of a model',
    by: ['doctor', 'change', 'sync'],
    find: (_, { app, files }) => duplicatePrefixes(files, app),
  },
  {
    codes: ['fixed-key'],
    finds: 'models whose primary key is of another kind than in their tables',
    by: ['sync'],
    find: (_, after) => changedKeys(after),
  },
  {
    codes: ['lost-package'],
    finds: 'own code that imports packages which the plan removes',
    by: CHANGES,
    find: (before, { files }, plan) => removedPackages(before, files, plan),
  },
  {
    codes: ['old-name'],
    finds: 'own code that uses names of members, models and exports which the plan removes',
    by: CHANGES,
    find: removedNames,
  },
  {
    codes: ['old-name'],
    finds: 'pages that show fields which a migration dropped',
    by: DOCTOR,
    find: (before) => pagesOfDroppedFields(before, droppedFields(before)),
  },
  {
    codes: ['gone-values'],
    finds: 'values that a field no longer accepts',
    by: ['sync'],
    find: (_, { change, app }) =>
      change?.mode === 'sync'
        ? removedValues(change.known.before, app, { ...NO_RENAMES, ...change.renames })
        : [],
  },
  {
    codes: ['old-path'],
    finds: 'scripts and settings that name moved files',
    by: ['upgrade'],
    find: (_, { files, names }) => usesOfMovedPaths(files, names.moved),
  },
  {
    codes: ['gone-export'],
    finds: 'own code that imports names which the engine no longer exports',
    by: ['upgrade'],
    find: (_, { files, names }, plan) => removedExports(files, plan, names.gone),
  },
  {
    codes: ['lost-import'],
    finds: 'own code that imports files which do not exist',
    findOnDisk: unresolvedImports,
  },
  {
    codes: ['missing-icon'],
    finds: 'imports of icons that the project does not have',
    by: DOCTOR,
    find: missingIcons,
  },
  {
    codes: ['not-installed'],
    finds: 'packages of the project that are not installed',
    findOnDisk: missingPackages,
  },
  {
    codes: ['pending', 'not-loaded', 'database'],
    finds: 'migrations that have not run, and a database that cannot be reached',
    findOnDisk: databaseProblems,
  },
  {
    codes: ['large-history'],
    finds: 'a history of records that has a million changes or 400 MB or more',
    findOnDisk: largeHistory,
  },
  {
    codes: ['drift', 'behind', 'edited-generated'],
    finds: 'migrations and generated files that do not match the entities',
    by: DOCTOR,
    find: outdatedFiles,
  },
];

const NO_BASE = warning(
  'no-base',
  'there is no .crudgen/base, so crudgen cannot tell its own text from your changes',
  'restore it with git, or let the next change adopt the project as it is: crudgen sync',
);

/** Finds code and settings of features that a project does not have. */
function ofMissingFeatures(
  find: (app: App, files: Tree, templates: Tree) => readonly Problem[],
): Find {
  return (before, after) =>
    mayMissFeatures(before, after) ? find(after.app, before.mine, templatesOf(before)) : [];
}

/** `doctor` waits for the upgrade of an older project, which starts nevertheless; a change matters only if it drops a feature. */
function mayMissFeatures({ app, settings }: OpenProject, { change, app: after }: After): boolean {
  if (change === null) return versionProblem(settings.version, []) === null;
  const left = new Set(after.features);
  return change.mode !== 'change' || (app.features ?? []).some((name) => !left.has(name));
}

function removedNames(...[project, after, plan]: Parameters<Find>): readonly Problem[] {
  const { change, files, names } = after;
  const { oldNames = [] } = change?.mode === 'change' ? change : {};
  const search = { project, files, plan };
  return [
    ...removedMembers(search, oldNames),
    ...removedModels(search, modelsGone(project, after)),
    ...renamedExports(search, names.renamed),
  ];
}

/** The models that a change removes; a renamed model stays. */
function modelsGone(project: OpenProject, { change, app }: After): readonly Model[] {
  if (change === null) return [];
  const before = (change.mode === 'change' ? undefined : change.known?.before) ?? project.app;
  const { tables = {} } = toldWith(change).renames ?? {};
  const left = new Set(app.models.map(({ table }) => table));
  return before.models.filter(({ table }) => !left.has(tables[table] ?? table));
}

/** The problems that a change has by these checks. */
export const problemsOfChange = (...seen: Parameters<Find>): readonly Problem[] => {
  const [, { change }] = seen;
  return CHECKS.flatMap((check) =>
    'find' in check && check.by.some((asker) => asker === change?.mode) ? check.find(...seen) : [],
  );
};

/** The problems that a project has by these checks, for `doctor`. */
export async function problemsNow(...seen: Parameters<Find>): Promise<readonly Problem[]> {
  const found: Problem[] = [];
  for (const check of CHECKS)
    if (!('find' in check)) found.push(...(await check.findOnDisk(seen[0])));
    else if (check.by.includes('doctor')) found.push(...check.find(...seen));
  return found;
}
