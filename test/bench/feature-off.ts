/**
 * Measures what features of a record's life cost the models that do not use them, and those that do:
 *   npx tsx test/bench/feature-off.ts [--rounds 4] [--starts 4] [--postgres] [--off] [feature...]
 * A project without any of them and one that has them take turns, on the same records; each model has a service of its own, as V8
 * runs code faster that has seen one model alone. A figure is the lowest processor time of all rounds of all starts, beside that
 * without, as one build differs by a third from start to start: `off` is of a model that uses none, which `--off` measures alone, the
 * others of models that each use one. One that has further fields is beside a model with these fields that does not use it.
 */
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startPostgres } from '../support/postgres.js';
import { measure, type Target } from './measure.js';
import type { Asked } from './operations.js';
import { makeProject, startOurs } from './ours.js';
import { ROOT } from './servers.js';

const FIELDS = `
      title: string:required
      body: text
      state: enum=open,done:default=open
      hours: integer`;

/** A model that uses a feature: its words, its further fields, and what a new record has of these. */
interface Use {
  readonly words?: string;
  readonly fields?: string;
  readonly values?: (n: number) => object;
}

const USES: Readonly<Record<string, Use>> = {
  steps: { fields: 'stage: enum=todo,done:default=todo:steps=todo/done,done/todo' },
  frozen: { words: 'frozen: { when: "hours=9999", except: [Admin] }' },
  series: { fields: 'number: string:series=N-{year}-{0000}' },
  no_overlap: {
    words: 'no_overlap: { fields: [begins_at, ends_at], by: [room] }',
    fields:
      'room: integer:required\n      begins_at: datetime:required\n      ends_at: datetime:required',
    values: (n) => ({ room: n % 100, begins_at: hour(n), ends_at: hour(n + 1) }),
  },
  history: { words: 'history: true' },
  trash: { words: 'trash: true' },
  files: { fields: 'contract: file' },
};

const hour = (n: number): string => new Date(Date.UTC(2000, 0, 1, n)).toISOString();

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '4' },
    starts: { type: 'string', default: '4' },
    postgres: { type: 'boolean' },
    off: { type: 'boolean' },
  },
});
const ROUNDS = Number(options.rounds);
const STARTS = Number(options.starts);
const names = positionals.length > 0 ? positionals : Object.keys(USES);

const modelOf = (name: string, { words = '', fields = '' }: Use): string =>
  [`  ${name}:`, words && `    ${words}`, `    fields:${FIELDS}`, fields && `      ${fields}`]
    .filter(Boolean)
    .join('\n');

const className = (use: string): string =>
  `${use
    .split('_')
    .map((word) => word[0]!.toUpperCase() + word.slice(1))
    .join('')}Note`;
const pathOf = (use: string): string => `/${use}_note`;

/** A model of a service, and the records that it gets. */
interface Side {
  readonly title: string;
  readonly target: Target;
  readonly path: string;
  readonly values: (n: number) => object;
  /** The title of the side beside which it is told. */
  readonly beside: string;
}

/** A model with the fields of a use, and without its words. */
const plainName = (use: string): string => `Plain${className(use)}`;
const plainPath = (use: string): string => `/plain${pathOf(use).replace('/', '_')}`;

/** Each number is that of one record, so that no two periods overlap. */
let made = 0;
const record = ({ values }: Side): object => {
  const n = made++;
  return { title: `Note ${n}`, body: `What is to be said of ${n}`, hours: n % 16, ...values(n) };
};
const KNOWN = 1000;
const known = (n: number): number => ((n * 271) % KNOWN) + 1;

interface Work {
  readonly requests: number;
  readonly ask: (side: Side) => (n: number) => Asked;
}

const WORK: Readonly<Record<string, Work>> = {
  get: {
    requests: 8000,
    ask:
      ({ path }) =>
      (n) =>
        read(`${path}/${known(n)}`),
  },
  list: {
    requests: 4000,
    ask:
      ({ path }) =>
      (n) =>
        read(`${path}?_start=${(n * 7) % 900}&_end=${((n * 7) % 900) + 25}`),
  },
  create: { requests: 4000, ask: (side) => () => sent('POST', side.path, record(side)) },
  patch: {
    requests: 4000,
    ask:
      ({ path }) =>
      (n) =>
        sent('PATCH', `${path}/${known(n)}`, { title: `Changed ${n}`, hours: n % 16 }),
  },
  '1,000 rows': {
    requests: 6,
    ask: (side) => () =>
      sent(
        'POST',
        side.path,
        Array.from({ length: KNOWN }, () => record(side)),
      ),
  },
};

