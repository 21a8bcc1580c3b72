/**
 * `npx tsx test/bench/board.ts`: asks what the Grafana board of the feature `metrics` asks, of a real Prometheus (Debian's
 * `prometheus`) that has watched a service under load for two minutes, and draws the answers where the board has them, in
 * `examples/task-manager/screenshots/board.svg`. It says which panels have had no answer.
 */
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { drawBoard, type Panel, type Series } from './draw-board.js';
import { startOurs } from './ours.js';
import { freePort, ROOT } from './servers.js';

const SECONDS = 120;
/** Seconds between two looks of Prometheus, and over which the board takes its rates. */
const LOOK = 1;
const RATE = '10s';

interface Board {
  readonly panels: readonly {
    readonly title: string;
    readonly gridPos: {
      readonly x: number;
      readonly y: number;
      readonly w: number;
      readonly h: number;
    };
    readonly fieldConfig: { readonly defaults: { readonly unit: string } };
    readonly targets: readonly { readonly expr: string; readonly legendFormat: string }[];
  }[];
}

const folder = join(ROOT, '.tmp', 'board');
const project = join(folder, 'task-manager');
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
makeProject();
const metrics = await freePort();
Object.assign(process.env, { METRICS_PORT: String(metrics), LOG_LEVEL: 'warn' });
const service = await startOurs('board', project, `sqlite:${join(folder, 'app.db')}`);
const prometheus = await watch(metrics);
try {
  const began = Date.now() / 1000;
  await load(service.base, service.headers);
  const board = JSON.parse(
    readFileSync(join(project, 'deploy/grafana/board.json'), 'utf8'),
  ) as Board;
  const panels = await Promise.all(board.panels.map((panel) => answer(panel, began)));
  const target = join(ROOT, 'examples/task-manager/screenshots/board.svg');
  writeFileSync(target, drawBoard(panels));
  for (const { title, series } of panels)
    if (series.length === 0) console.log(`no answer: ${title}`);
} finally {
  prometheus.kill();
  await service.stop();
}

function makeProject(): void {
  const spec = join(ROOT, 'examples', 'task-manager', 'models.yaml');
  const flags = ['--yes', '--models', spec, '--no-install', '--no-git', '--no-web'];
  const init = ['init', project, ...flags, '--with', 'metrics,jobs'];
  execFileSync(process.execPath, [join(ROOT, 'bin', 'crudgen.js'), ...init], { stdio: 'inherit' });
  const tsc = join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc');
  execFileSync(process.execPath, [tsc, '-p', 'tsconfig.build.json'], { cwd: project });
}

async function watch(port: number) {
  const config = {
    global: { scrape_interval: `${LOOK}s` },
    scrape_configs: [{ job_name: 'service', static_configs: [{ targets: [`127.0.0.1:${port}`] }] }],
  };
  // JSON is YAML.
  writeFileSync(join(folder, 'prometheus.yml'), JSON.stringify(config));
  const own = await freePort();
  process.env.PROMETHEUS = `http://127.0.0.1:${own}`;
  const flags = [
    `--config.file=${join(folder, 'prometheus.yml')}`,
    `--storage.tsdb.path=${join(folder, 'series')}`,
    `--web.listen-address=127.0.0.1:${own}`,
  ];
  const child = spawn('prometheus', flags, { stdio: 'ignore' });
  await sleep(3000);
  return child;
}

/** People who list, look, write and get things wrong, busier in the middle. */
async function load(base: string, headers: Readonly<Record<string, string>>): Promise<void> {
  const end = performance.now() + SECONDS * 1000;
  const ask = (path: string, body?: object) =>
    fetch(base + path, {
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
      headers: { ...headers, 'content-type': 'application/json' },
    }).then((answer) => answer.arrayBuffer());
  const person = async (number: number): Promise<void> => {
    for (let turn = number; performance.now() < end; turn++) {
      const path = ['/task?_end=25', '/task/1', '/task/0', '/project?_end=10', '/task?no=1'][
        turn % 5
      ]!;
      if (turn % 7 === 0) await ask('/task', { title: `Task ${turn}` });
      else if (turn % 97 === 0) await ask('/auth/login', { username: 'nobody', password: 'wrong' });
      else await ask(path);
      const left = (end - performance.now()) / (SECONDS * 1000);
      await sleep(5 + 120 * Math.abs(left - 0.5));
    }
  };
  await Promise.all(Array.from({ length: 8 }, (_, number) => person(number)));
}

async function answer(
  { title, gridPos, fieldConfig, targets }: Board['panels'][number],
  began: number,
): Promise<Panel> {
  const series: Series[] = [];
  for (const { expr, legendFormat } of targets) {
    const query = expr.replaceAll('$__rate_interval', RATE).replaceAll('$job', 'service');
    const range = { query, start: String(began), end: String(began + SECONDS), step: '2' };
    const reply = await fetch(
      `${process.env.PROMETHEUS}/api/v1/query_range?${new URLSearchParams(range).toString()}`,
    );
    const { status, error, data } = (await reply.json()) as Reply;
    if (status !== 'success') throw new Error(`${title}: ${error}`);
    for (const { metric, values } of data.result)
      series.push({
        name: legendFormat.replace(/\{\{(\w+)\}\}/g, (_, label: string) => metric[label] ?? ''),
        points: values.map(([time, value]) => [time - began, Number(value)] as const),
      });
  }
  return { title, ...gridPos, unit: fieldConfig.defaults.unit, series };
}

interface Reply {
  readonly status: string;
  readonly error?: string;
  readonly data: {
    readonly result: readonly {
      readonly metric: Readonly<Record<string, string>>;
      readonly values: readonly (readonly [number, string])[];
    }[];
  };
}
