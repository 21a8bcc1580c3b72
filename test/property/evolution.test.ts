import { describe, expect, it } from 'vitest';
import { isCode } from '../../src/code/typescript.js';
import { isSound } from '../../src/merge/is-sound.js';
import { isSameText } from '../../src/merge/merge-text.js';
import { isEmptyPlan } from '../../src/plan/plan.js';
import { Refusal } from '../../src/problem.js';
import { parseSearchConfig, SEARCH_FILE, type SearchConfig } from '../../src/spec/search-config.js';
import type { Tree } from '../../src/tree.js';
import { brokenImports } from '../../src/refactor/broken-imports.js';
import { casesOf } from '../rings.js';
import { LAYOUTS, olderProject } from '../support/older-layout.js';
import { project050 } from '../support/old-projects.js';
import { Dice } from '../../templates/tools/prove/worlds/dice.js';
import { marksIn } from './own-edits.js';
import {
  type Command,
  editFile,
  ownProject,
  run,
  type Ran,
  someChange,
  sync,
  upgrade,
} from './own-project.js';

/*
 * What a developer wrote is never lost: random edits by syntax, then random commands. A failure tells the seed and what was done;
 * EVOLUTION_RUNS asks for more of them, and EVOLUTION_FROM for the first.
 */
const RUNS = Number(process.env['EVOLUTION_RUNS'] ?? casesOf(8, 16));
const FROM = Number(process.env['EVOLUTION_FROM'] ?? 1);

const ownFiles = (files: Tree): Tree =>
  new Map([...files].filter(([path]) => !path.startsWith('.crudgen/')));
const marksOf = (files: Tree): Set<string> =>
  new Set([...ownFiles(files).values()].flatMap((text) => marksIn(text)));

/** What a command broke in a project. */
function harmOf(before: Tree, { plan, files }: Ran): string[] {
  const marks = marksOf(files);
  const lost = [...marksOf(before)].filter((mark) => !marks.has(mark));
  const isAsked = plan.conflicts.length > 0;
  // Files of the developer's own that an edit imports are not there.
  const found = isAsked ? [] : brokenImports(ownFiles(files)).filter((one) => !/\bown/.test(one));
  // An edit of an export may have left its importers behind.
  const were = new Set(found.length === 0 ? [] : brokenImports(ownFiles(before)));
  const broken = found.filter((one) => !were.has(one));
  const unsound = plan.changes.flatMap((change) => {
    if (change.kind !== 'merge' || !isCode(change.path)) return [];
    const { path, mine, next } = change;
    return isSound(path, { merged: next, mine, next: mine }) ? [] : [path];
  });
  return [
    ...lost.map((mark) => `lost ${mark}`),
    ...broken.map((one) => `imports ${one}`),
    ...unsound.map((path) => `does not fit together: ${path}`),
  ];
}

/** Files that differ in more than their format, where there is not the new history of the database. */
const differing = (before: Tree, after: Tree): string[] =>
  [...ownFiles(after)]
    .filter(([path]) => !path.startsWith('src/database/migrations/'))
    .filter(([path, text]) => {
      const was = before.get(path);
      const isSame =
        was !== undefined && (isSameText(path, was, text) || isSearched(path, was, text));
      return !isSame || marksIn(was).join() !== marksIn(text).join();
    })
    .map(([path]) => path);

/** Whether all that was searched still is: what a label came to show meanwhile stays with it. */
function isSearched(path: string, before: string, after: string): boolean {
  if (path !== SEARCH_FILE) return false;
  const [was, now] = [before, after].map(parseSearchConfig) as [SearchConfig, SearchConfig];
  return (['models', 'fields'] as const).every((key) =>
    was[key].every((one) => now[key].includes(one)),
  );
}

/** Whether a command had nothing to ask; null where it refuses, which is no harm. */
async function attempt(files: Tree, command: Command): Promise<Ran | null> {
  try {
    const ran = await run(files, command);
    return ran.plan.refused.length > 0 ? null : ran;
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}

async function trial(seed: number): Promise<void> {
  const dice = new Dice(seed);
  const { files, model, done } = await ownProject(dice);
  const told = `seed ${seed}\n${done.join('\n')}`;
  const synced = await attempt(files, sync);
  if (!synced) return;
  expect(harmOf(files, synced), `sync, ${told}`).toEqual([]);
  if (synced.plan.conflicts.length > 0) return;
  for (const again of [sync, upgrade])
    expect(isEmptyPlan((await run(synced.files, again)).plan), `again, ${told}`).toBe(true);
  const [command, inverse] = someChange(dice, model);
  const changed = await attempt(synced.files, command);
  if (!changed) return;
  expect(harmOf(synced.files, changed), `${command}, ${told}`).toEqual([]);
  if (changed.plan.conflicts.length > 0) return;
  for (const again of [sync, upgrade])
    expect(isEmptyPlan((await run(changed.files, again)).plan), `after, ${told}`).toBe(true);
  const back = inverse && (await attempt(changed.files, inverse));
  if (!back || back.plan.conflicts.length > 0) return;
  expect(differing(synced.files, back.files), `there and back, ${told}`).toEqual([]);
}

it('no command loses what a developer wrote, and each that can be taken back is', async () => {
  for (let seed = FROM; seed < FROM + RUNS; seed++) await trial(seed);
}, 240_000);

/** A project with random edits in some of its files, and what was done to it. */
async function editedAtRandom(project: Tree, dice: Dice): Promise<{ files: Tree; done: string }> {
  const files = new Map(project);
  const paths = [...files.keys()].filter((path) =>
    /^(?:engine|ui|(?:web\/)?src)\/.*\.tsx?$/.test(path),
  );
  const done: string[] = [];
  for (const path of dice.some(paths, 0.02)) {
    if (/\.gen\.|migrations\//.test(path)) continue;
    const edits = await editFile(path, files.get(path)!, dice);
    files.set(path, edits.text);
    done.push(...edits.done);
  }
  return { files, done: done.join('\n') };
}

const moving: Command = async (project) => ({ ...(await upgrade(project)), layouts: LAYOUTS });

describe.each([1, 2])('an upgrade loses nothing (%d)', (seed) => {
  it.each([
    ['from 0.5.0', project050, upgrade],
    ['to another layout', () => olderProject('task-manager'), moving],
  ] as const)(
    '%s',
    async (_, project, command) => {
      const { files, done } = await editedAtRandom(project(), new Dice(seed));
      const upgraded = await run(files, command);
      expect(harmOf(files, upgraded), done).toEqual([]);
      expect(isEmptyPlan((await run(upgraded.files, command)).plan)).toBe(true);
    },
    120_000,
  );
});
