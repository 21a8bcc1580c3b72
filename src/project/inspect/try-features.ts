import { writePlan } from '../../disk/write-plan.js';
import type { App } from '../../model/model.js';
import type { Plan } from '../../plan/plan.js';
import { type Problem, refuseErrors } from '../../problem.js';
import { featuresIn } from '../../render/features.js';
import { checkSpec } from '../../spec/check.js';
import { parseSpec } from '../../spec/parse-spec.js';
import type { Tree } from '../../tree.js';
import { lostImports } from './feature-imports.js';
import { openProject } from '../open/open-project.js';
import type { OutsideFeature } from '../change/outside-feature.js';
import { packsOf } from '../open/packed-files.js';
import { additionOf } from '../change/plan-features.js';
import { planNewProject } from '../plan/plan-new-project.js';
import { planProject } from '../plan/plan-project.js';
import { readTemplates, specSchema } from '../open/templates.js';

/** The projects in which features are tried: with what they need and nothing else, and with all features of crudgen. */
export type TrialKind = 'alone' | 'with-all';

/** How features do in a project. */
export interface Trial {
  /** How many files come with them, and with what they need. */
  readonly files: number;
  readonly tables: readonly string[];
  readonly problems: readonly Problem[];
}

/** The place where features are tried. */
interface TrialPlace {
  /** An empty folder. */
  readonly root: string;
  readonly now: Date;
  /** What else a project that has the features is asked, in its folder. */
  readonly check: (root: string) => Promise<readonly Problem[]>;
}

/** Adds features to a new project, and checks the project. */
export async function tryFeatures(
  features: readonly OutsideFeature[],
  kind: TrialKind,
  { root, now, check }: TrialPlace,
): Promise<Trial> {
  await write(root, planNewProject(trialApp(kind), { now, secret: 'x'.repeat(64) }));
  const { project } = await openProject(root);
  const { change, problems } = additionOf(project, [], features);
  refuseErrors(problems);
  await write(root, planProject(project, change, now).plan);
  const having = (await openProject(root)).project;
  return {
    files: [...having.mine.keys()].filter((path) => !project.mine.has(path)).length,
    tables: features.flatMap(({ name }) => tablesOf(having.installed, name)),
    problems: [...problems, ...lostImports(having, features), ...(await check(root))],
  };
}

const MODELS = `models:
  TrialGroup: { fields: { name: string:required } }
  TrialItem:
    fields: { name: string:required, count: integer, done: boolean, group: ref=TrialGroup:as=items }
`;

/** An application with two models that refer to each other. */
function trialApp(kind: TrialKind): App {
  const { spec } = parseSpec('trial.yaml', MODELS, specSchema());
  const { models } = checkSpec(spec, []);
  const all = featuresIn(readTemplates()).map(({ name }) => name);
  return {
    ...{ name: 'trial', database: 'sqlite', models },
    features: kind === 'alone' ? [] : all,
  };
}

const write = (root: string, plan: Plan) => writePlan(root, plan, { packsOf });

const tablesOf = (installed: Tree, name: string): readonly string[] =>
  featuresIn(installed)
    .filter((feature) => feature.name === name)
    .flatMap(({ tables }) => Object.keys(tables));
