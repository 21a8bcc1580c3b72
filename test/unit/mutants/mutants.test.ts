import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import ts from 'typescript';
import { describe, expect, it, onTestFinished } from 'vitest';
import { EQUIVALENT, isEquivalent } from '../../mutants/equivalent.js';
import { findMutants } from '../../mutants/find-mutants.js';
import { MUTATORS } from '../../mutants/mutators.js';
import { README, SCORE, withTable, type FileScore } from '../../mutants/score.js';
import {
  chooseInServices,
  reachedByServices,
  weaveServices,
} from '../../mutants/service-mutants.js';
import { CONTRACT, FILES, targets } from '../../mutants/targets.js';
import { weave } from '../../mutants/weave.js';

const linesOf = (source: string): string[] =>
  findMutants('example.ts', source).map(({ mutator, becomes }) => `${mutator}: ${becomes}`);

/** For each mutator, code and what it makes of it. */
const EXAMPLES: Readonly<Record<keyof typeof MUTATORS, readonly [string, readonly string[]]>> = {
  condition: ['if (a) b(c);', ['condition: if (true) b(c);', 'condition: if (false) b(c);']],
  operand: ['x = a && b;', ['statement: ;', 'operand: x = a;', 'operand: x = b;']],
  comparison: ['const x = a < b;', ['comparison: const x = a <= b;']],
  negation: ['const x = !a;', ['negation: const x = a;']],
  boolean: ['const x = true;', ['boolean: const x = false;']],
  opposite: ['const x = of(NONE);', ['opposite: const x = of(ALL);']],
  argument: [
    'const x = and(a, b);',
    ['argument: const x = and(b);', 'argument: const x = and(a);'],
  ],
  filter: ['const x = a.filter(b);', ['filter: const x = a;']],
  element: ['const x = [...a, b];', ['element: const x = [b];', 'element: const x = [...a];']],
  statement: ['a();', ['statement: ;']],
  need: ['const x = { turn: a };', ['need: const x = { turn: undefined };']],
};

describe('mutants', () => {
  it.each(Object.entries(EXAMPLES))('%s', (_mutator, [source, becomes]) => {
    expect(linesOf(source)).toEqual(becomes);
  });

  it('have an example for each mutator', () => {
    expect(Object.keys(EXAMPLES)).toEqual(Object.keys(MUTATORS));
  });

  it('neither break optional chains and destructuring, nor change the words of a refusal', () => {
    expect(linesOf('const [x, y] = [a, b]; type T = true; throw fail(a && b);')).toEqual([
      'statement: const [x, y] = [a, b]; type T = true; ;',
    ]);
    expect(findMutants('example.ts', 'const x = a?.filter(b).some(c);')).toMatchObject([
      { becomes: 'const x = a.some(c);', text: 'a.some(c)' },
      { becomes: 'const x = a?.filter(b).every(c);', text: 'a?.filter(b).every(c)' },
    ]);
  });

  it('are chosen by a switch, alone or nested', () => {
    const source = `
      const told = [];
      for (const item of list) {
        if (item.a && !item.b) told.push(item.name);
      }
      return told.filter((name) => name !== 'z').join();`;
    const body = `function run(list: any) {${source}}`;
    const mutants = findMutants('example.ts', body);
    const { outputText } = ts.transpileModule(weave(body, mutants, 100), {});
    const list = [
      { name: 'x', a: true, b: false },
      { name: 'y', a: true, b: true },
      { name: 'z', a: true, b: false },
      { name: 'w', a: false, b: false },
    ];
    const answers = [-1, ...mutants.map(({ at }) => 100 + at)].map((id) => {
      const run = new Function('mutant', 'list', `${outputText}; return run(list);`);
      return run({ on: (one: number) => one === id }, list) as string;
    });
    const told = mutants.map(({ mutator, becomes }, at) => [mutator, becomes, answers[at + 1]]);
    expect(answers[0]).toBe('x');
    expect(told).toEqual([
      ['condition', 'if (true) told.push(item.name);', 'x,y,w'],
      ['condition', 'if (false) told.push(item.name);', ''],
      ['operand', 'if (item.a) told.push(item.name);', 'x,y'],
      ['operand', 'if (!item.b) told.push(item.name);', 'x,w'],
      ['filter', 'return told.join();}', 'x,z'],
      ['comparison', "return told.filter((name) => name === 'z').join();}", 'z'],
    ]);
  });

  it('are chosen in services when these start, which tell the code that has run', () => {
    const folder = mkdtempSync(join(tmpdir(), 'mutants-'));
    onTestFinished(() => {
      delete process.env['CONTRACT_MUTANTS'];
      rmSync(folder, { recursive: true });
    });
    const [target] = targets();
    weaveServices([target!], folder);
    expect(readFileSync(join(folder, 'engine', target!.file), 'utf8')).toContain('mutant.on(');
    const switched = ['--import', join(folder, 'switch.mjs')];
    const asked = 'console.log([7, 8, 7].map((id) => mutant.on(id)).join())';
    const run = (): string =>
      spawnSync(process.execPath, [...switched, '-e', asked], { encoding: 'utf8' }).stdout.trim();
    expect([run(), reachedByServices()]).toEqual(['false,false,false', [7, 8]]);
    chooseInServices(8);
    expect([run(), reachedByServices()]).toEqual(['false,true,false', []]);
  });

  it('meet suites over HTTP that exist', () => {
    const suites = Object.values(CONTRACT).flat();
    const path = (name: string) => join(import.meta.dirname, `../../contract/${name}.test.ts`);
    expect(suites.filter((name) => !existsSync(path(name)))).toEqual([]);
  });

  it('are known, where no test can kill them', () => {
    const known = targets().flatMap(({ file, mutants }) =>
      mutants.map((mutant) => ({ file, mutant })),
    );
    const gone = EQUIVALENT.filter(
      (entry) => !known.some(({ file, mutant }) => isEquivalent(file, mutant, [entry])),
    );
    expect(gone, 'entries of equivalent.ts whose code the engine no longer has').toEqual([]);
  });

  it('have a score in the README: that of the last run with --keep, with no survivor', () => {
    const score = JSON.parse(readFileSync(SCORE, 'utf8')) as readonly FileScore[];
    const readme = readFileSync(README, 'utf8');
    expect(withTable(readme, score)).toBe(readme);
    expect(score.filter(({ survivors }) => survivors > 0)).toEqual([]);
    expect(FILES).toEqual(expect.arrayContaining(score.map(({ file }) => file)));
  });
});
