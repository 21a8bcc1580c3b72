import type { Moves } from '../refactor/relocate.js';
import { compareVersions, OLDEST } from '../version.js';

/** Files that a version of crudgen writes to other paths than before. */
export interface LayoutMove {
  /** The first version with the new paths. */
  readonly since: string;
  /**
   * Old path -> new path; a folder ends in `/`, `<model>` is the name of a model's files, and the first match counts. Several
   * files may be folded into one.
   */
  readonly moves: readonly (readonly [from: string, to: string])[];
}

const ROUTERS = [
  'create-router',
  'custom-router',
  'route-context',
  'respond',
  'overview-endpoints',
  'guard',
];
/** The rooms of `engine/records/`, of files that were all in `crud/`. */
const RECORD_ROOMS = {
  conditions: ['compile-where', 'where-from-code'],
  query: ['cursor', 'parse-filter', 'parse-page', 'parse-query', 'query-cost', 'search-words'],
  reading: [
    'byte-budget',
    'caches',
    'label',
    'links',
    'page-size',
    'page-text',
    'read-page',
    'read-records',
    'record-reader',
    'turns',
    'widths',
  ],
  writing: [
    'changed-draft',
    'check-payload',
    'expected-values',
    'increments',
    'references',
    'run-hooks',
    'stored-row',
  ],
};
const ROUTER_TESTS = ['custom-router', 'own-router', 'guards', 'overview-endpoints', 'send-result'];

/** Every layout change, oldest first, since `OLDEST`. `upgrade` applies those that a project has not seen. */
export const LAYOUT_MOVES: readonly LayoutMove[] = [
  {
    // What every project has stands beside the application, and Express in the engine apart from records.
    since: '0.4.0',
    moves: [
      ...ROUTERS.map((name): [string, string] => [
        `src/engine/crud/${name}.ts`,
        `engine/routes/${name}.ts`,
      ]),
      ...Object.entries(RECORD_ROOMS).flatMap(([room, names]) =>
        names.map((name): [string, string] => [
          `src/engine/crud/${name}.ts`,
          `engine/records/${room}/${name}.ts`,
        ]),
      ),
      ['src/engine/crud/write.ts', 'engine/records/update.ts'],
      ['src/engine/crud/', 'engine/records/'],
      ...ROUTER_TESTS.map((name): [string, string] => [
        `test/engine/crud/${name}.test.ts`,
        `engine/test/routes/${name}.test.ts`,
      ]),
      ['test/engine/crud/crud-suites.ts', 'engine/test/records/records-suites.ts'],
      ['test/engine/crud/', 'engine/test/records/'],
      ['src/engine/', 'engine/'],
      ['test/engine/', 'engine/test/'],
      ['web/src/ui/', 'ui/'],
    ],
  },
  {
    // What a feature brings is in a folder of its own.
    since: '0.5.0',
    moves: [
      ['engine/database/postgres/replicas.ts', 'engine/replicas/replicas.ts'],
      ['engine/database/read-your-writes.ts', 'engine/replicas/read-your-writes.ts'],
      ['engine/http/read-your-writes.ts', 'engine/replicas/track-requests.ts'],
    ],
  },
  {
    // Plates are found as telephone numbers are.
    since: '0.6.0',
    moves: [
      ['engine/fields/phone-numbers.ts', 'engine/fields/grouped-numbers.ts'],
      ['engine/test/records/phone-search-suite.ts', 'engine/test/records/grouped-numbers-suite.ts'],
    ],
  },
  {
    // The core names no feature.
    since: '0.7.0',
    moves: [
      ['engine/routes/write-once.ts', 'engine/routes/request-writes.ts'],
      ['engine/docs/keyed-paths.ts', 'engine/idempotency/described-writes.ts'],
    ],
  },
];

/** The first version with the present layout: in an older one only `upgrade` and `undo` write. */
export const layoutSince = (): string => LAYOUT_MOVES.at(-1)?.since ?? OLDEST;

/** The new paths of files that a version of crudgen wrote. */
export function movedSince(
  version: string | null,
  paths: Iterable<string>,
  layouts: readonly LayoutMove[] = LAYOUT_MOVES,
): Moves {
  const unseen = layouts.filter(({ since }) => compareVersions(version ?? '0', since) < 0);
  const moved = [...paths].map((path) => [path, unseen.reduce(movedBy, path)] as const);
  return new Map(moved.filter(([from, to]) => from !== to));
}

function movedBy(path: string, { moves }: LayoutMove): string {
  for (const [from, to] of moves) {
    if (from.includes(MODEL)) {
      const name = modelIn(path, from);
      if (name !== null) return to.replaceAll(MODEL, name);
    } else if (from.endsWith('/') ? path.startsWith(from) : path === from)
      return to + path.slice(from.length);
  }
  return path;
}

const MODEL = '<model>';

/** The name that a path has in place of `<model>` in a pattern; null where it does not match. */
function modelIn(path: string, pattern: string): string | null {
  const [head = ''] = pattern.split(MODEL);
  const [name = ''] = path.slice(head.length).split('/');
  return name !== '' && pattern.replaceAll(MODEL, name) === path ? name : null;
}
