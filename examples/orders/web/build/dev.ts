import { spawn } from 'node:child_process';

/** `npm run dev`: the service and the back-office, each reloading on changes; when one ends, so does the other. */
const commands: readonly (readonly [string, ...string[]])[] = [
  ['node', '--watch', '--watch-preserve-output', '--import', 'tsx', 'src/main.ts', 'dev'],
  ['vite', 'web'],
];
const running = commands.map(([program, ...args]) =>
  spawn(program, args, {
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: process.platform === 'win32',
  }),
);

function stop(): void {
  for (const child of running) child.kill();
}

for (const child of running) {
  child.on('exit', (code) => {
    process.exitCode ||= code ?? 0;
    stop();
  });
}
process.on('SIGINT', stop);
process.on('SIGTERM', stop);
