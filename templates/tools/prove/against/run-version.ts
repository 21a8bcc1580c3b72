import { spawn, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type {
  EndpointAnswer,
  EndpointInquiry,
  EndpointQuestion,
  EndpointQuestions,
} from './endpoint-facts.js';
import type { Inquiry, Judgement, VersionFacts } from './version-facts.js';

/** A message to the process of a version. */
export type VersionRequest =
  | { readonly judge: Inquiry }
  | { readonly serve: string }
  | { readonly questions: EndpointInquiry }
  | {
      readonly answers: readonly EndpointQuestion[];
      readonly to: Omit<EndpointInquiry, 'names'>;
    };

/** A message of the process of a version: its facts, the results of requests, or the reason why it has none. */
export type VersionMessage = { readonly result: unknown } | { readonly failed: string };

/** A version of a project in a process of its own. */
export interface RunningVersion {
  readonly facts: VersionFacts;
  judge(inquiry: Inquiry): Promise<Judgement>;
  /** Starts its service on the database in a file. */
  serve(database: string): Promise<void>;
  questions(inquiry: EndpointInquiry): Promise<EndpointQuestions>;
  answers(
    questions: readonly EndpointQuestion[],
    to: Omit<EndpointInquiry, 'names'>,
  ): Promise<readonly EndpointAnswer[]>;
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
  const next = () => messageOf(child, name, () => printed);
  const ask = (request: VersionRequest): Promise<unknown> => {
    const result = next();
    child.send(request);
    return result;
  };
  const facts = (await next().catch((error: unknown) => {
    child.kill();
    throw error;
  })) as VersionFacts;
  return {
    facts,
    judge: async (inquiry) => (await ask({ judge: inquiry })) as Judgement,
    serve: async (database) => void (await ask({ serve: database })),
    questions: async (inquiry) => (await ask({ questions: inquiry })) as EndpointQuestions,
    answers: async (questions, to) =>
      (await ask({ answers: questions, to })) as readonly EndpointAnswer[],
    stop: () => void child.kill(),
  };
}

/** The next result; fails if the version cannot be judged. */
function messageOf(child: ChildProcess, name: string, printed: () => string): Promise<unknown> {
  return new Promise((done, fail) => {
    const onExit = () => fail(new Error(`${name} cannot be judged: ${reasonIn(printed())}`));
    child.once('close', onExit);
    child.once('message', (message: VersionMessage) => {
      child.off('close', onExit);
      if ('failed' in message) fail(new Error(`${name} cannot be judged: ${message.failed}`));
      else done(message.result);
    });
  });
}

/** The line of an uncaught exception that says why. */
const reasonIn = (printed: string): string =>
  printed.split('\n').find((line) => /^\w*Error\b/.test(line)) ?? 'its process ended';
