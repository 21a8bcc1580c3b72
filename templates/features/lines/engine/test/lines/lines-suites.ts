import { describe } from 'vitest';
import { describeAfterLines } from './after-lines-suite.js';
import { describeLines } from './lines-suite.js';
import { describeLinesOfLines } from './lines-of-lines-suite.js';
import { describeNumberedLines } from './numbered-lines-suite.js';
import { describeUniqueLines } from './unique-lines-suite.js';

/** What must hold of lines on both databases; a new one is empty. */
export function describeAllLines(name: string, newDatabase: () => Promise<string>): void {
  describe(`lines on ${name}`, () => describeLines(newDatabase));
  describe(`lines of lines on ${name}`, () => describeLinesOfLines(newDatabase));
  describe(`changed lines on ${name}`, () => describeAfterLines(newDatabase));
  describe(`lines with numbers beside their ids on ${name}`, () =>
    describeNumberedLines(newDatabase));
  describe(`unique lines on ${name}`, () => describeUniqueLines(newDatabase));
}
