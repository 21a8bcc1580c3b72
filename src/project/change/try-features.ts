import { writePlan } from '../../disk/write-plan.js';
import type { App } from '../../model/model.js';
import type { Plan } from '../../plan/plan.js';
import { isError, problem, type Problem, refuseErrors } from '../../problem.js';
import { featuresIn } from '../../render/features.js';
import { checkSpec } from '../../spec/check.js';
import { parseSpec } from '../../spec/parse-spec.js';
import type { Tree } from '../../tree.js';
import { lostImports } from './feature-imports.js';
import { migrationMoment } from '../open/migration-files.js';
import { openProject, type OpenProject } from '../open/open-project.js';
import type { OutsideFeature } from './outside-feature.js';
import { packsOf } from '../open/packed-files.js';
import { additionOf, removalOf } from './plan-features.js';
import { planNewProject } from '../plan/plan-new-project.js';
import { planProject } from '../plan/plan-project.js';
import { readSyncedState } from '../open/read-synced-state.js';
import { readTemplates } from '../open/templates.js';

/** The projects in which features are tried: with what they need and nothing else, and with all features of crudgen. */
export type TrialKind = 'alone' | 'with-all';

/** How features do in a project. */
export interface Trial {
  /** How many files come with them, and with what they need. */
  readonly files: number;
  readonly tables: readonly string[];
  readonly problems: readonly Problem[];
}

/** Where features are tried. */
interface TrialPlace {
  /** An empty folder. */
  readonly root: string;
  readonly now: Date;
  /** What else a project that has the features is asked, in its folder. */
  readonly check: (root: string) => Promise<readonly Problem[]>;
}

/** Adds features to a new project, looks at what it is then, and drops them again, which has to leave nothing behind. */
export async function tryFeatures(
  features: readonly OutsideFeature[],
  kind: TrialKind,
  { root, now, check }: TrialPlace,
): Promise<Trial> {
  const app = trialApp(kind);
  await write(root, planNewProject(app, { now, secret: 'x'.repeat(64) }));
  const { project } = await openProject(root);
  const { change, problems } = additionOf(project, [], features);
  refuseErrors(problems);
  const warnings = problems.filter((one) => !isError(one));
  await write(root, planProject(project, change, now).plan);
  const having = (await openProject(root)).project;
  const checked = [...lostImports(having, features), ...(await check(root))];
  const names = change.after.features!.filter((name) => !app.features!.includes(name));
  const removal = removalOf(having, names, { keep: false });
  await write(root, { ...planProject(having, removal, now).plan, losses: [] });
  const { project: left } = await openProject(root);
  const isNew = (path: string) => !project.mine.has(path);
  const tables = features.flatMap(({ name }) => tablesOf(having.installed, name));
  return {
    files: [...having.mine.keys()].filter(isNew).length,
    tables,
    problems: [...warnings, ...checked, ...leftBehind(project, left, tables)],
  };
}

const MODELS = `models:
  TrialGroup: { fields: { name: string:required } }
  TrialItem:
    fields: { name: string:required, count: integer, done: boolean, group: ref=TrialGroup:as=items }
`;

/** An application with two models that refer to each other. */
function trialApp(kind: TrialKind): App {
  const { spec } = parseSpec('trial.yaml', MODELS);
  const { models } = checkSpec(spec, []);
  const all = featuresIn(readTemplates()).map(({ name }) => name);
  return {
    ...{ name: 'trial', database: 'sqlite', models },
    features: kind === 'alone' ? [] : all,
  };
}

/** Writes a plan; in a new project nothing stands against one but the feature itself. */
async function write(root: string, plan: Plan): Promise<void> {
  refuseErrors([
    ...plan.conflicts.map(({ path, line }) =>
      problem(
        'trial-conflict',
        `${path}:${line} is in conflict in a new project`,
        'rename the file',
      ),
    ),
    ...plan.refused.map(({ path, reason }) =>
      problem(
        'trial-refused',
        `${path} cannot be written in a new project: ${reason}`,
        'rename the file',
      ),
    ),
  ]);
  await writePlan(root, plan, { packsOf });
}

const tablesOf = (installed: Tree, name: string): readonly string[] =>
  featuresIn(installed)
    .filter((feature) => feature.name === name)
    .flatMap(({ tables }) => Object.keys(tables));

/** What a project has of features after they were dropped: files, kept copies, tables. */
function leftBehind(before: OpenProject, after: OpenProject, tables: readonly string[]): Problem[] {
  // Migrations are history, and the lock file is npm's.
  const isMeant = (path: string) =>
    migrationMoment(path) === null && !/(?:^package-lock\.json|\/migrations\.gen\.ts)$/.test(path);
  const differing = (one: Tree, other: Tree): string[] =>
    [...new Set([...one.keys(), ...other.keys()])].filter(
      (path) => isMeant(path) && one.get(path) !== other.get(path),
    );
  const files = [
    ...differing(before.mine, after.mine),
    ...differing(before.base, after.base).map((path) => `the kept copy of ${path}`),
  ];
  const { migrated } = readSyncedState(after);
  const kept = tables.filter((table) => !migrated || Object.hasOwn(migrated.tables, table));
  const left = (what: string) =>
    problem(
      'left-behind',
      `${what} is not as it was before the feature was added`,
      'report this to the authors of crudgen',
    );
  return [...files, ...kept.map((table) => `the table \`${table}\``)].map(left);
}
