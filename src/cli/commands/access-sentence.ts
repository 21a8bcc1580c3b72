import { changeSentences, findModel } from '../../model/change.js';
import { didYouMean } from '../../model/nearest.js';
import { Report } from '../../problem.js';
import { checkSentence } from '../../spec/check-sentence.js';
import { commandLine } from '../../spec/parse-arguments.js';
import type { Located } from '../../spec/spec.js';
import { changeModel } from '../change-model.js';
import type { Context } from '../context.js';
import { projectOf } from '../project.js';
import { refuseOrWarn } from '../read-input.js';

/** Adds sentences about the access rules of a model, or removes them. */
export async function accessSentence(
  context: Context,
  name: string,
  texts: readonly string[],
  { remove = false }: { readonly remove?: boolean },
): Promise<number> {
  const project = await projectOf(context);
  const { app } = project;
  const model = findModel(app, name);
  const before = model.sentences ?? [];
  const line = commandLine(context.args);
  const report = new Report();
  for (const value of texts) {
    const sentence = { value, at: line.find(value)(0, value.length) };
    if (remove) checkRemoved(sentence, before, report);
    else checkSentence(sentence, model, app, report);
  }
  refuseOrWarn(context, report.problems);
  const kept = before.filter((text) => !texts.includes(text));
  const sentences = remove ? kept : [...new Set([...before, ...texts])];
  const messages = {
    done: `changed the sentences about ${name}`,
    nothing: `nothing to change: ${name} already has these sentences`,
    next: [],
  };
  const change = { mode: 'change', after: changeSentences(app, name, sentences) } as const;
  return changeModel(context, project, change, { messages });
}

function checkRemoved(
  { value, at }: Located<string>,
  sentences: readonly string[],
  report: Report,
): void {
  if (sentences.includes(value)) return;
  const all = sentences.length === 0 ? 'there are none' : `sentences: ${sentences.join('; ')}`;
  const help = didYouMean(value, sentences, all);
  report.error('unknown-sentence', `there is no sentence \`${value}\``, at, help);
}
