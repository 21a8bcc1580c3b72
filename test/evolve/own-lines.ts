import { isGenerated, type Tree } from '../../src/tree.js';
import { linesOf } from '../support/own-lines.js';
import type { Renamed } from './step.js';

/** A line without its format: quotes, blanks, the comma or semicolon at its end. */
const plain = (line: string): string =>
  line.replace(/\s+/g, '').replace(/["`]/g, "'").replace(/[,;]$/, '');

const isWorthCounting = (line: string): boolean => /\w{2}/.test(line);

/** What stands in a project, line by line; of lines that say the same, one. */
const linesIn = (files: Tree): ReadonlyMap<string, string> =>
  new Map(
    [...files]
      .filter(([path]) => !isGenerated(path))
      .flatMap(([path, text]) => linesOf(path, text))
      .filter(isWorthCounting)
      .map((line) => [plain(line), line.trim()]),
  );

/** The lines that a developer wrote into what was generated, and beside it. */
export function ownLines(generated: Tree, edited: Tree): readonly string[] {
  const known = linesIn(generated);
  return [...linesIn(edited)].filter(([key]) => !known.has(key)).map(([, line]) => line);
}

/**
 * Those of a developer's lines that are nowhere in a project any more. A line is there also where the name of what was renamed is
 * the other one, or where it says what an upgrade rewrites it to.
 */
export function lostLines(
  own: readonly string[],
  files: Tree,
  renamed: readonly Renamed[],
  rewritten: ReadonlyMap<string, string> = new Map(),
): readonly string[] {
  const key = (line: string): string => plain(withNewNames(line, renamed));
  const there = new Set([...linesIn(files).values()].map(key));
  return own.filter((line) => {
    const other = rewritten.get(line);
    return !there.has(key(line)) && (other === undefined || !there.has(key(other)));
  });
}

const withNewNames = (line: string, renamed: readonly Renamed[]): string =>
  renamed.reduce(
    (text, [from, to]) => text.replace(new RegExp(`(?<![\\w-])${from}(?![\\w-])`, 'g'), to),
    line,
  );
