import { availableParallelism } from 'node:os';
import { configDefaults, defineConfig } from 'vitest/config';
import { databasesOf, filesInRing, type Ring } from './test/rings.js';
import { LongFirst } from './test/support/long-first.js';
import { oneTree } from './test/support/one-tree.js';
import { openScratch } from './test/support/scratch.js';

// A file waits a quarter of its time: for a service, a disk, a browser. Of two workers on two cores half a core would idle.
const WORKERS = availableParallelism() + 1;
/** Milliseconds: tests that run commands take seconds each, and many times that where the machine is busy. */
const PATIENCE = 180_000;
/** The same for what a test asks for until it is so (`expect.poll`): vitest gives up after a second. */
const POLLING = { poll: { timeout: 30_000 } };
process.on('exit', openScratch());
const RING = (process.env['RING'] ?? 'all') as Ring;

/** Tests that start services: each file has a process of its own. */
const SERVICE = [
  'test/unit/service/**/*.test.ts',
  'test/unit/prove/{against-endpoints,broken-doors,composite-keys,every-door,own-code,views,writing-doors}.test.ts',
];
/** Compares what takes milliseconds: nothing runs beside it. */
const TIMED = 'test/faults/slow-reads.test.ts';

/** The files of a project that are in the ring. */
function filesOf(globs: readonly string[], except: readonly string[] = []) {
  const { include, exclude } = filesInRing(RING, globs);
  return { include, exclude: [...configDefaults.exclude, '.tmp/**', ...except, ...exclude] };
}

export default defineConfig({
  test: {
    sequence: { sequencer: LongFirst },
    // Without `isolate` what a file has loaded, rendered or read is there for those that follow it in its process. In projects,
    // whose own tests run beside them, each file of the engine's tests has a process.
    projects: [
      {
        test: {
          name: 'generator',
          maxWorkers: WORKERS,
          isolate: false,
          setupFiles: ['test/support/own-globals.ts'],
          ...filesOf(
            [
              'test/unit/**/*.test.ts',
              'test/merge/**/*.test.ts',
              'test/property/**/*.test.ts',
              'test/golden/**/*.test.ts',
              'test/architecture.test.ts',
            ],
            SERVICE,
          ),
          testTimeout: PATIENCE,
          hookTimeout: PATIENCE,
        },
      },
      {
        test: {
          name: 'engine',
          maxWorkers: WORKERS,
          isolate: false,
          ...filesOf([
            'templates/features/{baseline,bytes,composite-keys,engine-tests,exact-decimals,lines,native-types,no-overlap,own-schema,read-only,schemas,series,steps,value-lists}/engine/test/*/*.test.ts',
          ]),
          testTimeout: PATIENCE,
          hookTimeout: PATIENCE,
        },
      },
      {
        test: {
          // The engine on PostgreSQL, and with packages that only this repository has: some count what a process has.
          name: 'service',
          maxWorkers: WORKERS,
          ...filesOf(SERVICE),
          testTimeout: PATIENCE,
          hookTimeout: PATIENCE,
        },
      },
      {
        test: {
          name: 'contract',
          isolate: false,
          ...filesOf(['test/contract/**/*.test.ts']),
          env: { CONTRACT_DATABASES: process.env['CONTRACT_DATABASES'] ?? databasesOf(RING) },
          globalSetup: ['test/contract/global-setup.ts'],
          maxWorkers: WORKERS,
          expect: POLLING,
          testTimeout: PATIENCE,
          hookTimeout: PATIENCE,
        },
      },
      {
        test: {
          name: 'faults',
          sequence: { groupOrder: 1 },
          ...filesOf(['test/faults/**/*.test.ts'], [TIMED]),
          // They wait for limits most of the time, and so for each other least of it.
          maxWorkers: 2,
          // A folder of its own for each, which it removes at its end.
          env: { CONTRACT_RUN: '' },
          testTimeout: PATIENCE,
          hookTimeout: PATIENCE,
        },
      },
      {
        test: {
          name: 'timed',
          sequence: { groupOrder: 2 },
          ...filesOf([TIMED]),
          maxWorkers: 1,
          testTimeout: PATIENCE,
          hookTimeout: PATIENCE,
        },
      },
      {
        test: {
          name: 'e2e',
          isolate: false,
          maxWorkers: WORKERS,
          ...filesOf(['test/e2e/**/*.test.ts', 'test/web/**/*.test.ts']),
          expect: POLLING,
          testTimeout: PATIENCE,
          hookTimeout: PATIENCE,
        },
      },
    ]
      .filter(({ test }) => test.include.length > 0)
      .map((project) => ({ ...project, plugins: [oneTree] })),
  },
});
