import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** The answer of the project's code, or the reason why it failed. */
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

/** What can be asked of a project's code: the names of the files in `disk/child` that answer. */
export type Question = 'count-rows' | 'show-sql' | 'table-bytes' | 'applied';

/** The question to the process of a project, and its answer. */
export interface Asked {
  readonly id: number;
  readonly question: Question;
  readonly input: unknown;
}
export interface Answered {
  readonly id: number;
  readonly answer: Answer<unknown>;
}

const processes = new Map<string, ProjectProcess>();

/**
 * Asks the project's code, in a process of its own in the project's folder. All questions of a command go to one process, as
 * what takes long is to load the code. A question that has no answer within `timeout` milliseconds ends it.
 */
export async function askProject<T>(
  root: string,
  question: Question,
  input: unknown,
  timeout = 60_000,
): Promise<Answer<T>> {
  let running = processes.get(root);
  if (running === undefined) processes.set(root, (running = new ProjectProcess(root)));
  return running.ask<T>(question, input, timeout);
}

/** Ends the processes that were asked: the next command finds code that may have changed. */
export function endProjectProcesses(): void {
  for (const running of processes.values()) running.end();
  processes.clear();
}

class ProjectProcess {
  readonly #child: ChildProcess;
  readonly #waiting = new Map<number, (answer: Answer<never>) => void>();
  #asked = 0;
  #stderr = '';

  constructor(root: string) {
    const file = fileURLToPath(new URL('./child/answer.js', import.meta.url));
    this.#child = fork(file, {
      cwd: root,
      execArgv: ['--import', 'tsx'],
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      env: { ...process.env, LOG_LEVEL: 'silent' },
    });
    this.#child.stderr?.setEncoding('utf8').on('data', (text: string) => (this.#stderr += text));
    this.#child.on('message', ({ id, answer }: Answered) =>
      this.#settle(id, answer as Answer<never>),
    );
    const end = (why: () => string) => {
      if (processes.get(root) === this) processes.delete(root);
      for (const id of this.#waiting.keys()) this.#settle(id, { ok: false, why: why() });
    };
    this.#child.on('error', (error) => end(() => error.message));
    this.#child.on('close', () => end(() => reasonIn(this.#stderr)));
  }

  ask<T>(question: Question, input: unknown, timeout: number): Promise<Answer<T>> {
    const id = ++this.#asked;
    return new Promise((done) => {
      const timer = setTimeout(() => this.#child.kill(), timeout);
      this.#waiting.set(id, (answer) => {
        clearTimeout(timer);
        done(answer);
      });
      // A message fails only while the process is ending, and the end answers the question.
      this.#child.send({ id, question, input } satisfies Asked, () => undefined);
    });
  }

  end(): void {
    if (this.#child.connected) this.#child.disconnect();
  }

  #settle(id: number, answer: Answer<never>): void {
    this.#waiting.get(id)?.(answer);
    this.#waiting.delete(id);
  }
}

function reasonIn(text: string): string {
  if (text.includes('ERR_INVALID_PACKAGE_CONFIG')) return 'package.json is not valid JSON';
  if (text.includes("Cannot find package 'tsx'"))
    return "the project's packages are not installed; run: npm install";
  const lines = text.split('\n').map((line) => line.trim());
  return lines.find((line) => /^\w*Error\b/.test(line)) ?? lines.findLast(Boolean) ?? 'no answer';
}
