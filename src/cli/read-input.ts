import { resolve } from 'node:path';
import { textNow } from '../disk/journal.js';
import { checkSpec } from '../spec/check.js';
import type { Model } from '../model/model.js';
import type { Spec } from '../spec/spec.js';
import { inOrder, type Problem, refusal, Refusal } from '../problem.js';
import type { Context } from './context.js';

/** Reads a spec file that the user named; problems name it as it was given. */
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
      help: 'a path is relative to the folder you are in, or to --cwd',
    });
  }
  const { parseSpec } = await import('../spec/parse-spec.js');
  return parseSpec(file, text);
}

/** The new models of a spec; warnings are said, and all errors of reading and checking refuse at once. */
export function demandModels(
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

/** Says warnings where people read them; programs get the result alone. */
export function warn({ json, terminal }: Context, problems: readonly Problem[]): void {
  if (!json) terminal.problems(problems);
}
