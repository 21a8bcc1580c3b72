import { join } from 'node:path';
import type { DriftJson } from '../../src/cli/drift-json.js';
import type { Problem } from '../../src/problem.js';
import { ROOT, run, runCrudgen } from './project-on-disk.js';

/** What `crudgen drift` has found. */
export interface FoundDrift {
  readonly exit: number | null;
  /** All differences: the sentence, the place and the mend. */
  readonly told: readonly string[];
  readonly json: DriftJson;
  readonly problems: readonly Problem[];
}

/** Compares the database at a URL with the project in a folder. */
export function driftOf(folder: string, url: string, ...flags: readonly string[]): FoundDrift {
  const args = [url, '--no-install', '--json', ...flags];
  const { status, stdout } = runCrudgen(folder, 'drift', ...args);
  const json = JSON.parse(stdout) as DriftJson & { readonly problems: readonly Problem[] };
  const told = (json.differences ?? []).map(
    ({ message, file, line, mend }) => `${message} @ ${file}:${line} -> ${mend}`,
  );
  return { exit: status, told, json, problems: json.problems };
}

/** Applies the migrations of a project to a database. */
export function migrateProject(folder: string, url: string): void {
  const tsx = join(ROOT, 'node_modules/tsx/dist/cli.mjs');
  const env = { DATABASE_URL: url, AUTH_SECRET: 'x'.repeat(43), LOG_LEVEL: 'error' };
  const { status, stdout, stderr } = run(
    folder,
    process.execPath,
    [tsx, 'src/main.ts', 'migrate'],
    env,
  );
  if (status !== 0) throw new Error(`migrate failed: ${stdout}${stderr}`);
}
