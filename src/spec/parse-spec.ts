import { once } from '../once.js';
import { Report } from '../problem.js';
import { checkShape, type Wording } from './check-shape.js';
import { entriesOf, type Entry, entryOf, type Node, textOf } from './node.js';
import { parseJson } from './parse-json.js';
import { parseModel } from './parse-model.js';
import { parseRoles } from './parse-roles.js';
import { parseYaml } from './parse-yaml.js';
import type { ParsedSpec, SpecBrand } from './spec.js';
import { KEY_SYNONYMS } from './words.js';

/** Parses a spec file (YAML, JSON or JSONC by its name), and reports all places that do not fit its JSON Schema at once. */
export function parseSpec(file: string, text: string, schema: object): ParsedSpec {
  const report = new Report();
  const plain = text.replace(/^\uFEFF/, '');
  const json = /\.(json|jsonc|json5)$/i.test(file);
  const read = (json ? parseJson : parseYaml)(file, plain, report);
  if (read === null && report.problems.length === 0) {
    const help = 'start with `models:` and a model below it. Example: crudgen help spec';
    report.error('empty-spec', `\`${file}\` is empty`, undefined, help);
  }
  if (read === null) return { spec: { models: [] }, problems: report.problems };
  const root = withoutRepeats(read, report);
  const found = checkShape(withoutModels(root), shapeOf(schema), WORDING);
  for (const { code, message, at, help } of found) report.error(code, message, at, help);
  const models = entriesOf(entryOf(root, 'models')?.value);
  const spec = {
    models: models.map((entry) => parseModel(entry, report)).filter((model) => model !== null),
    roles: parseRoles(entryOf(root, 'roles')),
    ...parseBrand(entryOf(root, 'brand')?.value),
  };
  return { spec, problems: report.problems };
}

/** The brand of a spec that has one. */
function parseBrand(node: Node | undefined): { readonly brand?: SpecBrand } {
  if (node === undefined) return {};
  const part = (name: keyof SpecBrand) => textOf(entryOf(node, name));
  return { brand: { name: part('name'), color: part('color'), logo: part('logo') } };
}

const WORDING: Wording = {
  whole: 'a spec',
  synonyms: KEY_SYNONYMS,
  codes: {
    ...{ string: 'not-a-string', array: 'not-a-list', object: 'not-an-object' },
    ...{ boolean: 'not-a-boolean', models: 'missing-models', methods: 'no-methods' },
    ...{ oneOf: 'no-card', minLength: 'not-a-string', minProperties: 'no-models' },
  },
};

/** Keywords of the schema for rules that checks explain better, and its entries for built-in models. */
const RULES = ['enum', 'pattern', 'propertyNames', 'maxLength', 'User', 'Tenant'];

/** The schema without these rules, and without fields, which have a text form and are read by `parseFields`. */
const shapeOf = once((schema: object): object => withoutRules(schema) as object);

function withoutRules(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutRules);
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(([key, inner]) => !isRule(key, inner));
  return Object.fromEntries(
    kept.map(([key, inner]) => {
      if (key === 'fields' || key === 'field') return [key, {}];
      return [key, key === 'examples' ? inner : withoutRules(inner)];
    }),
  );
}

const isRule = (key: string, value: unknown): boolean =>
  RULES.includes(key) ||
  (key === 'minItems' && value !== 1) ||
  (key === 'required' && Array.isArray(value) && value.includes('fields'));

/** A spec whose `models:` is missing, without the models at its top: one mistake is reported once. */
function withoutModels(root: Node): Node {
  if (root.kind !== 'map' || entryOf(root, 'models') !== undefined) return root;
  return { ...root, entries: root.entries.filter(({ key }) => !/^[A-Z]/.test(key.value)) };
}

/** A value without repeated keys, which are reported. */
function withoutRepeats(node: Node, report: Report, path: readonly string[] = []): Node {
  if (node.kind === 'scalar') return node;
  const inner = (key: string, value: Node) => withoutRepeats(value, report, [...path, key]);
  if (node.kind === 'list') return { ...node, items: node.items.map((item) => inner('', item)) };
  const lines = new Map<string, number>();
  const entries = node.entries.flatMap(({ key, value }): Entry[] => {
    const first = lines.get(key.value);
    if (first === undefined) {
      lines.set(key.value, key.at.line);
      return [{ key, value: inner(key.value, value) }];
    }
    const help = `rename or remove one of them; the first is on line ${first}`;
    const kind =
      path.length === 1 ? 'model' : path[2] === 'fields' && path.length === 3 ? 'field' : 'key';
    const what = path[0] === 'models' ? kind : 'key';
    report.error(`duplicate-${what}`, `the ${what} \`${key.value}\` is repeated`, key.at, help);
    return [];
  });
  return { ...node, entries };
}
