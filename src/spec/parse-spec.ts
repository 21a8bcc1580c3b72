import { didYouMean } from '../model/nearest.js';
import { Report } from '../problem.js';
import { mapOf, type Node, reportKey, uniqueEntries } from './node.js';
import { parseJson } from './parse-json.js';
import { parseModel } from './parse-model.js';
import { parseRoles } from './parse-roles.js';
import { parseYaml } from './parse-yaml.js';
import type { ParsedSpec, Spec } from './spec.js';

/** Parses a spec file (YAML, JSON or JSONC by its name); reports all syntax problems at once. */
export function parseSpec(file: string, text: string): ParsedSpec {
  const report = new Report();
  const plain = text.replace(/^\uFEFF/, '');
  const json = /\.(json|jsonc|json5)$/i.test(file);
  const root = (json ? parseJson : parseYaml)(file, plain, report);
  const spec = root === null ? { models: [] } : parseRoot(root, report);
  if (root === null && report.problems.length === 0) {
    const help = 'start with `models:` and a model below it. Example: crudgen help spec';
    report.error('empty-spec', `\`${file}\` is empty`, undefined, help);
  }
  return { spec, problems: report.problems };
}

const KEYS = ['models', 'roles', '$schema'];

function parseRoot(root: Node, report: Report): Spec {
  const top = mapOf(root, 'a spec', '`models:` and the models below it', report);
  if (top === null) return { models: [] };
  const entries = uniqueEntries(top, 'duplicate-key', 'key', report);
  const of = (name: string) => entries.find(({ key }) => key.value === name);
  const models = of('models');
  for (const { key } of entries) {
    if (KEYS.includes(key.value)) continue;
    const looksLikeModel = models === undefined && /^[A-Z]/.test(key.value);
    const help = didYouMean(key.value, ['models', 'roles'], 'put models below `models:`, indented');
    if (!looksLikeModel) reportKey(key, 'a spec', help, report);
  }
  if (models === undefined) {
    const help = 'put `models:` above and indent the models below it';
    const at = { ...root.at, length: 1 };
    report.error('missing-models', 'the key `models` is missing', at, help);
    return { models: [] };
  }
  const list = mapOf(models.value, '`models`', 'models by name, such as `Task:`', report);
  if (list?.entries.length === 0)
    report.error('no-models', '`models` is empty', models.key.at, 'add at least one model');
  const parsed = uniqueEntries(list ?? { entries: [] }, 'duplicate-model', 'model', report)
    .map((entry) => parseModel(entry, report))
    .filter((model) => model !== null);
  return { models: parsed, roles: parseRoles(of('roles'), report) };
}
