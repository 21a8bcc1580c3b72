import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { OUTPUT, type Step } from './plan.js';

/**
 * Does the steps of a plan in order, and stops at the first that fails, of which it returns `about`; null where all succeed. In
 * a dry run steps that change the repository are left out.
 */
export function applySteps(
  root: string,
  steps: readonly Step[],
  options: { readonly write: boolean; readonly say: (line: string) => void },
): string | null {
  rmSync(join(root, OUTPUT), { recursive: true, force: true });
  mkdirSync(join(root, OUTPUT), { recursive: true });
  for (const step of steps) {
    if (step.changes && !options.write) continue;
    options.say(`\n== ${step.about}`);
    const start = Date.now();
    if (!applyStep(root, step)) return step.about;
    options.say(`== done in ${Math.round((Date.now() - start) / 1000)} s`);
  }
  return null;
}

function applyStep(root: string, step: Step): boolean {
  if (step.kind === 'edit') writeFileSync(join(root, step.path), step.text);
  if (step.kind === 'sums') writeFileSync(join(root, step.output), sumsOf(root, step.files));
  return step.kind === 'run' ? runCommand(root, step.command, step.output) : true;
}

/** Whether a command succeeds; what it prints is for people, or for the file. */
function runCommand(root: string, command: readonly string[], output?: string): boolean {
  const [program = '', ...args] = command;
  const { status, stdout } = spawnSync(program, args, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 ** 2,
    stdio: ['ignore', output === undefined ? 'inherit' : 'pipe', 'inherit'],
    // On Windows npm and npx are scripts.
    shell: process.platform === 'win32',
  });
  if (status !== 0) return false;
  if (output !== undefined) writeFileSync(join(root, output), stdout);
  return true;
}

/** As `sha256sum --check` reads it in the folder of the files. */
const sumsOf = (root: string, files: readonly string[]): string =>
  files
    .map((file) => {
      const content = readFileSync(join(root, OUTPUT, file));
      return `${createHash('sha256').update(content).digest('hex')}  ${file}\n`;
    })
    .join('');
