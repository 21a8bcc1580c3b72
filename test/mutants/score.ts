import { join } from 'node:path';
import { isEquivalent } from './equivalent.js';
import type { Mutant } from './find-mutants.js';
import { FILES, type Target } from './targets.js';

export const SCORE = join(import.meta.dirname, 'score.json');
export const README = join(import.meta.dirname, '../README.md');

/** The suite that missed what a mutant does, and the words of its first failure. */
export interface Killed {
  readonly by: 'doors' | 'tests' | 'contract';
  readonly fault: string;
}

/** What became of the mutants of a file. */
export interface FileScore {
  readonly file: string;
  readonly mutants: number;
  /** Killed at the doors (`property/doors.test.ts`), by the tests of the engine, and by suites over HTTP (`contract/`). */
  readonly doors: number;
  readonly tests: number;
  readonly contract: number;
  readonly equivalent: number;
  readonly survivors: number;
}

/** The score of each file. */
export const scoreOf = (
  targets: readonly Target[],
  killOf: (target: Target, mutant: Mutant) => Killed | null,
): readonly FileScore[] =>
  targets.map((target) => {
    const { file, mutants } = target;
    const equivalent = mutants.filter((mutant) => isEquivalent(file, mutant));
    const others = mutants.filter((mutant) => !equivalent.includes(mutant));
    const kills = others.map((mutant) => killOf(target, mutant)?.by);
    const killed = (by: Killed['by']) => kills.filter((one) => one === by).length;
    return {
      file,
      mutants: mutants.length,
      doors: killed('doors'),
      tests: killed('tests'),
      contract: killed('contract'),
      equivalent: equivalent.length,
      survivors: kills.filter((by) => by === undefined).length,
    };
  });

const [BEGIN, END] = ['<!-- mutants: npm run mutants -- --keep -->', '<!-- /mutants -->'];

/** A text with the table of the score in place of the table that it has; the table alone for an empty text. */
export function withTable(text: string, score: readonly FileScore[]): string {
  if (text === '') return tableOf(score, false);
  const [begin, end] = [text.indexOf(BEGIN), text.indexOf(END)];
  if (begin < 0 || end < 0) throw new Error(`the README needs ${BEGIN} and ${END}`);
  return `${text.slice(0, begin + BEGIN.length)}\n\n${tableOf(score)}\n\n${text.slice(end)}`;
}

const HEADS = [
  'File in `engine/`',
  'Mutants',
  'Doors',
  'Tests',
  'Contract',
  'Equivalent',
  'Survivors',
];

function tableOf(score: readonly FileScore[], isWhole = true): string {
  const numbers = (one: FileScore): number[] => [
    one.mutants,
    one.doors,
    one.tests,
    one.contract,
    one.equivalent,
    one.survivors,
  ];
  const sums = HEADS.slice(1).map((_, at) =>
    score.reduce((sum, file) => sum + numbers(file)[at]!, 0),
  );
  const missing = FILES.filter((path) => !score.some(({ file }) => file === path));
  const rows = [
    ...score.map((file) => [`\`${file.file}\``, ...numbers(file).map(String)]),
    ...(score.length > 1 ? [['all of these', ...sums.map(String)]] : []),
    // A run of some files prints these alone.
    ...(isWhole
      ? missing.map((path) => [`\`${path}\`, not measured yet`, '', '', '', '', ''])
      : []),
  ];
  const widths = HEADS.map((head, at) =>
    Math.max(...[HEADS, ...rows].map((row) => row[at]!.length), head.length),
  );
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, at) => (at === 0 ? cell.padEnd(widths[0]!) : cell.padStart(widths[at]!))).join(' | ')} |`;
  const rule = widths.map((width, at) =>
    at === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`,
  );
  return [line(HEADS), line(rule), ...rows.map(line)].join('\n');
}
