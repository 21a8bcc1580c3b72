import ts from 'typescript';
import { expect, test } from 'vitest';
import { prepareDocument } from '../../../../templates/features/client/engine/client/prepare-document.js';
import { printTypes } from '../../../../templates/features/client/engine/client/print-types.js';
import { publicView } from '../../../../templates/service/engine/docs/model-schemas.js';
import { documentOf } from '../../../../templates/features/engine-tests/engine/test/docs/document.js';

const types = await printTypes(prepareDocument((await documentOf(publicView)).document));

test('a field of each type is there, needed as the service needs it', () => {
  const [, input = ''] = /\n {8}ThingInput: \{\n([^]*?)\n {8}\};/.exec(types) ?? [];
  const fields = Object.fromEntries(
    [...input.matchAll(/^ {12}(\w+\??): (.+);$/gm)].map(([, name, type]) => [name, type]),
  );
  expect(fields).toMatchObject({
    title: 'components["schemas"]["string"]',
    password: 'components["schemas"]["string"]',
    'a_json?': 'components["schemas"]["json"]',
    'a_bigint?': 'components["schemas"]["bigint-or-null"]',
    'state?': '"a" | "b" | null',
    // It has a default.
    'status?': 'components["schemas"]["string-or-null"]',
  });
  expect(fields).not.toHaveProperty('id');
});

test('a form and bytes are what a program sends', async () => {
  const { document } = await documentOf(publicView);
  const content = (type: string, schema: object) => ({
    post: { requestBody: { content: { [type]: { schema } } }, responses: {} },
  });
  const fields = { type: 'object', properties: { title: { type: 'string' } } };
  const bytes = { type: 'string', format: 'binary' };
  const paths = {
    '/form': content('multipart/form-data', { ...fields, additionalProperties: bytes }),
    '/bytes': content('application/octet-stream', bytes),
  };
  const printed = await printTypes(prepareDocument({ ...document, paths }));
  expect(printed).toContain('"multipart/form-data": FormData;');
  expect(printed).toContain('"application/octet-stream": Blob;');
});

test('it is a module without imports, errors, or anything that changes from run to run', async () => {
  expect(types).not.toMatch(/^import/m);
  const { diagnostics } = ts.transpileModule(types, { reportDiagnostics: true });
  expect(diagnostics).toEqual([]);
  const again = await printTypes(prepareDocument((await documentOf(publicView)).document));
  expect(again).toBe(types);
});
