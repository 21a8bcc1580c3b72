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

/** A device, and the changes in a file of the engine that turn it off. */
interface Device {
  readonly name: string;
  readonly file: string;
  readonly edits: readonly Edit[];
}

type Edit = readonly [on: string, off: string];

/** Never true, which no compiler knows. */
const NEVER = 'Date.now() < 0';

const DEVICES = {
  pages: {
    name: 'page cache',
    file: 'records/reading/caches.ts',
    edits: [
      [
        'if (known?.version === version.data) return known.text;',
        `if (known?.version === version.data && ${NEVER}) return known.text;`,
      ],
    ],
  },
  totals: {
    name: 'total cache',
    file: 'records/reading/caches.ts',
    edits: [
      ['if (version === null) return null;', `if (version === null || !(${NEVER})) return null;`],
    ],
  },
  prototypes: {
    name: 'prototypes of Express',
    file: 'http/serve.ts',
    edits: [['...fastPrototypes(app) }', `...(${NEVER} && fastPrototypes(app)) }`]],
  },
  together: {
    name: 'answering together',
    file: 'routes/respond.ts',
    edits: [
      [
        '  endTogether(response, text);',
        `  if (${NEVER}) endTogether(response, text);\n  else response.end(text);`,
      ],
    ],
  },
  group: {
    name: 'group commit',
    file: 'database/sqlite/sqlite-database.ts',
    edits: [
      [
        'if (shared) return this.#transaction(work, true, name, ending);',
        `if (shared) return this.#transaction(work, true, name, ending);\n    if (!(${NEVER})) return this.#transaction(work, false, name);`,
      ],
    ],
  },
  single: {
    name: 'single-statement writes',
    file: 'records/writing/transact.ts',
    edits: [['if (!single || shared)', `if (!single || shared || !(${NEVER}))`]],
  },
  texts: {
    name: 'kept texts of statements',
    file: 'records/reading/caches.ts',
    edits: [['if (known) return known;', `if (known && ${NEVER}) return known;`]],
  },
  prepared: {
    name: 'kept statements of SQLite',
    file: 'database/sqlite/connection.ts',
    edits: [
      [
        'if (known !== undefined) return known;',
        `if (known !== undefined && ${NEVER}) return known;`,
      ],
    ],
  },
  kept: {
    name: 'kept statements of PostgreSQL',
    file: 'database/postgres/rows-query.ts',
    edits: [['!isOutdated && mayKeep();', `!isOutdated && mayKeep() && ${NEVER};`]],
  },
  writes: {
    name: "kept statements of SQLite's writes",
    file: 'database/sqlite/connection.ts',
    edits: [
      [
        'if (known !== undefined) return known;',
        `if (known !== undefined && (/^\\s*SELECT/i.test(sql) || ${NEVER})) return known;`,
      ],
    ],
  },
  reach: {
    name: 'reach of reads',
    file: 'database/sqlite/readers/quick-reads.ts',
    edits: [
      [
        'const reach = known ?? this.#guess(sql, values);',
        `const reach = (${NEVER} ? known : undefined) ?? this.#guess(sql, values);`,
      ],
    ],
  },
  widths: {
    name: 'remembered widths',
    file: 'records/reading/widths.ts',
    edits: [
      [
        'return known && this.now() - known.toldAt < TRUST ?',
        `return known && ${NEVER} && this.now() - known.toldAt < TRUST ?`,
      ],
    ],
  },
  turns: {
    name: 'turns of large pages',
    file: 'records/reading/turns.ts',
    edits: [
      [
        'if (waiting.push(slice) === 1) setImmediate(next);',
        `if (!(${NEVER})) slice();\n  else if (waiting.push(slice) === 1) setImmediate(next);`,
      ],
    ],
  },
  budget: {
    name: 'room for large pages',
    file: 'records/reading/byte-budget.ts',
    edits: [
      ['if (bytes <= FREE_BYTES) return;', `if (bytes <= FREE_BYTES || !(${NEVER})) return;`],
      [
        'const held = bytes > FREE_BYTES ? bytes : 0;',
        `const held = bytes > FREE_BYTES && ${NEVER} ? bytes : 0;`,
      ],
    ],
  },
  wire: {
    name: "statements past PostgreSQL's driver",
    file: 'database/postgres/server.ts',
    edits: [
      [
        'const query = new RowsQuery(statement, values, this.#keepsStatements);',
        `const query = (${NEVER} ? new RowsQuery(statement, values, this.#keepsStatements) : {
          text: statement.sql,
          values: [...values],
          rowMode: 'array',
          types: engineTypes,
          ...(statement.hasOnePlan && { name: statement.name }),
        }) as RowsQuery;`,
      ],
      [
        "import { PlanOutdated } from './kept-statements.js';",
        "import { PlanOutdated } from './kept-statements.js';\nimport { engineTypes } from './values.js';",
      ],
    ],
  },
} satisfies Record<string, Device>;

