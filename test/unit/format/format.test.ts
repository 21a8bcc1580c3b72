import { format } from 'prettier';
import { describe, expect, it } from 'vitest';
import { formatCode, Unparsable } from '../../../src/format/format-code.js';
import { isSameCode } from '../../../src/merge/same-code.js';
import { renderExample } from '../../golden/example.js';

const files = [...renderExample('clinic')].filter(
  ([path]) => path.startsWith('src/models/') || path.startsWith('web/src/pages/'),
);

describe('the layout of code', () => {
  it('is that of prettier with the parser that projects use', async () => {
    for (const [path, text] of files) {
      expect(formatCode(text), path).toBe(text);
      const narrow = formatCode(text, { printWidth: 40 });
      const style = { parser: 'typescript', singleQuote: true, printWidth: 40 };
      expect(narrow, path).toBe(await format(text, style));
    }
    expect(files.length).toBeGreaterThan(40);
  });

  it('names the line of what is no code', () => {
    const broken = () => formatCode('const a = 1;\nconst = 2;\n');
    expect(broken).toThrow(Unparsable);
    expect(broken).toThrow(/Unexpected token/);
    expect((caught(broken) as Unparsable).line).toBe(2);
  });
});

const caught = (run: () => unknown): unknown => {
  try {
    return run();
  } catch (error) {
    return error;
  }
};

describe('two layouts of one code', () => {
  it('are the same', () => {
    for (const [path, text] of files)
      for (const printWidth of [30, 200])
        expect(isSameCode(path, text, formatCode(text, { printWidth })), path).toBe(true);
  });

  it.each([
    ['a name', "f('a b', x);", "f('a b', y);"],
    ['blanks in a text', "f('a b');", "f('ab');"],
    ['blanks in a template', 'f(`a  ${b} c`);', 'f(`a  ${b}  c`);'],
    ['blanks in a pattern', 'f(/a  b/);', 'f(/a b/);'],
    ['a comment', 'f(); // one', 'f(); // two'],
    ['a comment that is gone', '// one\nf();', 'f();'],
    ['the place of a comment', '// one\nf();\ng();', 'f();\n// one\ng();'],
    ['an argument more', 'f(a);', 'f(a, b);'],
    ['parentheses that count', 'f((a + b) * c);', 'f(a + b * c);'],
  ])('differ by %s', (_, one, other) => {
    expect(isSameCode('a.ts', one, other)).toBe(false);
    expect(isSameCode('a.ts', one, formatCode(one))).toBe(true);
  });
});
