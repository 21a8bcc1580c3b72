import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import type { CommonOptions } from './context.js';

/** The global flags that say how a plan is shown and settled. */
const PLAN_FLAGS = {
  dryRun: '--dry-run',
  contents: '--contents',
  onConflict: '--on-conflict',
} as const;

type PlanFlag = keyof typeof PLAN_FLAGS;
const FLAGS = Object.keys(PLAN_FLAGS) as PlanFlag[];

/** The commands that plan no files, with those of these flags that they take nevertheless. */
const planless = new WeakMap<CommandUnknownOpts, readonly PlanFlag[]>();

/** Declares that a command plans no files: it refuses the flags of plans, except for the given ones, and its help omits them. */
export function withoutPlan<C extends CommandUnknownOpts>(
  command: C,
  ...taken: readonly PlanFlag[]
): C {
  planless.set(command, taken);
  return command;
}

/** Whether a command takes a global flag; `flag` may continue with the value: `--on-conflict <side>`. */
export function takesFlag(command: CommandUnknownOpts, flag: string): boolean {
  const taken = planless.get(command);
  const key = FLAGS.find((one) => flag.startsWith(PLAN_FLAGS[one]));
  return taken === undefined || key === undefined || taken.includes(key);
}

/** The flags that were given to a command which does not take them. */
export const unusedFlags = (
  command: CommandUnknownOpts,
  options: CommonOptions,
): readonly string[] =>
  FLAGS.filter((key) => options[key] !== undefined && !takesFlag(command, PLAN_FLAGS[key])).map(
    (key) => PLAN_FLAGS[key],
  );
