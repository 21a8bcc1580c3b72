import { EMPTY_PLAN, type Plan } from '../../plan/plan.js';
import type { App } from '../../model/model.js';
import type { Problem } from '../../problem.js';
import type { TableStep } from '../../schema/engine/schema.js';
import type { ProjectChange } from '../change/project-change.js';
import type { Refactored } from '../change/workspace.js';
import type { OpenProject } from '../open/open-project.js';

/** The command that asks for a check: `doctor`, or a change by its mode. */
export type Asker = 'doctor' | ProjectChange['mode'];

/** A project after a change. For `doctor` it is the project as it is. */
export interface After {
  /** Null for `doctor`. */
  readonly change: ProjectChange | null;
  readonly app: App;
  readonly files: Refactored['mine'];
  /** The names that the change has moved, renamed and removed in files. */
  readonly names: Pick<Refactored, 'moved' | 'renamed' | 'gone'>;
  /** The steps of the migration. */
  readonly steps: readonly TableStep[];
}

/**
 * Finds problems in a project before and after a change, with the plan of the change. `doctor` passes the plan of `sync`, or an empty
 * plan if files cannot be compared. An error refuses a change, and a warning comes with its plan.
 */
export type Find = (before: OpenProject, after: After, plan: Plan) => readonly Problem[];

interface AnyCheck {
  /** The codes of its problems. */
  readonly codes: readonly [string, ...string[]];
  /** The finding, as a sentence that follows "Finds". */
  readonly finds: string;
}

/** A check of files and models. */
interface PlanCheck extends AnyCheck {
  readonly by: readonly Asker[];
  readonly find: Find;
}

/** A check that reads more of the disk than a project's own files, and that only `doctor` makes. */
interface DiskCheck extends AnyCheck {
  readonly findOnDisk: (before: OpenProject) => Promise<readonly Problem[]>;
}

export type Check = PlanCheck | DiskCheck;

/** A project as it is, for `doctor`. */
export const asItIs = ({ app, mine }: OpenProject): [after: After, plan: Plan] => [
  {
    ...{ change: null, app, files: mine, steps: [] },
    names: { moved: new Map(), renamed: new Map(), gone: new Map() },
  },
  EMPTY_PLAN,
];
