import { nearest } from '../model/nearest.js';
import type { Spec, SpecModel } from './spec.js';
import type { Problem } from '../problem.js';
import { mapOf, uniqueEntries, unknownKey } from './map-node.js';
import type { Node, Report } from './node.js';
import { parseJson } from './parse-json.js';
import { parseModel } from './parse-model.js';
import { parseYaml } from './parse-yaml.js';

/** Reads a spec file (YAML, JSON or JSONC by its name); reports every problem of its form at once. */
export function parseSpec(file: string, text: string): { spec: Spec; problems: Problem[] } {
  const problems: Problem[] = [];
  const report: Report = (problem) => problems.push(problem);
  const plain = text.replace(/^\uFEFF/, '');
  const json = /\.(json|jsonc|json5)$/i.test(file);
  const root = (json ? parseJson : parseYaml)(file, plain, report);
  const models = root === null ? [] : parseRoot(root, report);
  if (root === null && problems.length === 0) {
    const help = 'start with `models:` and a model below it. Example: crudgen help spec';
    report({ code: 'empty-spec', message: `\`${file}\` is empty`, help });
  }
  return { spec: { models }, problems };
}

function parseRoot(root: Node, report: Report): SpecModel[] {
  const top = mapOf(root, 'a spec', '`models:` and the models below it', report);
  if (top === null) return [];
  const entries = uniqueEntries(top, 'duplicate-key', 'key', report);
  const models = entries.find(({ key }) => key.value === 'models');
  for (const { key } of entries) {
    if (key.value === 'models' || key.value === '$schema') continue;
    const looksLikeModel = models === undefined && /^[A-Z]/.test(key.value);
    const near = nearest(key.value, ['models']);
    const help =
      near === null ? 'models stand below `models:`, indented' : 'did you mean `models`?';
    if (!looksLikeModel) report(unknownKey(key, 'a spec', help));
  }
  if (models === undefined) {
    const message = 'the key `models` is missing';
    report({
      code: 'missing-models',
      message,
      at: { ...root.at, length: 1 },
      help: 'put `models:` above and indent the models below it',
    });
    return [];
  }
  const list = mapOf(models.value, '`models`', 'models by name, such as `Task:`', report);
  if (list === null) return [];
  if (list.entries.length === 0) {
    report({
      code: 'no-models',
      message: '`models` is empty',
      at: models.key.at,
      help: 'name at least one model',
    });
  }
  return uniqueEntries(list, 'duplicate-model', 'model', report)
    .map((entry) => parseModel(entry, report))
    .filter((model) => model !== null);
}
