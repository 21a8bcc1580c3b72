// `npm start`: the task manager, made by crudgen from its spec with its owner's edits on top, built and served.
import { spawn, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const example = join(root, 'examples', 'task-manager');
const project = join(root, '.tmp', 'task-manager');
const database = join(root, '.tmp', 'task-manager.db');
const OWNERS_EDITS = [
  'src/models/task/task.routes.ts',
  'src/models/task/complete-task.test.ts',
  'config/search.json',
];

function run(what, command, args, cwd) {
  console.log(`\n${what}`);
  const { status } = spawnSync(command, args, { cwd, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}

if (!existsSync(join(root, 'node_modules', 'typeorm')))
  run('installing (a few minutes the first time)', 'npm', ['ci', '--no-audit', '--no-fund'], root);
run('building crudgen', 'npm', ['run', '--silent', 'build'], root);

// The project is made anew every time; its rows stay beside it.
rmSync(project, { recursive: true, force: true });
mkdirSync(join(root, '.tmp'), { recursive: true });
const spec = join(example, 'models.yaml');
const crudgen = join(root, 'bin', 'crudgen.js');
run(
  'crudgen init task-manager --models models.yaml',
  process.execPath,
  [crudgen, 'init', project, '--yes', '--models', spec, '--no-install', '--no-git'],
  root,
);
for (const file of OWNERS_EDITS) cpSync(join(example, file), join(project, file));

// Inside this repository the project finds its packages here, so it needs no install of its own.
run('building the service and its back-office', 'npm', ['run', '--silent', 'build'], project);

const address = `http://127.0.0.1:${process.env.PORT ?? 3000}`;
console.log(`\n${address}/admin/ (admin, admin), documentation at ${address}/docs\n`);
const service = spawn(process.execPath, ['--enable-source-maps', 'dist/main.js'], {
  cwd: project,
  stdio: 'inherit',
  env: { ...process.env, DATABASE_URL: process.env.DATABASE_URL ?? `sqlite:${database}` },
});
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => service.kill(signal));
service.on('exit', (code) => process.exit(code ?? 1));
