import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import type { Paths, Schema } from './openapi-types.js';

/** What the owner's `@openapi` comments say. */
export interface JsDoc {
  readonly paths: Paths;
  readonly components: Readonly<Record<string, Readonly<Record<string, Schema>>>>;
}

/** Reads the comments of all code below a folder; what cannot be read is told to `warn` and left out. */
export async function readJsDoc(folder: string, warn: (message: string) => void): Promise<JsDoc> {
  const paths: Paths = {};
  const components: Record<string, Record<string, Schema>> = {};
  for (const file of commentedFiles(folder)) {
    try {
      const found = await parseFile(file);
      for (const [path, operations] of Object.entries(found.paths))
        paths[path] = { ...paths[path], ...operations };
      for (const [kind, named] of Object.entries(found.components))
        components[kind] = { ...components[kind], ...named };
    } catch (error) {
      warn(`the @openapi comments of ${file} cannot be read: ${(error as Error).message}`);
    }
  }
  return { paths, components };
}

/** Source as it stands, TypeScript or compiled. */
function commentedFiles(folder: string): string[] {
  const ending = extname(import.meta.url);
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith(ending) && !file.endsWith(`.test${ending}`))
    .map((file) => join(folder, file))
    .filter((file) => readFileSync(file, 'utf8').includes('@openapi'))
    .sort();
}

async function parseFile(file: string): Promise<JsDoc> {
  const { default: swaggerJsdoc } = await import('swagger-jsdoc');
  const definition = { openapi: '3.1.0', info: { title: '', version: '' } };
  // The library takes patterns; this is a name.
  const name = file.replace(/[*?[\]{}()!+@\\]/g, '\\$&');
  return swaggerJsdoc({ definition, failOnErrors: true, apis: [name] }) as JsDoc;
}
