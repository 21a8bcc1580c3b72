import { writePlan } from '../disk/write-plan.js';
import type { Conflict, Plan } from '../plan/plan.js';
import { isEmptyPlan, settleConflicts } from '../plan/settle-conflicts.js';
import type { Problem } from '../problem.js';
import { commandLine } from '../spec/parse-arguments.js';
import type { Context } from './context.js';
import { warn } from './read-input.js';
import { planJson, showConflicts, showPlan, showRefused, summarize } from './show-plan.js';

/** What a command says when it is done, and when there was nothing to do. */
export interface Words {
  readonly done: string;
  readonly nothing: string;
  /** Commands to type next. */
  readonly next?: readonly string[];
}

/** Shows a plan (programs get `more` with it), and writes it unless it is a dry run or cannot be; gives the exit code. */
export async function applyPlan(
  context: Context,
  root: string,
  planned: Plan,
  words: Words,
  more: object = {},
): Promise<number> {
  const { onConflict, dryRun, json, terminal } = context;
  const conflicted = planned.conflicts.length > 0;
  const plan = conflicted && onConflict !== null ? settleConflicts(planned, onConflict) : planned;
  const stopped = plan.refused.length > 0 ? 1 : plan.conflicts.length > 0 ? 3 : 0;
  const both = onConflict === 'mark' ? planned.conflicts : [];
  const marked = both.length > 0 ? 3 : 0;
  const write = stopped === 0 && !dryRun && !isEmptyPlan(plan);
  warn(context, plan.warnings);
  if (write)
    warn(context, await writePlan(root, plan, { command: commandLine(context.args).text }));
  if (json) {
    const answer = { ok: stopped === 0, written: write, ...planJson(plan), ...more };
    terminal.print(JSON.stringify(answer, null, 2));
    return stopped || marked;
  }
  say(context, plan, words, stopped);
  if (write) warn(context, both.map(markers));
  return stopped || marked;
}

function markers({ path, line }: Conflict): Problem {
  const message = `${path}:${line} has both sides between markers`;
  return { code: 'markers', message, help: 'settle it by hand', severity: 'warning' };
}

function say({ dryRun, terminal }: Context, plan: Plan, words: Words, stopped: number): void {
  const { style, errorStyle } = terminal;
  if (plan.refused.length > 0) terminal.note(showRefused(plan, errorStyle));
  if (plan.conflicts.length > 0) terminal.note(showConflicts(plan, errorStyle));
  if (plan.warnings.some(({ code }) => code === 'adopted') && plan.changes.length === 0) return;
  if (isEmptyPlan(plan) || (plan.changes.length === 0 && stopped === 0))
    return terminal.print(words.nothing);
  if (dryRun) {
    terminal.print(showPlan(plan, style, { diff: true }));
    const summary = summarize(plan);
    if (summary !== '')
      terminal.print(`\n${style.bold('dry run')}: ${summary}; nothing was written`);
    return;
  }
  if (stopped !== 0) return;
  terminal.print(showPlan(plan, style));
  terminal.print(`\n${style.green(words.done)}: ${summarize(plan)}`);
  if ((words.next ?? []).length > 0)
    terminal.print(`Next:\n${words.next!.map((line) => `  ${style.bold(line)}`).join('\n')}`);
}
