import express, { type RequestHandler } from 'express';
import { pino } from 'pino';
import { dataImport } from '../../templates/features/import/engine/import/import-feature.js';
import { runnerOf } from '../../templates/features/import/engine/import/runners.js';
import type { ModelModule } from '../../templates/service/engine/model/model-module.js';
import { problemHandler } from '../../templates/service/engine/http/send-problem.js';
import { listen } from '../support/compose-service.js';
import type { Person } from '../../templates/tools/prove/naive/naive.js';
import type { Trial } from './trial.js';

/** An answer of a door that takes or gives a file. */
export interface FileAnswer {
  readonly status: number;
  readonly text: string;
  /** What it says, where it is JSON. */
  readonly body: unknown;
}

/** The doors of imports and exports of one trial, over HTTP, as its users by their present rights. */
export class FileDoors {
  readonly #trial: Trial;
  readonly #server: Awaited<ReturnType<typeof listen>>;

  private constructor(trial: Trial, server: Awaited<ReturnType<typeof listen>>) {
    this.#trial = trial;
    this.#server = server;
  }

  static async open(trial: Trial, modules: readonly ModelModule[]): Promise<FileDoors> {
    const { database, engine } = trial;
    const logger = pino({ level: 'silent' });
    const userOf = (id: number) => trial.users.find((user) => user.id === id)!;
    const directory = {
      account: (id: number) => Promise.resolve({ active: true, user: userOf(id) }),
    };
    const identified: RequestHandler = (request, _response, next) => {
      request.mountedAt = '';
      request.currentUser = userOf(Number(request.headers['x-user']));
      next();
    };
    const authentication = { signedIn: identified, inPerson: identified };
    const settings = { bodyLimit: 1_000_000 };
    const parts = { database, engine, directory, logger, authentication, modules, settings };
    const app = express();
    dataImport.endpoints.add(app, parts as never, dataImport.testSettings);
    app.use(problemHandler(logger, database));
    return new FileDoors(trial, await listen(app));
  }

  close(): Promise<unknown> {
    return this.#server.close();
  }

  /** A file is a text, all else is JSON. */
  async ask(user: Person, method: string, path: string, body?: object | string) {
    const answer = await fetch(`${this.#server.origin}${path}`, {
      method,
      headers: {
        'x-user': String(user.id),
        ...(typeof body === 'object' && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    // A text loses the mark at its beginning.
    const text = await answer.text();
    const isJson = (answer.headers.get('content-type') ?? '').includes('json');
    return { status: answer.status, text, body: isJson ? JSON.parse(text) : null } as FileAnswer;
  }

  /** Waits for the checks and imports that were begun. */
  settled(): Promise<void> {
    return runnerOf(this.#trial.database).settled();
  }
}
