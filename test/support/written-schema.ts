import { join } from 'node:path';
import { createGenerator } from 'ts-json-schema-generator';
import { kebabCase } from '../../src/model/names.js';
import { outputSchema, type Schema } from './output-schema.js';

const ROOT = join(import.meta.dirname, '../..');

/** Which commands print a result of which exported type below `src/`; no key where a command prints for git alone. */
const RESULTS: Readonly<Record<string, readonly string[]>> = {
  ModelListJson: ['model list'],
  ModelJson: ['model show'],
  SearchConfig: ['search list'],
  FeaturesJson: ['features'],
  FeatureTestJson: ['feature test'],
  AccessJson: ['access show'],
  Explanation: ['access explain'],
  DoctorJson: ['doctor'],
  SeedJson: ['seed'],
  ImportDataJson: ['import-data'],
  TemplatesJson: ['templates list'],
  StatusJson: ['status'],
  DescribeJson: ['describe'],
  HelpJson: ['help'],
  VersionJson: ['version'],
};

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

/** The schema of `--json` as the types of its results have it, with their comments as descriptions. */
export function writtenSchema(): object {
  const types = schemasOf(Object.keys(RESULTS));
  const results = Object.entries(RESULTS).map(([type, commands]) => ({
    name: nameOf(type),
    commands,
  }));
  const keys = results.map(({ name }) => [name, resultOf(types[name]!)]);
  const known = new Set(Object.values(RESULTS).flat());
  const byHand = (outputSchema.allOf ?? []).filter(
    (one) => !one.if?.properties.command.enum.some((command) => known.has(command)),
  );
  const { $defs } = outputSchema as { $defs: Record<string, object> };
  return {
    ...outputSchema,
    allOf: [
      ...results.map(({ name, commands }) => branch(commands, { $ref: `#/$defs/${name}` })),
      ...byHand,
    ],
    $defs: { ...$defs, ...types, ...(Object.fromEntries(keys) as Record<string, object>) },
  };
}

/** `ModelListJson` is `model-list`. */
const nameOf = (type: string): string => kebabCase(type.replace(/Json$/, ''));

/** The schemas of some types, and of the exported types in them, by their names in kebab case. */
function schemasOf(types: readonly string[]): Record<string, Schema> {
  const generator = createGenerator({
    path: join(ROOT, 'src/cli/**/*.ts'),
    tsconfig: join(ROOT, 'tsconfig.build.json'),
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
