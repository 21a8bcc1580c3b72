import { appendFileSync } from 'node:fs';
import { afterAll, beforeEach, expect, inject } from 'vitest';

/** The switch of the mutants that are woven into the engine (`weave.ts`). */
export interface Switch {
  /** The id of the mutant that is tried; -1 for none. */
  active: number;
  /** Mutants whose code has run. */
  readonly reached: Set<number>;
  /** How often the code of the active mutant has run. */
  count: number;
  /** Whether a test has failed since the mutant was chosen. */
  isKilled: boolean;
  begin(id: number): void;
  on(id: number): boolean;
}

/** More often than this, the code of a mutant runs only in an endless loop. */
const ENDLESS = 3_000_000;

const made: Switch = {
  active: -1,
  reached: new Set(),
  count: 0,
  isKilled: false,
  begin(id) {
    this.active = id;
    this.count = 0;
    this.isKilled = false;
  },
  on(id) {
    this.reached.add(id);
    if (id !== this.active) return false;
    if (++this.count > ENDLESS) throw new Error('the mutant loops');
    return true;
  },
};

declare global {
  // A global is declared by `var`.
  var mutant: Switch;
}

declare module 'vitest' {
  export interface ProvidedContext {
    mutant: number;
    reached: string | null;
  }
}

// vitest runs this file before each test file: the first one loads the engine, and its modules stay.
globalThis.mutant ??= made;
const { mutant } = globalThis;
mutant.begin(inject('mutant'));

// One failure kills a mutant: further tests of the file would tell nothing.
beforeEach((context) => {
  if (mutant.isKilled) context.skip();
  context.onTestFailed(() => {
    mutant.isKilled = mutant.active >= 0;
  });
});

const file = inject('reached');
if (file !== null) {
  mutant.reached.clear();
  afterAll(() => {
    const { testPath } = expect.getState();
    appendFileSync(file, `${JSON.stringify({ testPath, reached: [...mutant.reached] })}\n`);
  });
}
