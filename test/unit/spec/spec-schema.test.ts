import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { format } from 'prettier';
import { describe, expect, it, vi } from 'vitest';
import { parse } from 'yaml';
import { main } from '../../../src/cli/main.js';
import { checkSpec } from '../../../src/spec/check.js';
import { parseSpec } from '../../support/parse-spec.js';
import { specSchema } from './spec-schema.js';

const FIXTURES = join(import.meta.dirname, 'fixtures');
const SHIPPED = join(import.meta.dirname, '../../../templates/crudgen.schema.json');

interface Validator {
  validate(schema: unknown, value: unknown): boolean;
}
const Ajv = createRequire(import.meta.url)('ajv') as new () => Validator;
const accepts = (file: string) =>
  new Ajv().validate(JSON.parse(readFileSync(SHIPPED, 'utf8')), plain(readFileSync(file, 'utf8')));
const files = (kind: string) =>
  readdirSync(join(FIXTURES, kind)).map((name) => join(FIXTURES, kind, name));
const plain = (text: string): unknown => parse(text.replace(/^\s*\/\/.*$/gm, ''));

function problemsOf(file: string) {
  const { spec, problems } = parseSpec(file, readFileSync(file, 'utf8'));
  return [...problems, ...checkSpec(spec).problems].filter(
    ({ severity }) => severity !== 'warning',
  );
}

/** What a command line prints. */
async function printed(...args: string[]): Promise<string> {
  let text = '';
  const stdout = vi.spyOn(process.stdout, 'write');
  stdout.mockImplementation((chunk) => ((text += String(chunk)), true));
  expect(await main(args)).toBe(0);
  stdout.mockRestore();
  return text;
}

describe('the schema that ships', () => {
  it('is made of the words of the parser (`npx vitest run test/unit/spec/spec-schema.test.ts -u` writes it)', async () => {
    const text = await format(JSON.stringify(specSchema()), { parser: 'json', printWidth: 100 });
    await expect(text).toMatchFileSnapshot(SHIPPED);
  });

  it.each(files('valid'))('accepts %s, and so does the parser', (file) => {
    expect(problemsOf(file)).toEqual([]);
    expect(accepts(file)).toBe(true);
  });

  it.each(files('form'))('rejects %s, and so does the parser', (file) => {
    expect(problemsOf(file)).not.toEqual([]);
    expect(accepts(file)).toBe(false);
  });

  it.each(files('meaning'))('the check refuses %s by its name', (file) => {
    const name = file.replace(/^.*\/|\.yaml$/g, '');
    expect(problemsOf(file).map(({ code }) => code)).toContain(name);
  });

  it('is what the command in `help spec` writes, where the example there looks for it', async () => {
    const page = await printed('help', 'spec');
    const [, file] = /^crudgen help spec --schema > (\S+)$/m.exec(page) ?? [];
    const [example = '', named] =
      /^# yaml-language-server: \$schema=\.\/(\S+)\n[^]*?(?=\n\n)/m.exec(page) ?? [];
    expect([file, named]).toEqual(['crudgen.schema.json', file]);
    const schema = JSON.parse(await printed('help', 'spec', '--schema')) as unknown;
    expect(schema).toEqual(JSON.parse(readFileSync(SHIPPED, 'utf8')));
    expect(new Ajv().validate(schema, parse(example))).toBe(true);
    expect(parseSpec('shop.yaml', example).problems).toEqual([]);
  });

  it('has no examples that it refuses itself', () => {
    const walk = (value: unknown): object[] =>
      typeof value === 'object' && value !== null
        ? [value, ...Object.values(value).flatMap(walk)]
        : [];
    const shipped = walk(JSON.parse(readFileSync(SHIPPED, 'utf8'))) as {
      examples?: unknown[];
      pattern?: string;
    }[];
    const refused = shipped.flatMap(({ examples = [], pattern = '' }) =>
      examples.filter((one) => !new RegExp(pattern).test(String(one))),
    );
    expect(refused).toEqual([]);
  });

  it('describes every key, so that editors complete them', () => {
    const walk = (value: unknown): unknown[] =>
      typeof value === 'object' && value !== null
        ? [
            ...Object.values((value as { properties?: object }).properties ?? {}),
            ...Object.values(value).flatMap(walk),
          ]
        : [];
    for (const property of walk(specSchema())) expect(property).toHaveProperty('description');
  });
});
