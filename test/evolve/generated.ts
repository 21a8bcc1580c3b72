import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Tree } from '../../src/tree.js';
import { readTree } from './folders.js';
import { commitAll, gitPlainly } from './git.js';
import { sumOf } from './sum.js';
import { runAt, type Step, titleOf } from './step.js';

/** What the generator writes for a step where nobody has edited anything. */
export interface Output {
  readonly before: Tree;
  readonly after: Tree;
  readonly seconds: number;
}

/** A project that nobody edits, with each of its states as a commit of the branch `generated`. */
export class Generated {
  #tree: Tree;

  constructor(readonly folder: string) {
    gitPlainly(folder, 'init', '--quiet', '--initial-branch=generated');
    // What only crudgen has use for: no other generator leaves it.
    appendFileSync(join(folder, '.git/info/exclude'), '.crudgen/\n');
    commitAll(folder, 'what was generated');
    this.#tree = readTree(folder);
  }

  get files(): Tree {
    return this.#tree;
  }

  /** Has the generator write what a step asks for. */
  take(step: Step, at: Date): Output {
    const before = this.#tree;
    step.before?.(this.folder);
    const ran = step.commands.map((command) => runAt(this.folder, at, command));
    const failed = ran.find(({ status }) => status !== 0);
    if (failed) throw new Error(`${titleOf(step)}: ${JSON.stringify(failed.answer.problems)}`);
    commitAll(this.folder, titleOf(step));
    this.#tree = readTree(this.folder);
    return { before, after: this.#tree, seconds: sumOf(ran, (one) => one.seconds) };
  }
}
