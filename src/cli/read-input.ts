import { resolve } from 'node:path';
import { readContent } from '../disk/contents.js';
import { checkSpec } from '../spec/check.js';
import type { App } from '../model/model.js';
import type { ParsedSpec } from '../spec/spec.js';
import { problemsInOrder, type Problem, refusal, refuseErrors } from '../problem.js';
import { specSchema } from '../project/open/templates.js';
import { type Context, warn } from './context.js';

/** Reads a spec file; problems name it as it was typed. */
export async function readSpecFile(context: Context, file: string): Promise<ParsedSpec> {
  const text = await readContent(resolve(context.cwd, file));
  if (text === null) {
    const message = `there is no file \`${file}\``;
    throw refusal('no-file', message, 'paths are relative to the current folder or --cwd');
  }
  const { parseSpec } = await import('../spec/parse-spec.js');
  return parseSpec(file, text, specSchema());
}

/** The new models and roles of a spec; warnings are said, and all errors of reading and checking refuse at once. */
export function requireValidSpec(
  context: Context,
  { spec, problems }: ParsedSpec,
  existing: Pick<App, 'models' | 'roles'>,
): Pick<App, 'models' | 'roles'> {
  const { problems: found, ...checked } = checkSpec(spec, existing.models, existing.roles);
  refuseOrWarn(context, [...problems, ...found]);
  return checked;
}

/** Refuses if any problem is an error, else prints the warnings. */
export function refuseOrWarn(context: Context, problems: readonly Problem[]): void {
  const all = problemsInOrder(problems);
  refuseErrors(all);
  warn(context, all);
}
