import { writePlan } from '../disk/write-plan.js';
import { type Plan, isEmptyPlan } from '../plan/plan.js';
import { isError, type Problem } from '../problem.js';
import { packsOf } from '../project/open/packed-files.js';
import { commandLine } from '../spec/parse-arguments.js';
import { askLosses } from './ask-losses.js';
import { type Context, warn } from './context.js';
import { markerWarnings } from './marker-warnings.js';
import { settlePlan } from './settle-plan.js';
import { type AddedJson, type PlanJson, planJson } from './plan-json.js';
import { planProblems } from './plan-problems.js';
import { setUpClone } from './set-up-git.js';
import { showConflicts, showPlan, showRefused, summarize } from './show-plan.js';

/** The messages of a command. */
export interface Messages {
  readonly done: string;
  readonly nothing: string;
  /** Replaces the list of files and the summary. */
  readonly brief?: string;
  /** Commands to type next. */
  readonly next?: readonly string[];
  readonly then?: string;
  /** Printed after a dry run. */
  readonly besides?: string;
  /** The command that removes the same part, but keeps all files. */
  readonly keeping?: string;
}

/** The outcome of the steps after a write. */
export interface FollowUp {
  /** Errors of the steps, which fail the command, and warnings. */
  readonly problems: readonly Problem[];
  readonly more: AddedJson;
  readonly next: readonly string[];
  /** Printed after the commands. */
  readonly then?: string;
}

/** The options of a command for its plan. */
export interface ApplyOptions {
  /** Whether the user has agreed to lose data. */
  readonly dropData?: boolean | undefined;
  readonly more?: AddedJson;
  /** Runs after the write (or the dry run), such as `npm install`; the command cannot be undone then. */
  readonly follow?: (written: boolean) => Promise<FollowUp>;
}

/**
 * Shows a plan and writes it unless it is a dry run or blocked; returns the exit code. No data and no edit is lost without
 * consent, and consent to lose data is asked for first and apart from conflicts.
 */
export async function applyPlan(
  context: Context,
  root: string,
  planned: Plan,
  messages: Messages,
  { dropData = false, more = {}, follow }: ApplyOptions = {},
): Promise<number> {
  const { dryRun, json, contents, terminal } = context;
  const consent = await askLosses(context, root, planned, dropData);
  const { plan, marked, warnings } = await settlePlan(context, root, consent.plan);
  const lost = consent.problems;
  const stopped = plan.refused.length + lost.length > 0 ? 1 : plan.conflicts.length > 0 ? 3 : 0;
  const write = stopped === 0 && !dryRun && !isEmptyPlan(plan);
  warn(context, [...plan.warnings, ...warnings]);
  const command = follow === undefined && { command: commandLine(context.args).text };
  if (write) warn(context, await writePlan(root, plan, { ...command, packsOf }));
  // A command with steps of its own after the write, `init`, sets git up there.
  if (write && follow === undefined) await prepareMerges(context, root);
  const after = (await follow?.(write)) ?? { ...NOTHING, next: messages.next ?? [] };
  const failed = after.problems.some(isError);
  const code = stopped || (marked.length > 0 ? 3 : failed ? 1 : 0);
  terminal.problems(after.problems);
  if (json) {
    const { losses } = planned;
    const next = changesNothing(plan, stopped) ? [] : after.next;
    terminal.problems(planProblems(plan, messages.keeping));
    const found = { written: write, ...planJson(plan, contents), losses, next };
    terminal.data<PlanJson & AddedJson>({ ...found, ...more, ...after.more });
  } else printOutcome(context, plan, { ...messages, ...after }, stopped);
  terminal.problems(lost);
  if (write) warn(context, markerWarnings(marked));
  return code;
}

/** Sets up the merge driver in a new clone, and says so. If git cannot be configured, the command succeeds nevertheless. */
async function prepareMerges(context: Context, root: string): Promise<void> {
  const { problems, mended } = await setUpClone(root);
  warn(context, problems);
  if (mended.length > 0) context.terminal.data<Pick<PlanJson, 'mended'>>({ mended });
  for (const what of mended) context.terminal.note(`fixed: ${what}`);
}

/** Whether a plan changes nothing that the user would see; it may still write kept copies. */
const changesNothing = (plan: Plan, stopped: number): boolean =>
  isEmptyPlan(plan) || (plan.changes.length === 0 && stopped === 0);

const NOTHING: Omit<FollowUp, 'next'> = { problems: [], more: {} };

function printOutcome(
  { dryRun, contents, terminal }: Context,
  plan: Plan,
  messages: Messages,
  stopped: number,
): void {
  const { style, errorStyle } = terminal;
  if (plan.refused.length > 0) terminal.note(showRefused(plan, errorStyle, messages.keeping));
  if (plan.conflicts.length > 0) terminal.note(showConflicts(plan, errorStyle));
  if (changesNothing(plan, stopped)) return terminal.print(messages.nothing);
  if (dryRun) {
    const diff = contents || messages.brief === undefined;
    terminal.print(showPlan(plan, style, { diff, contents }));
    const summary = summarize(plan);
    if (summary !== '')
      terminal.print(`\n${style.bold('dry run')}: ${summary}; nothing was written`);
    if (messages.besides !== undefined) terminal.print(messages.besides);
    return;
  }
  if (stopped !== 0) return;
  if (messages.brief === undefined || contents)
    terminal.print(`${showPlan(plan, style, { diff: contents, contents })}\n`);
  terminal.print(`${style.green(messages.done)}: ${messages.brief ?? summarize(plan)}`);
  if ((messages.next ?? []).length > 0)
    terminal.print(`Next:\n${messages.next!.map((line) => `  ${style.bold(line)}`).join('\n')}`);
  if (messages.then !== undefined) terminal.print(messages.then);
}
