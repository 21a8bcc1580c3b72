import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Problem } from '../../../src/problem.js';
import { showProblem, showProblems } from '../../../src/cli/show-problem.js';
import stringWidth from 'string-width';
import { displayText } from '../../../src/cli/display-text.js';
import { parseFieldArguments, commandLine } from '../../../src/spec/parse-arguments.js';

const at = (text: string, marked: string, file = 'argv') => ({
  file,
  line: 3,
  column: text.indexOf(marked) + 1,
  length: marked.length,
  text,
});
const problem = (text: string, marked: string, file?: string): Problem => ({
  code: 'x',
  message: 'm',
  at: at(text, marked, file),
});
/** The column at which the carets stand, and what they stand under, by width. */
const caret = (shown: string) => {
  const [line, carets] = shown.split('\n').slice(-2) as [string, string];
  return { line, start: carets.indexOf('^'), width: carets.trim().length };
};

describe('showProblem', () => {
  it('is the layout of the design, to the letter', () => {
    const { problems } = parseFieldArguments(
      ['title:strng', 'body:text'],
      commandLine(['model', 'add', 'Post', 'title:strng', 'body:text']),
    );
    expect(showProblem(problems[0]!)).toBe(
      [
        'error[unknown-type]: `strng` is not a field type',
        '  crudgen model add Post title:strng body:text',
        '                               ^^^^^',
        'help: did you mean `string`? All types: crudgen help types',
      ].join('\n'),
    );
  });

  it('names the file, line and column', () => {
    expect(showProblem(problem('  title: strng', 'strng', 'a.yaml'))).toBe(
      ['error[x]: m', '  a.yaml:3:10', '        title: strng', '               ^^^^^'].join('\n'),
    );
  });

  it('stands right under tabs, wide and combined characters', () => {
    const tabs = caret(showProblem(problem('\ta:\tstrng', 'strng')));
    expect(tabs.line.slice(tabs.start, tabs.start + tabs.width)).toBe('strng');
    for (const before of ['題名: ', '😀: ', 'é: ', 'e\u0301: ', '👩‍👩‍👧: ', '🇩🇪 ', '\u0000']) {
      const shown = caret(showProblem(problem(`${before}strng`, 'strng')));
      expect(stringWidth(shown.line.slice(0, shown.line.indexOf('strng')))).toBe(shown.start);
    }
    expect(caret(showProblem(problem('a: 題名x', '題名'))).width).toBe(4);
  });

  it('cuts long lines around the caret', () => {
    const shown = caret(
      showProblem(problem(`${'a '.repeat(300)}strng${' b'.repeat(300)}`, 'strng'), undefined, 80),
    );
    expect(shown.line.length).toBeLessThanOrEqual(82);
    expect(shown.line.slice(shown.start, shown.start + shown.width)).toBe('strng');
  });

  it('never prints control characters of the input, and always a caret', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 200 }),
        fc.nat(200),
        fc.nat(50),
        (text, column, length) => {
          const line = text.replace(/[\r\n]/g, '');
          const shown = showProblem({
            code: 'x',
            message: 'm',
            at: { file: 'argv', line: 1, column: column + 1, length: length + 1, text: line },
          });
          expect(shown).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f\u202e]/);
          expect(shown.split('\n')).toHaveLength(3);
          expect(shown.split('\n')[2]).toMatch(/^ +\^+$/);
        },
      ),
    );
  });

  it('counts at the end', () => {
    const warning: Problem = { code: 'w', message: 'm', severity: 'warning' };
    expect(showProblems([{ code: 'x', message: 'm' }, warning])).toMatch(
      /1 error and 1 warning; nothing was written$/,
    );
    expect(showProblems([warning])).toBe('warning[w]: m');
  });
});

it('displayText keeps ordinary text as it is', () => {
  expect(displayText('title: string')).toBe('title: string');
});
