import fc from 'fast-check';
import { expect, it } from 'vitest';
import { withoutSettings } from '../../../../src/merge/dialect/gone-settings.js';
import { mergeText } from '../../../../src/merge/merge-text.js';

const NAMES = ['A', 'B', 'C', 'D', 'E', 'F'];
const about = (name: string) => [`# About ${name}.`, `# More of ${name}.`];
const block = (name: string) => [...about(name), `#${name}=1`];
const fileOf = (blocks: readonly (readonly string[])[]) =>
  `${[['# Copy to .env.'], ...blocks].map((lines) => lines.join('\n')).join('\n\n')}\n`;

/** What becomes of a file whose settings are some fewer from now on. */
function dropped(mine: string, gone: readonly string[]) {
  const base = fileOf(NAMES.map(block));
  const { text, kept } = withoutSettings(base, mine, new Set(gone));
  const next = fileOf(NAMES.filter((name) => !gone.includes(name)).map(block));
  const { merged, settled } = mergeText('.env.example', { base, mine: text, next });
  return { text: settled.keepMine, kept, overlaps: merged.overlaps };
}

const mineWith = (edit: (lines: string[]) => void) => {
  const lines = fileOf(NAMES.map(block)).split('\n');
  edit(lines);
  return lines.join('\n');
};
const without = (...gone: readonly string[]) => NAMES.filter((name) => !gone.includes(name));

it.each([
  ['a value', '#B=1', 'B=secret', ['B=secret'], ['B']],
  ['a comment', '# More of B.', '# Ask Ada.', ['# Ask Ada.'], ['# Ask Ada.']],
  ['a comment more', '#B=1', '# Ask Ada.\n#B=1', ['# Ask Ada.'], ['# Ask Ada.']],
  ['a setting of their own beside it', '#B=1', '#B=1\nOWN=1', ['OWN=1'], []],
])(
  'of a setting that is gone stays what was edited, and is told: %s',
  (_, from, to, lines, told) => {
    const { text, kept, overlaps } = dropped(
      mineWith((all) => all.splice(all.indexOf(from), 1, ...to.split('\n'))),
      ['B'],
    );
    const [a, ...others] = without('B').map(block);
    expect(text).toBe(fileOf([a!, lines, ...others]));
    expect([kept, overlaps]).toEqual([told, []]);
  },
);

it('a file that nobody has edited is left to the merge', () => {
  const mine = fileOf(NAMES.map(block));
  expect(withoutSettings(mine, mine, new Set(['A', 'B']))).toEqual({ text: mine, kept: [] });
  expect(dropped(mine, ['A', 'D', 'E'])).toMatchObject({
    text: fileOf(without('A', 'D', 'E').map(block)),
  });
});

it('is read past the line ends of another system', () => {
  const mine = mineWith((all) => all.splice(all.indexOf('#B=1'), 1, 'B=2')).replaceAll(
    '\n',
    '\r\n',
  );
  const { text } = withoutSettings(fileOf(NAMES.map(block)), mine, new Set(['B']));
  expect(text).toContain('\r\n\r\nB=2\r\n\r\n# About C.\r\n');
});

it('whatever was edited stays, and nothing else of what is gone', () => {
  const some = fc.subarray(NAMES);
  fc.assert(
    fc.property(some, some, some, some, (values, notes, own, gone) => {
      const mine = mineWith((all) => {
        for (const name of values) all.splice(all.indexOf(`#${name}=1`), 1, `${name}=2`);
        for (const name of notes) all.splice(all.indexOf(`# More of ${name}.`), 1, `# My ${name}.`);
        for (const name of own)
          all.splice(all.indexOf(`# About ${name}.`) + 1, 0, `# Own ${name}.`);
      });
      const { text, kept, overlaps } = dropped(mine, gone);
      const lines = text.split('\n').filter((line) => line !== '');
      const expected = NAMES.flatMap((name) => {
        const isGone = gone.includes(name);
        return [
          ...(isGone ? [] : [`# About ${name}.`]),
          ...(own.includes(name) ? [`# Own ${name}.`] : []),
          ...(notes.includes(name) ? [`# My ${name}.`] : isGone ? [] : [`# More of ${name}.`]),
          ...(values.includes(name) ? [`${name}=2`] : isGone ? [] : [`#${name}=1`]),
        ];
      });
      expect(overlaps).toEqual([]);
      expect(lines).toEqual(['# Copy to .env.', ...expected]);
      expect(text).not.toMatch(/\n\n\n|^\n/);
      const told = NAMES.filter((name) => gone.includes(name)).flatMap((name) => [
        ...(own.includes(name) ? [`# Own ${name}.`] : []),
        ...(notes.includes(name) ? [`# My ${name}.`] : []),
        ...(values.includes(name) ? [name] : []),
      ]);
      expect(kept).toEqual(told);
    }),
    { numRuns: 500, seed: 5 },
  );
});
