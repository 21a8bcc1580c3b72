import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mergeLines } from '../../../src/merge/merge-lines.js';
import { mergeText } from '../../../src/merge/merge-text.js';
import { settle } from '../../../src/merge/overlap.js';

const DOCKERFILE = 'FROM node:22-slim\nWORKDIR /app\nCOPY . .\nRUN npm ci\nEXPOSE 3000\n';
const README = '# shop\n\n## Before production\n\n- one\n- two\n- three\n\n## After\n';
const COMPOSE = 'services:\n  db:\n    image: postgres:16\n    environment:\n      A: b\n';
const PACKAGE =
  '{\n  "name": "a",\n  "scripts": {\n    "build": "x",\n    "test": "y"\n  },\n  "type": "module"\n}\n';

const block = (yours: string, crudgen: string) =>
  `<<<<<<< yours\n${yours}=======\n${crudgen}>>>>>>> crudgen\n`;

describe('blocks of a page that both sides add at one place', () => {
  const TEXT = '# shop\n\n- one\n- two\n';
  const merged = (mine: string, next: string, base = TEXT, path = 'README.md') => {
    const { merged: found, settled } = mergeText(path, { base, mine, next });
    return found.overlaps.length > 0 ? null : settled.keepMine;
  };
  const OURS = '\n## Ours\n\nText.\n';
  const THEIRS = '\nTheirs.\n';

  it.each([
    ['sections', OURS, THEIRS, THEIRS + OURS],
    ['a section and a line of a list', OURS, '- three\n', `- three\n${OURS}`],
    ['a line of a list and a section', '- three\n', THEIRS, `- three\n${THEIRS}`],
    ['lines of a list', '- ours\n  of us\n', '- theirs\n', '- theirs\n- ours\n  of us\n'],
    ['lines of a list and a section', `- ours\n${OURS}`, '- theirs\n', `- theirs\n- ours\n${OURS}`],
  ])('stand one after the other: %s', (_, ours, theirs, both) => {
    expect(merged(TEXT + ours, TEXT + theirs)).toBe(TEXT + both);
    expect(merged(TEXT + both, TEXT, TEXT + theirs)).toBe(TEXT + ours);
  });

  it('also within the page, and at an end without a line break', () => {
    const page = (...blocks: string[]) => ['# shop', ...blocks, '## After'].join('\n\n');
    expect(merged(page('Ours.'), page('Theirs.'), page())).toBe(page('Theirs.', 'Ours.'));
    expect(merged(`${TEXT}\nOurs.`, TEXT + THEIRS)).toBe(`${TEXT}${THEIRS}\nOurs.`);
    expect(merged(`${TEXT}- ours`, TEXT + THEIRS)).toBe(`${TEXT}- ours\n${THEIRS}`);
  });

  it('are left to people where they are one paragraph, edited, or of another kind of file', () => {
    expect(merged(`${TEXT}ours\n`, `${TEXT}theirs\n`)).toBe(null);
    expect(merged(`${TEXT}ours\n`, `${TEXT}- theirs\n`)).toBe(null);
    expect(merged(`${TEXT}\nTheirs, edited.\n${OURS}`, TEXT, TEXT + THEIRS)).toBe(null);
    expect(merged(TEXT + OURS, TEXT + THEIRS, TEXT, 'Dockerfile')).toBe(null);
  });
});