const read = (path: string): Asked => ({ method: 'GET', path });
const sent = (method: 'POST' | 'PATCH', path: string, body: object): Asked => ({
  method,
  path,
  body,
});

/** The processor time of a request of each side, in microseconds, the lowest of the rounds. */
async function lowest(sides: readonly Side[], name: string): Promise<readonly number[]> {
  const { requests, ask } = WORK[name]!;
  const found = sides.map(() => Infinity);
  for (let round = -1; round < ROUNDS; round++)
    for (const [at, side] of round % 2 ? [...sides.entries()].toReversed() : sides.entries()) {
      const sample = await measure(side.target, { name, ask: ask(side) }, { requests });
      if (sample.failures > 0)
        throw new Error(`${name} of ${side.title}: ${sample.failures} failed`);
      if (round >= 0) found[at] = Math.min(found[at]!, sample.processor);
    }
  return found;
}

type Lowest = Readonly<Record<string, readonly number[]>>;

async function lowestOfAll(sides: readonly Side[]): Promise<Lowest> {
  const found: Record<string, readonly number[]> = {};
  for (const name of Object.keys(WORK)) found[name] = await lowest(sides, name);
  return found;
}

const lower = (one: Lowest, other: Lowest): Lowest =>
  Object.fromEntries(
    Object.entries(one).map(([name, times]) => [
      name,
      times.map((time, at) => Math.min(time, other[name]![at]!)),
    ]),
  );

function report(
  database: string,
  models: readonly Pick<Side, 'title' | 'beside'>[],
  found: Lowest,
): void {
  const titles = models.map(({ title }) => title);
  const told = [...models.entries()].filter(([, { title, beside }]) => title !== beside);
  console.log(
    `\n| ${database} | ${titles[0]}, µs | ${told.map(([, one]) => one.title).join(' | ')} |`,
  );
  console.log(`|---|---:|${told.map(() => '---:').join('|')}|`);
  for (const [name, figures] of Object.entries(found)) {
    const ratios = told.map(([at, { beside }]) =>
      (figures[at]! / figures[titles.indexOf(beside)]!).toFixed(2),
    );
    console.log(`| ${name} | ${figures[0]!.toFixed(0)} | ${ratios.join(' | ')} |`);
  }
}

const directory = mkdtempSync(join(tmpdir(), 'feature-off-'));
const server = options.postgres ? await startPostgres() : null;
try {
  symlinkSync(join(ROOT, 'node_modules'), join(directory, 'node_modules'));
  const project = (name: string, models: readonly string[]): string => {
    writeFileSync(join(directory, `${name}.yaml`), `models:\n${models.join('\n')}\n`);
    makeProject(join(directory, `${name}.yaml`), join(directory, name));
    return join(directory, name);
  };
  const withFields = options.off ? [] : names.filter((use) => USES[use]!.values);
  const core = project('without', [
    modelOf('Note', {}),
    ...withFields.map((use) => modelOf(plainName(use), { fields: USES[use]!.fields! })),
  ]);
  const all = names.map((use) => modelOf(className(use), USES[use]!));
  const whole = project('with', [modelOf('Note', {}), ...all]);
  const none = () => ({});
  const models = [
    { title: 'without', project: core, path: '/note', values: none, beside: 'without' },
    { title: 'off', project: whole, path: '/note', values: none, beside: 'without' },
    ...withFields.map((use) => ({
      ...{ title: plainName(use), project: core, path: plainPath(use) },
      ...{ values: USES[use]!.values!, beside: plainName(use) },
    })),
    ...(options.off ? [] : names).map((use) => ({
      ...{ title: use, project: whole, path: pathOf(use) },
      values: USES[use]!.values ?? none,
      beside: withFields.includes(use) ? plainName(use) : 'without',
    })),
  ];
  const measured = async (start: number): Promise<Lowest> => {
    const sides: Side[] = [];
    try {
      for (const { title, project: folder, path, values, beside } of models) {
        const url = server
          ? await server.createDatabase()
          : `sqlite:${join(directory, `${title}-${start}.db`)}`;
        const side = { title, target: await startOurs(title, folder, url), path, values, beside };
        sides.push(side);
        const ask = WORK['1,000 rows']!.ask(side);
        await measure(side.target, { name: 'fill', ask }, { requests: 1 });
      }
      return await lowestOfAll(sides);
    } finally {
      for (const { target } of sides) await target.stop();
    }
  };
  let found = await measured(0);
  for (let start = 1; start < STARTS; start++) found = lower(found, await measured(start));
  report(server === null ? 'SQLite' : 'PostgreSQL', models, found);
} finally {
  await server?.stop();
  rmSync(directory, { recursive: true });
}
