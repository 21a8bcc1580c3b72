import { appendFileSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, expect, inject } from 'vitest';
import { chooseInServices, reachedByServices } from './service-mutants.js';

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
  /** When the mutant was chosen, in milliseconds. */
  since: number;
  begin(id: number): void;
  on(id: number): boolean;
}

/** The code of a mutant runs more often than this, and after so many milliseconds, only in an endless loop. */
const ENDLESS = { count: 100_000, milliseconds: 20_000 };

const made: Switch = {
  active: -1,
  reached: new Set(),
  count: 0,
  since: 0,
  isKilled: false,
  begin(id) {
    this.active = id;
    this.count = 0;
    // Tests may fake the date.
    this.since = performance.now();
    this.isKilled = false;
    chooseInServices(id);
  },
  on(id) {
    this.reached.add(id);
    if (id !== this.active) return false;
    const isEndless =
      ++this.count > ENDLESS.count && performance.now() - this.since > ENDLESS.milliseconds;
    if (isEndless) throw new Error('the mutant loops');
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

// Services of the contract suite run one mutant each, from their start.
if (process.env['CONTRACT_MUTANTS'])
  beforeAll(async () => void (await fetch(`${inject('contractBroker')}/renew`)), 60_000);

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
    const reached = [...mutant.reached, ...reachedByServices()];
    appendFileSync(file, `${JSON.stringify({ testPath, reached })}\n`);
  });
}
