import fc from 'fast-check';
import { format } from 'prettier';
import { describe, expect, it } from 'vitest';
import {
  array,
  arrow,
  brokenObject,
  call,
  type Code,
  commented,
  generic,
  literal,
  member,
  object,
  quote,
  raw,
  union,
} from '../../../src/render/print/code.js';
import {
  printAssignment,
  printCode,
  printExpectation,
  printImport,
  printProperty,
} from '../../../src/render/print/print-code.js';
import { markdownTable } from '../../../src/render/view-project.js';

const prettier = (text: string) =>
  format(text, { parser: 'typescript', singleQuote: true, printWidth: 100 });

const word = fc
  .tuple(fc.constantFrom('title', 'due_date', 'a', 'a_rather_long_name_of_a_field'), fc.nat(9))
  .map(([name, number]) => name + number);
const text = fc.oneof(word, fc.string({ maxLength: 60 }), fc.constantFrom("it's", '"', `'"`, '\\'));
const scalar: fc.Arbitrary<Code> = fc.oneof(
  text.map((value) => literal(value)),
  fc.string({ minLength: 80, maxLength: 99 }).map((value) => literal(value)),
  fc.integer({ min: 0, max: 99_999 }).map((value) => literal(value)),
  fc.boolean().map((value) => literal(value)),
  word.map(raw),
  word.map((name) => raw(`first.${name}`)),
);
const { code } = fc.letrec<{ code: Code }>((tie) => ({
  code: fc.oneof(
    { maxDepth: 3 },
    scalar,
    fc.array(tie('code'), { maxLength: 5 }).map(array),
    fc
      .dictionary(
        fc.oneof(word, text, fc.constantFrom('abc', 'abcd', 'abcde', 'abcdef')),
        tie('code'),
        { maxKeys: 5 },
      )
      .map(object),
    fc.tuple(word, fc.array(scalar, { maxLength: 3 })).map(([name, args]) => call(name, ...args)),
  ),
}));
/** As the generator uses calls: a function or texts first, an object or a list last. */
const first = fc.oneof(fc.constant([]), fc.constant([arrow('(x)', 'x.y')]));
const statement = fc
  .tuple(word, first, fc.array(scalar, { maxLength: 3 }), code)
  .filter(([, , , last]) => last.is !== 'call' && last.is !== 'text')
  .map(([name, start, args, last]) => call(name, ...start, ...args, last));

describe('printed code', () => {
  it('is broken into lines as prettier breaks it', async () => {
    await fc.assert(
      fc.asyncProperty(statement, async (one) => {
        const printed = `${printCode(one, { after: ';' })}\n`;
        expect(await prettier(printed)).toBe(printed);
      }),
      { numRuns: 400, seed: 1 },
    );
  });

  it('assigns beside the name or below it', async () => {
    const list = array([object({ source: literal('name') }), object({ source: literal('size') })]);
    for (let length = 60; length <= 96; length++) {
      const name = 'n'.repeat(length);
      const printed = [
        printAssignment(`const ${name}`, call('f<T>', object({}))),
        printAssignment(`const ${name}: T[]`, list),
        printAssignment(`const ${name}: T[]`, array([])),
      ];
      const text = `${printed.join('\n')}\n`;
      expect(await prettier(text)).toBe(text);
    }
  });

  it('breaks functions, generics, members and comments as prettier does', async () => {
    for (let length = 10; length <= 60; length++) {
      const [name, key] = ['n'.repeat(length), `k${'e'.repeat(length)}y`];
      const body = ['// A comment.', 'return 1;'];
      const own = {
        is: 'object' as const,
        entries: [[key, member('(await make(x))', 'id')]] as const,
      };
      const printed = [
        printAssignment(`export const ${name}`, call('f', raw(name), arrow('()', body))),
        printAssignment(
          `export const ${name}`,
          call(`f<${name}>`, object({ a: commented('Why.', own) })),
        ),
        printAssignment(
          `export const ${name}: T`,
          brokenObject({ name: literal(name), [key]: brokenObject({}) }),
        ),
        `class A {\n  ${printProperty(`${key}?`, generic('Relation', `${name}[]`), 2)}\n}`,
        `{\n  ${printExpectation(`(await service.read(${name}, row.id))`, 'field', 'row[field]', 2)}\n}`,
      ];
      const text = `${printed.join('\n')}\n`;
      expect(await prettier(text)).toBe(text);
    }
  });

  it('breaks the types of properties as prettier does', async () => {
    const values = fc.array(fc.string({ minLength: 1, maxLength: 30 }), {
      minLength: 1,
      maxLength: 9,
    });
    await fc.assert(
      fc.asyncProperty(word, values, fc.boolean(), async (name, texts, isNullable) => {
        const types = [...texts.map(quote), ...(isNullable ? ['null'] : [])];
        const printed = `class A {\n  ${printProperty(`${name}!`, union(types), 2)}\n}\n`;
        expect(await prettier(printed)).toBe(printed);
      }),
    );
  });

  it('breaks imports of several names, never of one', async () => {
    const names = ['a', 'b'].map((letter) => letter.repeat(45));
    for (const some of [['Task'], ['A', 'type B'], names, [names[0]!.repeat(3)]]) {
      const printed = `${printImport(some, './somewhere.js')}\n`;
      expect(await prettier(printed)).toBe(printed);
    }
  });

  it('means the same text whatever is in it', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (value) => {
        expect(new Function(`return ${quote(value)}`)()).toBe(value);
      }),
    );
  });
});

describe('a table', () => {
  it('is lined up as prettier lines it up', async () => {
    const table = `${markdownTable([
      ['What', 'Where'],
      ['A column', '`src/models/task/task.model.ts`'],
      ['x', 'y'],
    ])}\n`;
    expect(await format(table, { parser: 'markdown' })).toBe(table);
  });
});
