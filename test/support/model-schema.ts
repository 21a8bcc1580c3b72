import { join } from 'node:path';
import { createGenerator } from 'ts-json-schema-generator';
import { kebabCase } from '../../src/model/names.js';
import type { Schema } from './output-schema.js';

const ROOT = join(import.meta.dirname, '../..');

/** The JSON Schemas of `ModelJson`, which `model show --json` prints, and of the exported types in it, by their names in kebab case. */
export function schemasOfModel(): Readonly<Record<string, Schema>> {
  const generator = createGenerator({
    path: join(ROOT, 'src/cli/model-json.ts'),
    tsconfig: join(ROOT, 'tsconfig.build.json'),
    type: 'ModelJson',
    topRef: true,
    expose: 'export',
    additionalProperties: true,
    sortProps: false,
    skipTypeCheck: true,
  });
  const { definitions = {} } = generator.createSchema('ModelJson');
  const nameOf = (type: string): string => kebabCase(type.replace(/Json$/, ''));
  const text = JSON.stringify(definitions).replace(
    /"#\/definitions\/([^"]+)"/g,
    (_, type: string) => JSON.stringify(`#/$defs/${nameOf(type)}`),
  );
  const schemas = Object.entries(JSON.parse(text) as Record<string, Schema>);
  return Object.fromEntries(schemas.map(([type, schema]) => [nameOf(type), schema]));
}
