import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { format } from 'prettier';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { main } from '../../../src/cli/main.js';
import { modelJson } from '../../../src/cli/model-json.js';
import { checkSpec } from '../../../src/spec/check.js';
import { parseSpec } from '../../support/parse-spec.js';
import {
  declaredCommands,
  describedCommands,
  misfits,
  OUTPUT_SCHEMA,
  outputSchema,
  type Schema,
} from '../../support/output-schema.js';
import { writtenSchema } from '../../support/written-schema.js';

vi.mock('../../../src/cli/commands/features.js', () => ({
  listFeatures: () => {
    throw new TypeError('x is not a function');
  },
}));
afterEach(() => vi.restoreAllMocks());

interface Answer {
  readonly ok: boolean;
  readonly command: string | null;
  readonly problems: readonly { code: string; severity: string; message: string; help?: string }[];
  readonly [key: string]: unknown;
}

/** What a command line comes to for programs. */
async function answer(...args: string[]): Promise<Answer & { exitCode: number }> {
  const printed: string[] = [];
  vi.spyOn(process.stdout, 'write').mockImplementation(
    (text) => (printed.push(String(text)), true),
  );
  const noted = vi.spyOn(process.stderr, 'write').mockImplementation(() => true);
  const exitCode = await main(args);
  expect(noted.mock.calls).toEqual([]);
  const document = JSON.parse(printed.join('')) as Answer;
  expect(misfits(document)).toEqual([]);
  expect(document.ok).toBe(exitCode === 0);
  return { ...document, exitCode };
}

/** Each named property in a schema, with its name. */
function propertiesOf(schema: unknown): [string, Schema][] {
  if (typeof schema !== 'object' || schema === null) return [];
  const { properties = {} } = schema as Schema;
  return [...Object.entries(properties), ...Object.values(schema).flatMap(propertiesOf)];
}

describe('the schema of --json', () => {
  it('describes every command', () => {
    expect(describedCommands().sort()).toEqual(declaredCommands().sort());
  });

  it('explains every reason for which a file blocks a plan', () => {
    const reason = propertiesOf(outputSchema).find(([name]) => name === 'reason')![1];
    const { enum: named = [], description = '' } = reason;
    expect(named).toContain('own-removed');
    for (const name of named) expect(description).toContain(`\`${name}\`: `);
  });

  it('is made of the types of results (`npx vitest run test/unit/cli/output-schema.test.ts -u` writes it)', async () => {
    const text = await format(JSON.stringify(writtenSchema()), { parser: 'json', printWidth: 100 });
    await expect(text).toMatchFileSnapshot(OUTPUT_SCHEMA);
  }, 60_000);

  it.each(['every-word.yaml', 'dashboard.yaml', 'roles.yaml', 'cli.yaml'])(
    'fits the models of %s',
    (name) => {
      const file = join(import.meta.dirname, '../spec/fixtures/valid', name);
      const { models } = checkSpec(parseSpec(file, readFileSync(file, 'utf8')).spec);
      expect(models.length).toBeGreaterThan(0);
      const document = { ok: true, version: 1, command: 'model show', problems: [] };
      for (const model of models)
        expect(misfits(JSON.parse(JSON.stringify({ ...document, ...modelJson(model) })))).toEqual(
          [],
        );
    },
  );

  it('describes every key, in snake case', () => {
    const { allOf: _, ...described } = outputSchema;
    const all = propertiesOf(
      JSON.parse(JSON.stringify(described, (key, value: unknown) => (key === 'if' ? {} : value))),
    );
    expect(all.length).toBeGreaterThan(100);
    expect(all.filter(([name]) => !/^[a-z]+(_[a-z]+)*$/.test(name))).toEqual([]);
    expect(all.filter(([, property]) => !('description' in property))).toEqual([]);
  });

  it('notices a key that it does not know, and one that is missing', () => {
    const document = { ok: true, version: 1, command: 'search list', problems: [] };
    expect(misfits({ ...document, models: [], fields: [] })).toEqual([]);
    expect(misfits({ ...document, models: [], fields: [], more: 1 })).not.toEqual([]);
    expect(misfits({ ...document, models: [] })).not.toEqual([]);
    expect(misfits({ ...document, ok: false })).toEqual([]);
  });
});

describe('a wrong command line', () => {
  it.each([
    [[], null, 'needs a command'],
    [['model'], 'model', 'needs a command'],
    [['modle'], null, 'unknown command'],
    [['model', 'ad'], 'model', 'unknown command'],
    [['model', 'list', '--nope'], 'model list', 'unknown option'],
    [['--nope'], null, 'unknown option'],
    [['model', 'show'], 'model show', 'missing required argument'],
    [['model', 'list', 'more'], 'model list', 'takes 0 arguments'],
    [['seed', '--fake', 'x'], 'seed', 'not a valid value'],
    [['sync', '--on-conflict=hers'], 'sync', 'not a valid value'],
    [['help', 'nothing'], 'help', 'there is no help'],
  ])('%j is told programs', async (args, command, message) => {
    const said = await answer(...args, '--json');
    expect(said).toMatchObject({
      exitCode: 2,
      command,
      problems: [{ code: 'usage', severity: 'error' }],
    });
    expect(said.problems[0]?.message).toContain(message);
    expect(said.problems[0]?.help).not.toBe('');
  });

  it('is told programs wherever the flag stands, but not where it is an argument', async () => {
    expect(await answer('--json', 'modle')).toMatchObject({ exitCode: 2 });
    const noted = vi.spyOn(process.stderr, 'write').mockImplementation(() => true);
    expect(await main(['modle', '--', '--json'])).toBe(2);
    expect(String(noted.mock.calls[0]?.[0])).toContain('error[usage]');
  });
});

describe('what is asked for beside a command', () => {
  it.each([
    [['--version'], { command: 'version', crudgen: expect.stringMatching(/^\d/) as string }],
    [['-v'], { command: 'version' }],
    [['version'], { command: 'version' }],
    [['--help'], { command: 'help', topic: null }],
    [['help'], { command: 'help', topic: null }],
    [['help', 'model', 'add'], { command: 'help', topic: 'model add' }],
    [['model', 'add', '--help'], { command: 'help', topic: 'model add' }],
    [['help', 'spec'], { command: 'help', topic: 'spec' }],
    [['help', 'json'], { command: 'help', schema: outputSchema }],
  ])('%j is data, too', async (args, found) => {
    expect(await answer(...args, '--json')).toMatchObject({ exitCode: 0, problems: [], ...found });
  });

  it('tells programs what each command takes, and the field grammar', async () => {
    const { commands } = await answer('help', 'model', '--json');
    expect(commands).toContainEqual(
      expect.objectContaining({
        name: 'model show',
        arguments: [
          { name: 'model', description: 'a class name', required: true, variadic: false },
        ],
      }),
    );
    const { types, modifiers } = await answer('help', 'types', '--json');
    expect(types).toContainEqual(expect.objectContaining({ name: 'decimal' }));
    expect(modifiers).toContainEqual(expect.objectContaining({ name: 'max', example: 'max=80' }));
  });
});

it('a bug in crudgen is told programs, too', async () => {
  expect(await answer('features', '--json')).toMatchObject({
    exitCode: 1,
    command: 'features',
    problems: [{ code: 'unexpected', message: 'crudgen crashed: x is not a function' }],
  });
});
