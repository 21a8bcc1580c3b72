import { spawn, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Inquiry, Judgement, VersionFacts } from './version-facts.js';

/** A message of the process of a version. */
export type VersionMessage =
  | { readonly facts: VersionFacts }
  | { readonly judgement: Judgement }
  | { readonly failed: string };

/** A version of a project in a process of its own. */
export interface RunningVersion {
  readonly facts: VersionFacts;
  judge(inquiry: Inquiry): Promise<Judgement>;
  stop(): void;
}

const PROGRAM = fileURLToPath(new URL('serve-version.ts', import.meta.url));

/** Starts the version of a project in `folder`; `name` is for errors. */
export async function runVersion(
  folder: string,
  name: string,
  seed: number,
): Promise<RunningVersion> {
  const child = spawn(process.execPath, ['--import', 'tsx', PROGRAM, String(seed)], {
    cwd: folder,
    env: { ...process.env, LOG_LEVEL: 'silent' },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  let printed = '';
  child.stderr!.setEncoding('utf8').on('data', (text: string) => (printed += text));
  const next = <T extends VersionMessage>(): Promise<T> => messageOf<T>(child, name, () => printed);
  const { facts } = await next<{ facts: VersionFacts }>();
  return {
    facts,
    judge: async (inquiry) => {
      const answer = next<{ judgement: Judgement }>();
      child.send(inquiry);
      return (await answer).judgement;
    },
    stop: () => void child.kill(),
  };
}

/** The next message; fails if the version cannot be judged. */
function messageOf<T extends VersionMessage>(
  child: ChildProcess,
  name: string,
  printed: () => string,
): Promise<T> {
  return new Promise((done, fail) => {
    const onExit = () => fail(new Error(`${name} cannot be judged: ${reasonIn(printed())}`));
    child.once('close', onExit);
    child.once('message', (message: VersionMessage) => {
      child.off('close', onExit);
      if ('failed' in message) fail(new Error(`${name} cannot be judged: ${message.failed}`));
      else done(message as T);
    });
  });
}

/** The line of an uncaught exception that says why. */
const reasonIn = (printed: string): string =>
  printed.split('\n').find((line) => /^\w*Error\b/.test(line)) ?? 'its process ended';