describe('both sides between markers', () => {
  it.each([
    [
      'Dockerfile',
      DOCKERFILE,
      ['22-slim', '22-alpine'],
      ['22-slim', '24-slim'],
      DOCKERFILE.replace(
        'FROM node:22-slim\n',
        block('FROM node:22-alpine\n', 'FROM node:24-slim\n'),
      ),
    ],
    [
      'README.md',
      README,
      ['- two', '- two of mine\n- same'],
      ['- two', '- two of yours\n- same'],
      README.replace('- two\n', `${block('- two of mine\n', '- two of yours\n')}- same\n`),
    ],
    [
      'compose.yaml',
      COMPOSE,
      ['A: b', 'A: mine'],
      ['A: b', 'A: yours'],
      COMPOSE.replace('      A: b\n', block('      A: mine\n', '      A: yours\n')),
    ],
    [
      'package.json',
      PACKAGE,
      [/ {2}"scripts"[^]*?},\n/.exec(PACKAGE)![0], ''],
      ['"x"', '"z"'],
      PACKAGE.replace(/ {2}"scripts"[^]*?},\n/, (scripts) =>
        block('', scripts.replace('"x"', '"z"')),
      ),
    ],
  ])('are no more than what differs: %s', (path, base, [from, own], [was, wanted], marked) => {
    const versions = {
      base,
      mine: base.replace(from!, own!),
      next: base.replace(was!, wanted!),
    };
    expect(mergeText(path, versions).settled.marked).toBe(marked);
  });
});

describe('lines beside a line that crudgen changes', () => {
  const merged = (mine: string, next: string) =>
    mergeText('Dockerfile', { base: DOCKERFILE, mine, next });
  const bumped = DOCKERFILE.replace('22-slim', '24-slim');

  it('stay above and below it', () => {
    const mine = `# our image\n${DOCKERFILE}`.replace('slim\n', 'slim\n# our folder\n');
    const { merged: found, settled } = merged(mine, bumped);
    expect(found.overlaps).toEqual([]);
    expect(settled.keepMine).toBe(mine.replace('22-slim', '24-slim'));
  });

  it('conflict where crudgen puts lines there, too', () => {
    const next = bumped.replace('slim\n', 'slim\nUSER node\n');
    expect(merged(`# our image\n${DOCKERFILE}`, next).merged.overlaps).toHaveLength(1);
  });

  it('conflict where it takes the line away', () => {
    const next = DOCKERFILE.replace('EXPOSE 3000\n', '');
    const mine = DOCKERFILE.replace('EXPOSE', '# our port\nEXPOSE');
    expect(merged(mine, next).merged.overlaps).toHaveLength(1);
  });
});

it('a blank line is a line, too, where crudgen puts one between two of its own', () => {
  const base = '# shop\none\ntwo\n';
  const versions = { base, mine: `${base}mine\n`, next: base.replace('two', '\ntwo') };
  expect(mergeText('README.md', versions).settled.keepMine).toBe('# shop\none\n\ntwo\nmine\n');
});

it('merging by lines loses no line, whatever both sides did', () => {
  interface Edit {
    readonly at: number;
    readonly remove: number;
    readonly insert: number;
  }
  const edit: fc.Arbitrary<Edit> = fc.record({
    at: fc.nat(6),
    remove: fc.nat(2),
    insert: fc.nat(2),
  });
  const edits = fc.array(edit, { maxLength: 3 });
  fc.assert(
    fc.property(fc.nat(6), edits, edits, fc.boolean(), (length, own, wanted, ends) => {
      const lines = Array.from({ length }, (_, at) => `line ${at}`);
      const side = (name: string, changes: readonly Edit[]) =>
        changes.reduce((all, { at, remove, insert }, step) => {
          const fresh = Array.from({ length: insert }, (_, nth) => `${name} ${step}.${nth}`);
          return [...all.slice(0, at), ...fresh, ...all.slice(at + remove)];
        }, lines);
      const text = (all: readonly string[]) => all.map((line) => `${line}\n`).join('');
      const [mine, next] = [side('mine', own), side('next', wanted)];
      const versions = { base: text(lines), mine: text(mine), next: text(next) };
      const merged = mergeLines('a.md', {
        ...versions,
        mine: ends ? versions.mine : versions.mine.trimEnd(),
      });
      const settled = settle(merged)!;
      const has = (line: string, whole: string) => whole.split('\n').includes(line);
      for (const line of mine.filter((one) => one.startsWith('mine')))
        expect(has(line, settled.keepMine) && has(line, settled.marked)).toBe(true);
      for (const line of next.filter((one) => one.startsWith('next')))
        expect(has(line, settled.marked)).toBe(true);
    }),
    { numRuns: 500, seed: 3 },
  );
});
