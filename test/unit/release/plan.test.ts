import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { VERSION } from '../../../src/version.js';
import { closeSection, sectionsOf } from '../../release/changelog.js';
import { planRelease, printPlan, type State } from '../../release/plan.js';

const ROOT = join(import.meta.dirname, '../../..');
const CHANGELOG = '# Changelog\n\n## 0.7.0\n\n- More.\n\n## 0.6.0 - 2026-11-28\n\n- Less.\n';
const READY: State = {
  branch: 'main',
  changed: [],
  tags: ['v0.6.0'],
  subjects: ['A subject of a usual length'],
  version: '0.6.0',
  changelog: CHANGELOG,
  pages: {
    'README.md': 'npm install ./crudgen-0.6.0.tgz\n',
    'install.md': '- You need a stable 1.0: this is 0.6, which no registry has.\n',
  },
  versionFile: "export const VERSION = '0.6.0';\nexport const OLDEST = '0.2.0';\n",
};
const planOf = (version: string, state: Partial<State> = {}) =>
  planRelease({ version, date: '2026-12-24' }, { ...READY, ...state });
const editOf = (path: string) =>
  planOf('0.7.0').steps.find((step) => step.kind === 'edit' && step.path === path);

describe('what stands in the way of a release', () => {
  it('is nothing where all is ready', () => expect(planOf('0.7.0').problems).toEqual([]));

  it.each<[string, Partial<State>, string]>([
    ['another branch', { branch: 'topic' }, 'the branch is topic, not main'],
    ['a change', { changed: ['src/a.ts'] }, 'src/a.ts has changes that are not committed'],
    ['a tag', { tags: ['v0.7.0'] }, 'the tag v0.7.0 is taken'],
    ['a later version', { version: '0.8.0' }, 'package.json has version 0.8.0 already'],
    [
      'a changelog without the section',
      { changelog: '# Changelog\n\n## 0.6.0\n\n- Less.\n' },
      'CHANGELOG.md does not begin with a section 0.7.0',
    ],
    [
      'a closed section',
      { changelog: CHANGELOG.replace('0.7.0', '0.7.0 - 2026-12-01') },
      'the section 0.7.0 of CHANGELOG.md is closed',
    ],
    [
      'an empty section',
      { changelog: CHANGELOG.replace('- More.\n', '') },
      'the section 0.7.0 of CHANGELOG.md is empty',
    ],
    [
      'a long subject',
      { subjects: ['x'.repeat(72), 'y'.repeat(73)] },
      `a subject has 73 characters, not 72: ${'y'.repeat(73)}`,
    ],
  ])('is %s', (_what, state, problem) => {
    expect(planOf('0.7.0', state).problems).toEqual([problem]);
  });

  it('is a version of another form', () => {
    expect(planOf('next').problems).toEqual(['next is not a version such as 0.6.0']);
  });
});

describe('the steps of a release', () => {
  it('write the version wherever it stands, and close its section', () => {
    expect(editOf('src/version.ts')).toMatchObject({
      text: "export const VERSION = '0.7.0';\nexport const OLDEST = '0.2.0';\n",
    });
    expect(editOf('README.md')).toMatchObject({ text: 'npm install ./crudgen-0.7.0.tgz\n' });
    expect(editOf('install.md')).toMatchObject({
      text: '- You need a stable 1.0: this is 0.7, which no registry has.\n',
    });
    expect(editOf('CHANGELOG.md')).toMatchObject({
      text: CHANGELOG.replace('## 0.7.0\n', '## 0.7.0 - 2026-12-24\n'),
    });
  });

  it('of a dry run neither edit files nor commit, tag or render', () => {
    const dry = planOf('0.7.0').steps.filter(({ changes }) => !changes);
    const commands = dry.flatMap((step) => (step.kind === 'run' ? [step.command.join(' ')] : []));
    expect(dry.map(({ kind }) => kind)).not.toContain('edit');
    expect(commands.filter((one) => /^git|version|--whole|pictures\.ts$/.test(one))).toEqual([]);
    expect(commands).toContain('npx tsx test/web/readme-pictures.ts --check');
    expect(commands).toContain('npm pack --silent --pack-destination .tmp/release');
  });

  it('commit and tag last, when everything else has succeeded', () => {
    const last = planOf('0.7.0').steps.slice(-3);
    expect(last.map((step) => step.kind === 'run' && step.command[1])).toEqual([
      ...['add', 'commit', 'tag'],
    ]);
  });

  it('are printed with their commands, and problems after them', () => {
    const printed = printPlan(planOf('0.7.0', { branch: 'topic' }));
    expect(printed).toContain('  1 * version 0.7.0 in package.json and package-lock.json\n');
    expect(printed).toContain("git commit --quiet -m 'Release 0.7.0'");
    expect(printed).toMatch(/\nerror: the branch is topic, not main$/);
  });
});

describe('the changelog', () => {
  it('of this repository is read whole: its first section is of this version', () => {
    const changelog = readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8');
    const sections = sectionsOf(changelog);
    expect(sections[0]!.version).toBe(VERSION);
    expect(sections.at(-1)!.version).toBe('0.1.0');
    const texts = sections.map(({ text }) => text.length);
    expect(texts.reduce((sum, one) => sum + one, 0)).toBeGreaterThan(changelog.length * 0.99);
  });

  it('closes one section alone', () => {
    const closed = closeSection(CHANGELOG, '0.7.0', '2026-12-24');
    expect(sectionsOf(closed).map(({ isClosed }) => isClosed)).toEqual([true, true]);
  });
});
