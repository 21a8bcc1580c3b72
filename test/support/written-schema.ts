import { join } from 'node:path';
import { createGenerator } from 'ts-json-schema-generator';
import { kebabCase } from '../../src/model/names.js';
import type { Schema } from './output-schema.js';

const ROOT = join(import.meta.dirname, '../..');

/** The type of the keys that every document has. */
const ENVELOPE = 'EnvelopeJson';

/** The types of results, which `src/` and the programs of crudgen export, with the commands that print them. */
const RESULTS: Readonly<Record<string, readonly string[]>> = {
  PlanJson: [
    ...['model add', 'model add-field', 'model change-field', 'model rename-field'],
    ...['model remove-field', 'model rename', 'model remove', 'model history', 'model trash'],
    ...['model freeze', 'model board', 'model calendar', 'brand', 'endpoint add'],
    ...['access add', 'access rows', 'access sentence', 'routes add', 'hooks add', 'rules add'],
    ...['sync', 'diff', 'upgrade', 'templates eject', 'restore', 'add', 'drop'],
    ...['search add-model', 'search add-field', 'search remove-field', 'search remove-model'],
  ],
  InitJson: ['init'],
  PullJson: ['pull'],
  UndoJson: ['undo'],
  ModelListJson: ['model list'],
  ModelJson: ['model show'],
  DescribeJson: ['describe'],
  FeaturesJson: ['features'],
  FeatureTestJson: ['feature test'],
  SearchConfig: ['search list'],
  AccessJson: ['access show'],
  Explanation: ['access explain'],
  AccessProveJson: ['access prove'],
  DoctorJson: ['doctor'],
  SeedJson: ['seed'],
  ImportDataJson: ['import-data'],
  HelpJson: ['help'],
  StatusJson: ['status'],
  DriftJson: ['drift'],
  TemplatesJson: ['templates list'],
  VersionJson: ['version'],
};

/** Commands that git runs, which print no more keys. */
const PLAIN = ['merge-base', 'merge-file'];

/** The part of a schema that counts for some commands. */
const branch = (commands: readonly string[], then: object) => ({
  if: { properties: { command: { enum: commands } } },
  then,
});

/** The keys of a command, of which those that it always prints are required where it succeeds. */
const resultOf = ({ description, properties, required = [] }: Schema) => ({
  description,
  properties,
  if: { properties: { ok: { const: true } } },
  then: { required },
});

/** The schema of `--json`, made of the types of results with their comments as descriptions. */
export function writtenSchema(): object {
  const { [nameOf(ENVELOPE)]: envelope, ...types } = schemasOf([ENVELOPE, ...Object.keys(RESULTS)]);
  const names = Object.keys(RESULTS).map(nameOf);
  const results = Object.fromEntries(names.map((name) => [name, resultOf(types[name]!)]));
  const { description, type, properties, required } = envelope!;
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'crudgen --json',
    ...{ description, type, properties, required },
    allOf: [
      ...Object.entries(RESULTS).map(([name, commands]) =>
        branch(commands, { $ref: `#/$defs/${nameOf(name)}` }),
      ),
      branch(PLAIN, {}),
    ],
    $defs: { ...types, ...results },
  };
}

/** `ModelListJson` is `model-list`. */
const nameOf = (type: string): string => kebabCase(type.replace(/Json$/, ''));

/** The schemas of some types, and of the exported types in them, by their names in kebab case. */
function schemasOf(types: readonly string[]): Record<string, Schema> {
  const generator = createGenerator({
    path: join(ROOT, '{src/cli/**/*,templates/tools/prove/report/report}.ts'),
    tsconfig: join(ROOT, 'tsconfig.json'),
    topRef: true,
    expose: 'export',
    additionalProperties: true,
    sortProps: false,
    skipTypeCheck: true,
  });
  const found = types.map((type) => generator.createSchema(type).definitions);
  const { Integer: _, ...schemas } = Object.assign({}, ...found) as Record<string, object>;
  const text = JSON.stringify(schemas)
    .replaceAll('"$ref":"#/definitions/Integer"', '"type":"integer"')
    .replaceAll('"anyOf":[{"type":"integer"},{"type":"null"}]', '"type":["integer","null"]')
    .replace(/"#\/definitions\/([^"]+)"/g, (_, type: string) =>
      JSON.stringify(`#/$defs/${nameOf(type)}`),
    );
  const named = Object.entries(JSON.parse(text) as Record<string, Schema>);
  return Object.fromEntries(named.map(([type, schema]) => [nameOf(type), schema]));
}
