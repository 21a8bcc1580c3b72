import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import type { CommonOptions } from './context.js';
import { commandName } from './declare.js';

/** The global flags that say how a plan is shown and settled. */
const PLAN_FLAGS = {
  dryRun: '--dry-run',
  contents: '--contents',
  onConflict: '--on-conflict',
} as const;

type PlanFlag = keyof typeof PLAN_FLAGS;

/** The commands that plan no files, with the flags of these that mean something to them all the same. */
const WITHOUT_PLAN: Readonly<Record<string, readonly PlanFlag[]>> = {
  ...{ seed: ['dryRun'], 'import-data': ['dryRun'], doctor: ['dryRun'] },
  ...{ status: [], describe: [], features: [], help: [], version: [] },
  ...{ 'model list': [], 'model show': [], 'search list': [], 'templates list': [] },
  ...{ 'access show': [], 'access explain': [], 'access prove': [], 'feature test': [] },
};

/** Whether a flag means something to a command; in the help of others it does not stand. */
export function takesFlag(command: CommandUnknownOpts, flag: string): boolean {
  const taken = WITHOUT_PLAN[commandName(command) ?? ''];
  const key = keys.find((one) => flag.startsWith(PLAN_FLAGS[one]));
  return taken === undefined || key === undefined || taken.includes(key);
}

const keys = Object.keys(PLAN_FLAGS) as PlanFlag[];

/** The flags that were given to a command to which they mean nothing. */
export const unusedFlags = (
  command: CommandUnknownOpts,
  options: CommonOptions,
): readonly string[] =>
  keys
    .filter((key) => options[key] !== undefined && !takesFlag(command, PLAN_FLAGS[key]))
    .map((key) => PLAN_FLAGS[key]);
