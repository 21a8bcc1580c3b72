import { resolve } from 'node:path';
import { textNow } from '../disk/journal.js';
import { checkSpec } from '../spec/check.js';
import type { Model } from '../model/model.js';
import type { Spec } from '../spec/spec.js';
import { inOrder, type Problem, refusal, Refusal } from '../problem.js';
import type { Context } from './context.js';

/** Reads a spec file; problems name it as it was typed. */
export async function readSpecFile(
  context: Context,
  file: string,
): Promise<{ spec: Spec; problems: Problem[] }> {
  const text = await textNow(resolve(context.cwd, file));
  if (text === null) {
    const message = `there is no file \`${file}\``;
    throw refusal({
      code: 'no-file',
      message,
      help: 'paths are relative to the current folder or --cwd',
    });
  }
  const { parseSpec } = await import('../spec/parse-spec.js');
  return parseSpec(file, text);
}

/** The new models of a spec; warnings are said, and all errors of reading and checking refuse at once. */
export function requireValidModels(
  context: Context,
  { spec, problems }: { spec: Spec; problems: readonly Problem[] },
  existing: readonly Model[],
): readonly Model[] {
  const checked = checkSpec(spec, existing);
  const all = inOrder([...problems, ...checked.problems]);
  if (all.some(({ severity }) => severity !== 'warning')) throw new Refusal(all);
  warn(context, all);
  return checked.models;
}

/** Prints warnings, except with --json, where programs get them in the result. */
export function warn({ json, terminal }: Context, problems: readonly Problem[]): void {
  if (!json) terminal.problems(problems);
}
