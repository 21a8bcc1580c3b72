import { format } from 'prettier';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { printJson } from '../../../src/spec/print-json.js';

it('prints as prettier leaves it', async () => {
  const list = fc.array(fc.string({ maxLength: 12, unit: 'grapheme-ascii' }), { maxLength: 14 });
  const settings = fc.record({
    models: list,
    fields: list,
    more: fc.dictionary(fc.stringMatching(/^[a-z]+$/), list),
  });
  await fc.assert(
    fc.asyncProperty(settings, async (value) => {
      const text = `${printJson(value)}\n`;
      expect(JSON.parse(text)).toEqual(value);
      expect(await format(text, { parser: 'json', printWidth: 100 })).toBe(text);
    }),
    { numRuns: 300 },
  );
});
