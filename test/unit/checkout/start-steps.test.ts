import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';

const STEPS = pathToFileURL(join(import.meta.dirname, '../../../examples/start/steps.js')).href;

/** What `npm start` prints of a step that runs a program. */
function printed(program: string) {
  const script = `
    import { crudgenStep } from '${STEPS}';
    process.exit(await crudgenStep('crudgen init shop', ['-e', ${JSON.stringify(program)}], '.'));`;
  const args = ['--input-type=module', '-e', script];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  return { status, lines: stdout.replace(/\d+ s$/m, 'N s').split('\n'), stderr };
}

it('`npm start` shows what crudgen does, and not what to type next: it goes on by itself', () => {
  const text = 'created shop: 9 files\nNext:\n  cd shop\n  npm run dev\nThen open it.\n';
  expect(
    printed(`process.stdout.write(${JSON.stringify(text)}); console.error('warning: one')`),
  ).toEqual({
    status: 0,
    lines: ['', 'crudgen init shop', 'created shop: 9 files', '  done in N s', ''],
    stderr: 'warning: one\n',
  });
});

it('`npm start` ends with a step that fails', () => {
  const { status, stderr } = printed("console.error('error: no models'); process.exitCode = 3");
  expect([status, stderr]).toEqual([3, 'error: no models\n']);
});
