import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { get } from 'node:http';
import { dirname, join } from 'node:path';
import { median } from './measure.js';
import { SERVICE_ENV } from './ours.js';
import { freePort } from './servers.js';

const TIMES = 5;

/** Milliseconds from the start of the process; medians of five. */
export interface StartUp {
  /** An empty process that imports the packages that the service imports at its start, and ends. */
  readonly imports: number;
  /** The service on a database that has its tables, to its first answer. */
  readonly firstAnswer: number;
}

/** How long the generated service takes to its first answer, beside what Node and the packages take alone. */
export async function measureStartUp(project: string, databaseUrl: string): Promise<StartUp> {
  const imports: number[] = [];
  const answers: number[] = [];
  for (let time = 0; time < TIMES; time++) {
    imports.push(await timeImports(project));
    answers.push(await timeFirstAnswer(project, databaseUrl));
  }
  return { imports: median(imports), firstAnswer: median(answers) };
}

function timeImports(project: string): Promise<number> {
  const packages = packagesOf(join(project, 'dist', 'src', 'main.js'), join(project, 'dist'));
  const code = [...packages].map((name) => `await import('${name}');`);
  const began = performance.now();
  const child = spawn(process.execPath, ['--input-type=module', '-e', code.join('')], {
    cwd: project,
    stdio: 'inherit',
  });
  return new Promise((resolve, reject) => {
    child.once('exit', (status) =>
      status === 0
        ? resolve(performance.now() - began)
        : reject(new Error('the packages of the project cannot be imported')),
    );
  });
}

/** What a built file and those of the project that it imports take from node_modules and from Node; `import()` waits for its use. */
function packagesOf(file: string, dist: string, seen = new Set<string>()): ReadonlySet<string> {
  seen.add(file);
  const packages = new Set<string>();
  for (const [, name] of readFileSync(file, 'utf8').matchAll(
    /^(?:import|export) (?:[^'=]* from )?'([^']+)';/gm,
  )) {
    const own = ownFile(name!, dirname(file), dist);
    if (!own) packages.add(name!);
    else if (!seen.has(own)) for (const found of packagesOf(own, dist, seen)) packages.add(found);
  }
  return packages;
}

/** The built file that a name leads to, by path or through a door. */
function ownFile(name: string, from: string, dist: string): string | null {
  if (name.startsWith('.')) return join(from, name);
  if (name === '#engine') return join(dist, 'engine/index.js');
  return name.startsWith('#engine/') ? join(dist, 'engine', name.slice(8), 'index.js') : null;
}

async function timeFirstAnswer(project: string, databaseUrl: string): Promise<number> {
  const port = await freePort();
  const began = performance.now();
  const child = spawn(process.execPath, ['dist/src/main.js'], {
    cwd: project,
    env: { ...process.env, ...SERVICE_ENV, DATABASE_URL: databaseUrl, PORT: String(port) },
    stdio: 'ignore',
  });
  try {
    while (!(await answers(port))) await new Promise((resolve) => setTimeout(resolve, 5));
    return performance.now() - began;
  } finally {
    child.kill();
    await new Promise((resolve) => child.once('exit', resolve));
  }
}

const answers = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    get({ port, host: '127.0.0.1', path: '/healthz', agent: false }, (response) => {
      response.resume();
      resolve(response.statusCode === 200);
    }).once('error', () => resolve(false));
  });
