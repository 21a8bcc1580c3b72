import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mergeText } from '../../../../src/merge/merge-text.js';

const settingsOf = (lines: readonly string[]): string =>
  lines.map((line) => `# About ${line}.\n${line}\n`).join('\n');

const merge = (base: readonly string[], mine: readonly string[], next: readonly string[]) =>
  mergeText('.env.example', {
    base: settingsOf(base),
    mine: settingsOf(mine),
    next: settingsOf(next),
  });

describe('a setting that the developer has changed', () => {
  it('conflicts where crudgen changes it, too', () => {
    const { merged } = merge(['#PORT=1', '#A=1'], ['PORT=2', '#A=1'], ['#PORT=3', '#A=1']);
    expect(merged.overlaps).toHaveLength(1);
    expect(merged.overlaps[0]!.yours).toContain('PORT=2');
  });

  it('has its comments, too, where crudgen removes its neighbour', () => {
    const mine = settingsOf(['PORT=2', '#A=1']).replace('# About PORT=2.', '# Of ours.\n# More.');
    const { merged, settled } = mergeText('.env.example', {
      base: settingsOf(['#PORT=1', '#A=1']),
      mine,
      next: settingsOf(['#PORT=1']),
    });
    expect(merged.overlaps).toEqual([]);
    expect(settled.keepMine).toBe('# Of ours.\n# More.\nPORT=2\n');
  });

  it('stays removed where crudgen removes its neighbour', () => {
    const { merged, settled } = merge(['#A=1', '#B=1', '#C=1'], ['#A=1', '#B=1'], ['#A=1']);
    expect(merged.overlaps).toEqual([]);
    expect(settled.keepMine).toBe(settingsOf(['#A=1']));
  });
});

it('a value that stays is not put between the comment of another setting and its line', () => {
  const base = '#A=1\n#B=1\n#C=1\n';
  const versions = {
    base,
    mine: base.replace('#B=1', 'B=2'),
    next: '# First.\n#A=1\n\n# Third.\n#C=1\n',
  };
  const { merged, settled } = mergeText('.env.example', versions);
  expect(merged.overlaps).toEqual([]);
  expect(settled.keepMine).toBe('# First.\n#A=1\n\nB=2\n\n# Third.\n#C=1\n');
});

it('no value of the developer is lost, and nobody asked, whatever crudgen no longer writes or writes besides', () => {
  const names = ['A', 'B', 'C', 'D', 'E', 'F', 'G'];
  const some = fc.subarray(names);
  fc.assert(
    fc.property(some, some, some, (edited, gone, followed) => {
      const base = names.map((name) => `#${name}=1`);
      const text = settingsOf(base);
      // The value alone: what is said of a setting stays.
      const mine = edited.reduce(
        (all, name) => all.replace(`\n#${name}=1`, `\n${name}=2`),
        `\n${text}`,
      );
      const wanted = names.flatMap((name) => [
        ...(gone.includes(name) ? [] : [`#${name}=1`]),
        ...(followed.includes(name) ? [`#NEW_${name}=1`] : []),
      ]);
      const { merged, settled } = mergeText('.env.example', {
        base: text,
        mine: mine.slice(1),
        next: settingsOf(wanted),
      });
      expect(merged.overlaps).toEqual([]);
      const lines = settled.keepMine.split('\n').filter((line) => /^#?[A-Z]/.test(line));
      const kept = names.flatMap((name) =>
        edited.includes(name) ? [`${name}=2`] : gone.includes(name) ? [] : [`#${name}=1`],
      );
      expect(lines.toSorted()).toEqual(
        [...kept, ...followed.map((name) => `#NEW_${name}=1`)].toSorted(),
      );
      for (const line of kept)
        expect(settled.keepMine).toContain(
          `# About #${line.replace(/^#?(\w)=.$/, '$1')}=1.\n${line}`,
        );
      expect(settled.keepMine).not.toMatch(/\n\n\n|^\n|[^\n]\n# About.*(?=\n# About)/);
    }),
    { numRuns: 500, seed: 5 },
  );
});