/** The short name of a device. */
export type Key = keyof typeof DEVICES;

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
    ['writes'],
    ['reach'],
    ['widths'],
    ['turns'],
    ['budget'],
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
    ['wire'],
    ['widths'],
    ['turns'],
    ['budget'],
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

/** What is measured: the devices, all of them by default, and how long. */
interface Measured extends Length {
  readonly operations: readonly Operation[];
  readonly devices?: readonly Key[] | undefined;
}

/** Measures a project with each set off; `urlOf` gives the address of a filled database of its own. */
export async function measureDevices(
  database: keyof typeof OFF,
  project: string,
  urlOf: (name: string) => Promise<string>,
  { operations, devices, ...length }: Measured,
): Promise<Row[]> {
  const targets: Target[] = [];
  const chosen = OFF[database].filter((keys) =>
    keys.every((key) => devices?.includes(key) ?? true),
  );
  try {
    for (const off of [[], ...chosen]) {
      const name = off.map((key) => DEVICES[key].name).join(' and ') || ALL_ON;
      const folder = off.length > 0 ? without(off, project) : project;
      targets.push(await startOurs(name, folder, await urlOf(`device-${targets.length}`)));
    }
    return await runRounds(targets, operations, length);
  } finally {
    for (const target of targets) await target.stop();
  }
}

/** The keys of devices in a list such as `turns,budget`. */
export function devicesNamed(list: string): readonly Key[] {
  return list.split(',').map((name) => {
    if (name in DEVICES) return name as Key;
    throw new Error(`there is no device ${name}: ${Object.keys(DEVICES).join(', ')}`);
  });
}

/** A copy of a project whose engine does without some devices, built. */
export function without(off: readonly Key[], project: string): string {
  const folder = `${project}-${off.join('-')}`;
  rmSync(folder, { recursive: true, force: true });
  cpSync(project, folder, { recursive: true });
  for (const key of off) {
    const { file, edits, name }: Device = DEVICES[key];
    const path = join(folder, 'engine', file);
    const changed = edits.reduce(
      (text, [on, without]) => {
        if (text.split(on).length !== 2) throw new Error(`${file}: where is the ${name} now?`);
        return text.replace(on, () => without);
      },
      readFileSync(path, 'utf8'),
    );
    writeFileSync(path, changed);
  }
  const compiler = join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc');
  execFileSync(process.execPath, [compiler, '-p', 'tsconfig.build.json'], {
    cwd: folder,
    stdio: 'pipe',
  });
  return folder;
}

/**
 * The requests a second that are left of each operation, in parts of all on in the same round (the median of the rounds), with the
 * processor time of a request. `isCounted`: the processor time alone, after measurements of a number of requests.
 */
export function devicesTable(rows: readonly Row[], isCounted: boolean): string {
  const operations = [...new Set(rows.map(({ operation }) => operation))];
  const targets = [...new Set(rows.map(({ target }) => target))].filter((name) => name !== ALL_ON);
  const shareOf = (target: string, operation: string): string => {
    const row = rows.find((one) => one.target === target && one.operation === operation)!;
    const { processor } = rows.find(
      (one) => one.target === ALL_ON && one.operation === operation,
    )!.sample;
    const share = (row.sample.processor / processor).toFixed(2);
    return isCounted ? share : `${row.median.toFixed(2)} (${share})`;
  };
  return [
    `| off | ${operations.join(' | ')} |`,
    `|---|${operations.map(() => '---:').join('|')}|`,
    ...targets.map(
      (target) => `| ${target} | ${operations.map((one) => shareOf(target, one)).join(' | ')} |`,
    ),
  ].join('\n');
}
