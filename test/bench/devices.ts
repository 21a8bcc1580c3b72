/**
 * What each device of the engine that exists for speed alone gives: the same project with one of them off, and with it and the one
 * that overlaps it, against all on, in the same rounds on rows of their own.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Target } from './measure.js';
import type { Operation } from './operations.js';
import { startOurs } from './ours.js';
import { runRounds, type Length } from './rounds.js';
import type { Row } from './report.js';
import { ROOT } from './servers.js';

/** A device, and how its place in the engine is changed for it to be off. */
interface Device {
  readonly name: string;
  readonly file: string;
  readonly on: string;
  readonly off: string;
}

/** Never true, which no compiler knows. */
const NEVER = 'Date.now() < 0';

const DEVICES = {
  pages: {
    name: 'page cache',
    file: 'records/reading/caches.ts',
    on: 'if (known?.version === version.data) return known.text;',
    off: `if (known?.version === version.data && ${NEVER}) return known.text;`,
  },
  totals: {
    name: 'total cache',
    file: 'records/reading/caches.ts',
    on: 'if (version === null) return null;',
    off: `if (version === null || !(${NEVER})) return null;`,
  },
  prototypes: {
    name: 'prototypes of Express',
    file: 'http/serve.ts',
    on: '...fastPrototypes(app) }',
    off: `...(${NEVER} && fastPrototypes(app)) }`,
  },
  together: {
    name: 'answering together',
    file: 'routes/respond.ts',
    on: '  endTogether(response, text);',
    off: `  if (${NEVER}) endTogether(response, text);\n  else response.end(text);`,
  },
  group: {
    name: 'group commit',
    file: 'database/sqlite/sqlite-database.ts',
    on: 'if (shared) return this.#transaction(work, true, name, ending);',
    off: `if (shared) return this.#transaction(work, true, name, ending);\n    if (!(${NEVER})) return this.#transaction(work, false, name);`,
  },
  single: {
    name: 'single-statement writes',
    file: 'records/writing/transact.ts',
    on: 'if (!single || shared)',
    off: `if (!single || shared || !(${NEVER}))`,
  },
  texts: {
    name: 'kept texts of statements',
    file: 'records/reading/caches.ts',
    on: 'if (known) return known;',
    off: `if (known && ${NEVER}) return known;`,
  },
  prepared: {
    name: 'kept statements of SQLite',
    file: 'database/sqlite/connection.ts',
    on: 'if (known !== undefined) return known;',
    off: `if (known !== undefined && ${NEVER}) return known;`,
  },
  kept: {
    name: 'kept statements of PostgreSQL',
    file: 'database/postgres/rows-query.ts',
    on: '!isOutdated && mayKeep();',
    off: `!isOutdated && mayKeep() && ${NEVER};`,
  },
} satisfies Record<string, Device>;

type Key = keyof typeof DEVICES;

/** What is off together, by database. */
const OFF: Readonly<Record<'sqlite' | 'postgres', readonly (readonly Key[])[]>> = {
  sqlite: [
    ['pages'],
    ['totals'],
    ['pages', 'totals'],
    ['prototypes'],
    ['together'],
    ['prototypes', 'together'],
    ['group'],
    ['single'],
    ['group', 'single'],
    ['texts'],
    ['prepared'],
    ['texts', 'prepared'],
  ],
  postgres: [
    ['totals'],
    ['prototypes'],
    ['together'],
    ['prototypes', 'together'],
    ['single'],
    ['texts'],
    ['kept'],
    ['texts', 'kept'],
  ],
};

/** The operations that a device may lift. */
export const LIFTED = [
  'list, one write in ten',
  '40 pages, one write in ten',
  'get',
  'create',
  'patch',
  'filter + sort',
];

const ALL_ON = 'all on';

/** Measures a project with each set off; `urlOf` gives the address of a filled database of its own. */
export async function measureDevices(
  database: keyof typeof OFF,
  project: string,
  urlOf: (name: string) => Promise<string>,
  operations: readonly Operation[],
  length: Length,
): Promise<Row[]> {
  const targets: Target[] = [];
  try {
    for (const off of [[], ...OFF[database]]) {
      const name = off.map((key) => DEVICES[key].name).join(' and ') || ALL_ON;
      const folder = off.length > 0 ? without(off, project) : project;
      targets.push(await startOurs(name, folder, await urlOf(`device-${targets.length}`)));
    }
    return await runRounds(targets, operations, length);
  } finally {
    for (const target of targets) await target.stop();
  }
}

/** A copy of a project whose engine does without some devices, built. */
function without(off: readonly Key[], project: string): string {
  const folder = `${project}-${off.join('-')}`;
  rmSync(folder, { recursive: true, force: true });
  cpSync(project, folder, { recursive: true });
  for (const key of off) {
    const { file, on, off: changed, name } = DEVICES[key];
    const path = join(folder, 'engine', file);
    const text = readFileSync(path, 'utf8');
    if (text.split(on).length !== 2) throw new Error(`${file}: where is the ${name} now?`);
    writeFileSync(
      path,
      text.replace(on, () => changed),
    );
  }
  const compiler = join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc');
  execFileSync(process.execPath, [compiler, '-p', 'tsconfig.build.json'], {
    cwd: folder,
    stdio: 'pipe',
  });
  return folder;
}

/** What is left of each operation, in hundredths of all on in the same round: the median of the rounds. */
export function devicesTable(rows: readonly Row[]): string {
  const operations = [...new Set(rows.map(({ operation }) => operation))];
  const targets = [...new Set(rows.map(({ target }) => target))].filter((name) => name !== ALL_ON);
  const shareOf = (target: string, operation: string): string => {
    const row = rows.find((one) => one.target === target && one.operation === operation)!;
    const { processor } = rows.find(
      (one) => one.target === ALL_ON && one.operation === operation,
    )!.sample;
    return `${row.median.toFixed(2)} (${(row.sample.processor / processor).toFixed(2)})`;
  };
  return [
    `| off | ${operations.join(' | ')} |`,
    `|---|${operations.map(() => '---:').join('|')}|`,
    ...targets.map(
      (target) => `| ${target} | ${operations.map((one) => shareOf(target, one)).join(' | ')} |`,
    ),
  ].join('\n');
}
