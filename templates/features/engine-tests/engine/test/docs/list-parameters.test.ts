import { afterAll, beforeAll, expect, test } from 'vitest';
import { viewOf } from '../../docs/model-schemas.js';
import type { Parameter } from '../../docs/openapi-types.js';
import type { Query } from '../../model/operations.js';
import { Note } from '../fixtures/library.js';
import { admin, openLibrary } from '../fixtures/open-library.js';
import { documentOf } from './document.js';

let library: Awaited<ReturnType<typeof openLibrary>>;
beforeAll(async () => {
  library = await openLibrary();
});
afterAll(() => library.database.close());

/** The parameters that reading a list looks for besides filters, which the document takes from a table that the parser has, too. */
async function parsed(): Promise<readonly string[]> {
  const names = new Set<string>();
  const query = new Proxy({} as Record<string, string>, {
    get: (_, name) => void names.add(String(name)),
  }) as Query;
  await library.engine.operations(admin)(Note).list(query);
  return [...names].filter((name) => name.startsWith('_')).sort();
}

/** Those that the document of the model names. */
async function documented(): Promise<readonly string[]> {
  const { engine } = library;
  const { document } = await documentOf(viewOf(engine.policy, admin), '', [...engine.models]);
  const { parameters } = document.paths['/note']!['get'] as { parameters: { $ref: string }[] };
  const known = document.components['parameters'] as Record<string, Parameter>;
  const names = parameters.map((one) =>
    '$ref' in one ? known[one.$ref.split('/').at(-1)!]!.name : (one as Parameter).name,
  );
  return names.filter((name) => name.startsWith('_')).sort();
}

test('the document names every parameter that a list looks for, and no others', async () => {
  expect(await parsed()).toContain('_start');
  expect(await documented()).toEqual(await parsed());
});
