import fc from 'fast-check';
import { format } from 'prettier';
import { describe, expect, it } from 'vitest';
import {
  argumentsOf,
  attributesOf,
  call,
  codeOf,
  quote,
  type Value,
  verbatim,
} from '../../../src/render/code.js';
import { formatCode } from '../../../src/format/format-code.js';
import { importStatement } from '../../../src/refactor/import-statement.js';
import { markdownTable } from '../../../src/render/view-project.js';

const { json } = fc.letrec<{ json: Value }>((tie) => ({
  json: fc.oneof(
    { maxDepth: 3 },
    fc.string({ unit: 'binary' }),
    fc.constantFrom("it's", '"', `'"`, '\\', '10', '-0', 'a-b'),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.integer(),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('json'), { maxLength: 4 }),
    fc.dictionary(
      fc.oneof(fc.constantFrom('title', 'due_date', '7', 'a-b', "it's"), fc.string()),
      tie('json'),
      { maxKeys: 4, noNullPrototype: true },
    ),
  ),
}));

/** `__proto__` as a key of a literal is no property. */
const hasProto = (value: Value): boolean => JSON.stringify(value).includes('__proto__');

describe('code of a value', () => {
  it('means that value, before and after it is laid out', () => {
    fc.assert(
      fc.property(
        json.filter((value) => !hasProto(value)),
        (value) => {
          const code = codeOf(value);
          expect(new Function(`return (${code})`)()).toEqual(value);
          const laidOut = formatCode(`export default ${code};`);
          const text = laidOut.replace('export default', 'return').replace(/;\n$/, ';');
          expect(new Function(text)()).toEqual(value);
        },
      ),
      { numRuns: 300 },
    );
  });

  it('has code in it as it is, and leaves out what is undefined', () => {
    const options = { type: verbatim('DATETIME'), precision: 3, nullable: undefined };
    expect(codeOf([options, call('owner', 'user_id', undefined)])).toBe(
      "[{ type: DATETIME, precision: 3 }, owner('user_id')]",
    );
    expect(argumentsOf('varchar', undefined, { length: 5 })).toBe("'varchar', { length: 5 }");
  });

  it('is the text that it stands for, whatever is in it', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (value) => {
        expect(new Function(`return ${quote(value)}`)()).toBe(value);
      }),
    );
  });

  it('stands in attributes as JSX has it', () => {
    const props = { source: 'title', required: true, sortable: false, min: 1, label: 'a "b"' };
    expect(attributesOf({ ...props, none: undefined, sort: { field: 'id' } })).toBe(
      `source="title" required sortable={false} min={1} label={'a "b"'} sort={{ field: 'id' }}`,
    );
  });
});

describe('a single statement', () => {
  it('imports several names on several lines where they are long, never one', async () => {
    const names = ['a', 'b'].map((letter) => letter.repeat(45));
    for (const some of [['Task'], ['A', 'type B'], names, [names[0]!.repeat(3)]]) {
      const statement = `${importStatement(some, './somewhere.js')}\n`;
      const style = { parser: 'typescript', singleQuote: true, printWidth: 100 };
      expect(await format(statement, style)).toBe(statement);
    }
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
