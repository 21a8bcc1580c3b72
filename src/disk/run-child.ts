import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** The answer of a script in `disk/child`, or why it failed. */
export type Answer<T> =
  | { readonly ok: true; readonly value: T }
  | {
      readonly ok: false;
      readonly why: string;
      /** Whether the project's code and settings loaded, so that the database failed. */
      readonly isAtDatabase?: boolean;
      /** The database is a file that does not exist yet. */
      readonly noDatabase?: boolean;
    };

/** Runs a script that loads the project's code, in a separate process in the project's folder. */
export function runChild<T>(
  root: string,
  script: 'count-rows' | 'show-sql' | 'applied',
  input: unknown,
  timeout = 60_000,
): Promise<Answer<T>> {
  const file = fileURLToPath(new URL(`./child/${script}.js`, import.meta.url));
  return new Promise((done) => {
    const child = fork(file, [JSON.stringify(input)], {
      cwd: root,
      execArgv: ['--import', 'tsx'],
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      env: { ...process.env, LOG_LEVEL: 'silent' },
      timeout,
    });
    let stderr = '';
    let answer: Answer<T> | null = null;
    child.stderr?.setEncoding('utf8').on('data', (text: string) => (stderr += text));
    child.on('message', (message) => (answer = message as Answer<T>));
    child.on('error', (error) => done({ ok: false, why: error.message }));
    child.on('close', () => done(answer ?? { ok: false, why: reasonIn(stderr) }));
  });
}

function reasonIn(text: string): string {
  if (text.includes('ERR_INVALID_PACKAGE_CONFIG')) return 'package.json is not valid JSON';
  if (text.includes("Cannot find package 'tsx'"))
    return "the project's packages are not installed; run: npm install";
  const lines = text.split('\n').map((line) => line.trim());
  return lines.find((line) => /^\w*Error\b/.test(line)) ?? lines.findLast(Boolean) ?? 'no answer';
}
