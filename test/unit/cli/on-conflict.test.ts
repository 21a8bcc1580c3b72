import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import prompts from 'prompts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { applyPlan } from '../../../src/cli/apply-plan.js';
import type { Context } from '../../../src/cli/context.js';
import { JsonTerminal } from '../../../src/cli/json-terminal.js';
import { parseSides } from '../../../src/cli/on-conflict.js';
import { PLAIN } from '../../../src/cli/style.js';
import { planChanges } from '../../../src/plan/plan-changes.js';
import type { Problem } from '../../../src/problem.js';
import { commandLine } from '../../../src/spec/parse-arguments.js';

const FILES = ['a.ts', 'b.ts', 'c.ts'];
const all = (text: string) => new Map(FILES.map((path) => [path, text]));
const plan = planChanges({
  base: all('export const one = 1;\n'),
  mine: all('export const one = 2;\n'),
  next: all('export const one = 3;\n'),
});
const WORDS = { done: 'done', nothing: 'nothing to change' };

let root: string;
let said: Problem[];
let notes: string[];
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'crudgen-sides-'));
  for (const path of [...FILES, 'free.ts'])
    writeFileSync(join(root, path), 'export const one = 2;\n');
  said = [];
  notes = [];
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const sides = (...values: string[]) =>
  parseSides(values, commandLine(values.flatMap((value) => ['--on-conflict', value])));

function contextOf(values: string[], changes: Partial<Context['terminal']> = {}): Context {
  return {
    args: ['sync'],
    cwd: root,
    now: new Date(0),
    dryRun: false,
    json: false,
    contents: false,
    onConflict: values.length === 0 ? null : sides(...values),
    terminal: {
      style: PLAIN,
      errorStyle: PLAIN,
      status: () => true,
      width: 100,
      interactive: false,
      print: (text) => void notes.push(text),
      note: (text) => void notes.push(text),
      problems: (problems) => void said.push(...problems),
      data: () => undefined,
      ...changes,
    },
  };
}

/** What became of each file: its owner's side, crudgen's, both, or nothing but what was there. */
const became = () =>
  FILES.map((path) => {
    const text = readFileSync(join(root, path), 'utf8');
    return text.includes('<<<<<<<') ? 'mark' : text.includes('3') ? 'theirs' : 'mine';
  });

describe('--on-conflict', () => {
  it.each([
    [['mine'], { '': 'mine' }],
    [['mine:a.ts,theirs:src/b.ts'], { 'a.ts': 'mine', 'src/b.ts': 'theirs' }],
    [['mark,mine:a.ts'], { '': 'mark', 'a.ts': 'mine' }],
    [['mine:a.ts', 'theirs:with space.ts'], { 'a.ts': 'mine', 'with space.ts': 'theirs' }],
    [['mine', 'mine'], { '': 'mine' }],
  ])('reads %j', (values, expected) => {
    const read = [...sides(...values)].map(([path, side]) => [path ?? '', side]);
    expect(Object.fromEntries(read)).toEqual(expected);
  });

  it.each([
    [['yours'], '`yours` is not a valid value'],
    [['mine:a.ts,b.ts'], '`b.ts` is not a valid value'],
    [['mine:'], '`mine:` is not a valid value'],
    [[''], '`` is not a valid value'],
    [['mine,theirs'], 'both mine and theirs for all files'],
    [['mine:a.ts', 'mark:a.ts'], 'both mine and mark for a.ts'],
  ])('refuses %j', (values, message) => {
    expect(() => sides(...values)).toThrow(message);
  });

  it('points at what is wrong', () => {
    expect(() => sides('mark,yours:a.ts')).toThrow(
      expect.objectContaining({
        exitCode: 2,
        problems: [expect.objectContaining({ at: expect.objectContaining({ column: 28 }) })],
      }) as Error,
    );
  });
});

