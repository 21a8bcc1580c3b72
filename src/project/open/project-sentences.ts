import { builtInNamed } from '../../model/built-in.js';
import type { App } from '../../model/model.js';
import type { Sentence } from '../../model/sentence.js';
import { readSentences } from '../../code/read-sentences.js';
import { type Problem, Report } from '../../problem.js';
import { checkSentence } from '../../spec/check-sentence.js';
import type { Tree } from '../../tree.js';

/** The sentences about the access rules of a project, with their places, and the mistakes in them. */
export function sentencesOf(
  app: App,
  files: Tree,
): { readonly sentences: readonly Sentence[]; readonly problems: readonly Problem[] } {
  const report = new Report();
  const sentences = readSentences(files).flatMap(({ model: name, text, at }) => {
    const model = app.models.find((one) => one.name === name) ?? builtInNamed(name);
    if (model === undefined) return [];
    if (text !== null) return checkSentence({ value: text, at }, model, app, report) ?? [];
    const message = `a sentence about \`${name}\` is computed at run time`;
    return report.error('bad-sentence', message, at, 'write it as a text') ?? [];
  });
  return { sentences, problems: report.problems };
}
