import { writePlan } from '../disk/write-plan.js';
import type { Conflict, Plan } from '../plan/plan.js';
import { excerpts } from '../plan/excerpts.js';
import { isEmptyPlan } from '../plan/empty-plan.js';
import type { Problem } from '../problem.js';
import { markerLines } from '../code/conflict-markers.js';
import { commandLine } from '../spec/parse-arguments.js';
import { askLosses } from './ask-losses.js';
import type { Context } from './context.js';
import { warn } from './read-input.js';
import { settlePlan } from './settle-plan.js';
import { planJson, showConflicts, showPlan, showRefused, summarize } from './show-plan.js';

/** What a command says when it is done, and when there was nothing to do. */
export interface Words {
  readonly done: string;
  readonly nothing: string;
  /** Said of what was done instead of a list of files. */
  readonly brief?: string;
  /** Commands to type next. */
  readonly next?: readonly string[];
  readonly then?: string;
}

/** What came of the steps after a write. */
export interface Followed {
  readonly problems: readonly Problem[];
  /** What programs get. */
  readonly more: object;
  readonly next: readonly string[];
  /** What they lead to. */
  readonly then?: string;
}

/** What a command may say of a plan besides its words. */
export interface ApplyOptions {
  /** Whether the user has agreed to lose what the database holds. */
  readonly dropData?: boolean | undefined;
  /** What programs get with the plan. */
  readonly more?: object;
  /** What is done once all is written, or only said in a dry run, such as the installation of packages; no `undo` then. */
  readonly follow?: (written: boolean) => Promise<Followed>;
}

/**
 * Shows a plan and writes it, unless it is a dry run or cannot be; gives the exit code. Nothing is lost here, of data or of
 * what somebody wrote, that was not agreed to: data is asked about first, and apart from conflicts.
 */
export async function applyPlan(
  context: Context,
  root: string,
  planned: Plan,
  words: Words,
  { dropData = false, more = {}, follow }: ApplyOptions = {},
): Promise<number> {
  const { dryRun, json, terminal } = context;
  const asked = await askLosses(context, root, planned, dropData);
  const { plan, marked, kept } = await settlePlan(context, root, asked.plan);
  const lost = asked.problems;
  const stopped = plan.refused.length + lost.length > 0 ? 1 : plan.conflicts.length > 0 ? 3 : 0;
  const write = stopped === 0 && !dryRun && !isEmptyPlan(plan);
  const warnings = [...plan.warnings, ...keptInEngine(kept)];
  warn(context, warnings);
  const command = follow === undefined && { command: commandLine(context.args).text };
  if (write) warn(context, await writePlan(root, plan, { ...command }));
  const after = (await follow?.(write)) ?? { ...NOTHING, next: words.next ?? [] };
  const code = stopped || (marked.length > 0 ? 3 : after.problems.length > 0 ? 1 : 0);
  if (json) {
    const ok = stopped === 0 && after.problems.length === 0;
    const left = { losses: planned.losses, ...(lost.length > 0 && { problems: lost }) };
    const answer = {
      ok,
      written: write,
      ...planJson({ ...plan, warnings }),
      ...left,
      ...more,
      ...after.more,
    };
    terminal.print(JSON.stringify(answer, null, 2));
    return code;
  }
  terminal.problems(after.problems);
  say(context, plan, { ...words, ...after }, stopped);
  terminal.problems(lost);
  if (write) warn(context, markersIn(marked));
  return code;
}

const NOTHING: Omit<Followed, 'next'> = { problems: [], more: {} };

/** What is the same in every project, and written to fit together. */
const ENGINE = /^(?:src\/engine|web\/src\/ui)\//;

/** Says of each place of the engine that keeps the developer's side: the rest of it is written for the other. */
function keptInEngine(conflicts: readonly Conflict[]): Problem[] {
  return conflicts
    .filter(({ path }) => ENGINE.test(path))
    .map(({ path, line, yours, crudgen, was }): Problem => {
      const [mine = '', theirs = ''] = excerpts(yours, crudgen, was).map((text) => text.trim());
      const said = (text: string) => (text === '' ? 'nothing' : `\`${text}\``);
      const message = `${path}:${line} keeps ${said(mine)} where the rest of the engine is written for ${said(theirs)}`;
      const help = 'npm run typecheck shows what does not fit it';
      return { code: 'kept-yours', message, help, severity: 'warning' };
    });
}

/** Where both sides stand between markers, place by place. */
function markersIn(conflicts: readonly Conflict[]): Problem[] {
  const files = new Map(conflicts.map(({ path, marked }) => [path, marked]));
  return [...files].flatMap(([path, text]) =>
    markerLines(text).map((line): Problem => {
      const message = `${path}:${line} has both sides between markers`;
      return { code: 'markers', message, help: 'settle it by hand', severity: 'warning' };
    }),
  );
}

function say({ dryRun, terminal }: Context, plan: Plan, words: Words, stopped: number): void {
  const { style, errorStyle } = terminal;
  if (plan.refused.length > 0) terminal.note(showRefused(plan, errorStyle));
  if (plan.conflicts.length > 0) terminal.note(showConflicts(plan, errorStyle));
  if (plan.warnings.some(({ code }) => code === 'adopted') && plan.changes.length === 0) return;
  if (isEmptyPlan(plan) || (plan.changes.length === 0 && stopped === 0))
    return terminal.print(words.nothing);
  if (dryRun) {
    terminal.print(showPlan(plan, style, { diff: words.brief === undefined }));
    const summary = summarize(plan);
    if (summary !== '')
      terminal.print(`\n${style.bold('dry run')}: ${summary}; nothing was written`);
    return;
  }
  if (stopped !== 0) return;
  if (words.brief === undefined) terminal.print(`${showPlan(plan, style)}\n`);
  terminal.print(`${style.green(words.done)}: ${words.brief ?? summarize(plan)}`);
  if ((words.next ?? []).length > 0)
    terminal.print(`Next:\n${words.next!.map((line) => `  ${style.bold(line)}`).join('\n')}`);
  if (words.then !== undefined) terminal.print(words.then);
}