describe('conflicts', () => {
  it('are settled file by file', async () => {
    const context = contextOf(['mine:a.ts,theirs:./b.ts', 'mark:c.ts']);
    expect(await applyPlan(context, root, plan, WORDS)).toBe(3);
    expect(became()).toEqual(['mine', 'theirs', 'mark']);
    expect(said).toMatchObject([
      { code: 'markers', message: 'c.ts:1 has both sides between markers' },
    ]);
  });

  it("say what of the engine keeps its developer's side, and how to see whether the rest fits", async () => {
    const path = 'engine/a.ts';
    const tree = (text: string) => new Map([[path, text]]);
    mkdirSync(join(root, 'engine'), { recursive: true });
    writeFileSync(join(root, path), 'export const one = 2;\n');
    const upgrade = planChanges({
      base: tree('export const one = 1;\n'),
      mine: tree('export const one = 2;\n'),
      next: tree('export const one = 3;\n'),
    });
    expect(await applyPlan(contextOf(['mine']), root, upgrade, WORDS)).toBe(0);
    expect(said).toEqual([
      {
        code: 'kept-yours',
        message: `${path}:1 keeps \`export const one = 2;\`, but the rest of the engine expects \`export const one = 3;\``,
        help: 'npm run typecheck shows code that no longer fits',
        severity: 'warning',
      },
    ]);
  });

  it.each([
    ['mine', 'kept-yours'],
    ['mark', 'markers'],
  ])(
    'with %s name the file in which crudgen has now what it no longer has here',
    async (side, code) => {
      const [path, place] = ['engine/a.ts', 'engine/b/b.ts'];
      const texts = ['export const one = 1;\n', 'export const one = 2;\n'] as const;
      const other = 'export const other = 1;\n';
      mkdirSync(join(root, 'engine'), { recursive: true });
      writeFileSync(join(root, path), texts[1] + other);
      const moved = planChanges({
        base: new Map([[path, texts[0] + other]]),
        mine: new Map([[path, texts[1] + other]]),
        next: new Map([
          [path, other],
          [place, texts[0]],
        ]),
      });
      await applyPlan(contextOf([side]), root, moved, WORDS);
      const found = said.filter((one) => one.code === code);
      expect(found).toHaveLength(1);
      expect(`${found[0]!.message} ${found[0]!.help}`).toContain(`to ${place}`);
      expect(found[0]!.message).not.toContain('(nothing)');
    },
  );

  it('say what any other file keeps of what crudgen removed, and where a setting is read now', async () => {
    const [path, place] = ['src/settings.ts', 'engine/workers/workers-feature.ts'];
    const settings = (...lines: readonly string[]) =>
      `export const values = {\n${lines.map((line) => `  ${line},\n`).join('')}};\n`;
    const [port, docs] = ["port: read('PORT', '3000')", "docs: read('DOCS', 'public')"];
    const mine = settings(port, "workers: read('WORKERS', '4', parse.workers)", docs);
    mkdirSync(join(root, 'src'), { recursive: true });
    writeFileSync(join(root, path), mine);
    writeFileSync(join(root, path), mine);
    const moved = planChanges({
      base: new Map([[path, mine.replace("'4'", "'1'")]]),
      mine: new Map([[path, mine]]),
      next: new Map([
        [path, settings(port, docs)],
        [place, "export const count = read('WORKERS', '1', numberOf);\n"],
      ]),
    });
    expect(moved.conflicts).toMatchObject([{ kind: 'moved', now: [place] }]);
    expect(await applyPlan(contextOf(['mine']), root, moved, WORDS)).toBe(0);
    expect(said).toMatchObject([
      { code: 'kept-yours', message: expect.stringContaining(`to ${place}`) },
    ]);
    said = [];
    const conflicts = moved.conflicts.map((one) => ({ ...one, kind: 'removed' as const }));
    const gone = { ...moved, changes: [], conflicts };
    await applyPlan(contextOf(['mine']), root, gone, WORDS);
    expect(said).toMatchObject([
      { code: 'kept-yours', message: expect.stringContaining('but crudgen has removed this code') },
    ]);
  });

  it('take the side for all where no other is named', async () => {
    expect(await applyPlan(contextOf(['theirs,mine:b.ts']), root, plan, WORDS)).toBe(0);
    expect(became()).toEqual(['theirs', 'mine', 'theirs']);
  });

  it('stop the command while one is open, and only that is told', async () => {
    expect(await applyPlan(contextOf(['mine:a.ts,theirs:b.ts']), root, plan, WORDS)).toBe(3);
    expect(became()).toEqual(['mine', 'mine', 'mine']);
    expect(notes.join('\n')).toMatch(/1 of 2 files cannot be merged[^]*c\.ts:1/);
    expect(notes.join('\n')).not.toContain('a.ts:1');
  });

  it('refuse the name of a file that is not there, with the nearest', async () => {
    await expect(
      applyPlan(contextOf(['mine:d.ts,mine:a.tss']), root, plan, WORDS),
    ).rejects.toMatchObject({
      exitCode: 2,
      problems: [{ code: 'no-file' }, { code: 'no-file', help: 'did you mean `a.ts`?' }],
    });
    expect(became()).toEqual(['mine', 'mine', 'mine']);
  });

  it('warn of a name that has none', async () => {
    expect(await applyPlan(contextOf(['theirs,mine:free.ts']), root, plan, WORDS)).toBe(0);
    expect(said).toMatchObject([{ code: 'no-conflict', severity: 'warning' }]);
  });

  it('are asked for on a terminal, each with what both sides say', async () => {
    prompts.inject(['theirs', 'mark']);
    const context = contextOf(['mine:a.ts'], { interactive: true });
    expect(await applyPlan(context, root, plan, WORDS)).toBe(3);
    expect(became()).toEqual(['mine', 'theirs', 'mark']);
    expect(notes.join('\n')).toMatch(/b\.ts:1\n.*yours.*one = 2[^]*c\.ts:1/);
    expect(notes.join('\n')).not.toContain('a.ts:1');
  });

  it('write nothing where somebody stops', async () => {
    prompts.inject(['theirs', 'stop']);
    await expect(
      applyPlan(contextOf([], { interactive: true }), root, plan, WORDS),
    ).rejects.toMatchObject({ exitCode: 3, problems: [{ code: 'cancelled' }] });
    expect(became()).toEqual(['mine', 'mine', 'mine']);
  });

  it('are asked for after data, and apart from it', async () => {
    const losing = { ...plan, losses: [{ table: 'a', column: null, why: 'table `a` is dropped' }] };
    const terminal = { interactive: true };
    prompts.inject([false]);
    await expect(
      applyPlan(contextOf(['mine'], terminal), root, losing, WORDS),
    ).rejects.toMatchObject({ exitCode: 1, problems: [{ code: 'kept' }] });
    prompts.inject([true, 'theirs']);
    const context = contextOf(['mine:a.ts,mine:b.ts'], terminal);
    expect(await applyPlan(context, root, losing, WORDS)).toBe(0);
    expect(became()).toEqual(['mine', 'mine', 'theirs']);
  });

  it('are told beside data that would be lost', async () => {
    const losing = { ...plan, losses: [{ table: 'a', column: null, why: 'table `a` is dropped' }] };
    expect(await applyPlan(contextOf([]), root, losing, WORDS)).toBe(1);
    expect(said).toMatchObject([
      {
        code: 'loses-data',
        help: expect.stringMatching(
          /^--drop-data allows the loss; only a person who knows the data/,
        ) as string,
      },
    ]);
    expect(notes.join('\n')).toContain('3 of 3 files cannot be merged');
    const terminal = new JsonTerminal();
    const context = { ...contextOf(['mine']), json: true, terminal };
    const exitCode = await applyPlan(context, root, losing, WORDS);
    expect(JSON.parse(terminal.document(exitCode))).toMatchObject({
      ok: false,
      written: false,
      losses: [{ table: 'a' }],
      problems: [{ code: 'loses-data' }],
    });
  });

  it('are not asked for in a dry run', async () => {
    const context = { ...contextOf([], { interactive: true }), dryRun: true };
    expect(await applyPlan(context, root, plan, WORDS)).toBe(3);
  });
});
