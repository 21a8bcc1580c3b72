import type { Response } from 'express';
import type { Database } from '../database/database.js';
import type { Session } from '../database/dialect.js';
import { ADDED } from '../model/operations.js';
import { HttpProblem, invalid, type FieldProblem } from '../problem/problem.js';
import type { RequestWriter, Write, Written } from '../routes/request-writes.js';
import type { ServiceParts } from '../service/project.js';
import { forgetNowAndThen } from './forget.js';
import { createKeptWrites, type KeptWrites, type Outcome } from './kept-writes.js';
import { readAnew } from './read-anew.js';
import { HEADER, digestOf, nameOf } from './request-key.js';

type OnceService = Pick<ServiceParts, 'database' | 'logger' | 'settings'>;

/** Requests with an `Idempotency-Key` are known for `keep` milliseconds, and not done again. */
export function writeOnce(
  { database, logger, settings: { pageLimit } }: OnceService,
  keep: number,
): RequestWriter {
  const kept = createKeptWrites(database, keep);
  const forget = forgetNowAndThen(database, kept, logger);
  /** The requests that this process is doing. */
  const inFlight = new Set<string>();
  return (request, response) => {
    const name = nameOf(request);
    if (name === null) return null;
    return async (body, work, each = false) => {
      if (inFlight.has(name)) throw isInFlight();
      inFlight.add(name);
      try {
        const once = new OnceWrites({ database, kept, response, pageLimit }, name, digestOf(body));
        if (each) await once.refuseOtherBody();
        await work((write) => once.do(write));
      } finally {
        inFlight.delete(name);
      }
      forget();
    };
  };
}

interface OnceParts {
  readonly database: Database;
  readonly kept: KeptWrites;
  readonly response: Response;
  readonly pageLimit: number;
}

/** The writes of one request. */
class OnceWrites {
  readonly #parts: OnceParts;
  readonly #request: string;
  readonly #body: string;
  /** Whether any of them is done now. */
  #isNew = false;

  constructor(parts: OnceParts, request: string, body: string) {
    this.#parts = parts;
    this.#request = request;
    this.#body = body;
  }

  /** 422 where the request was done, the whole or a part of it, with another body. */
  async refuseOtherBody(): Promise<void> {
    const { database, kept } = this.#parts;
    const body = await database.read((session) => kept.bodyOf(session, this.#request), {
      quick: true,
    });
    if (body !== null) this.#assertSame(body);
  }

  async do(write: Write): Promise<readonly Written[]> {
    if (write.prepare && !(await this.#isDone(write))) await write.prepare();
    const { written, isNew } = await this.#parts.database.write(
      (session) => this.#doIn(session, write),
      { name: `a write with an ${HEADER}` },
    );
    if (isNew) this.#isNew = true;
    const { response } = this.#parts;
    if (this.#isNew) response.removeHeader(REPLAYED);
    else response.setHeader(REPLAYED, 'true');
    return written;
  }

  #isDone({ item = 0 }: Write): Promise<boolean> {
    const { database, kept } = this.#parts;
    return database.read((session) => kept.has(session, this.#request, item), { quick: true });
  }

  /** The write, and the note that it is done, in one transaction: both or none. */
  async #doIn(session: Session, { item = 0, records, write }: Write) {
    const { kept, pageLimit } = this.#parts;
    const { before, isFree } = await kept.claim(session, this.#request, item);
    if (before) {
      this.#assertSame(before.body);
      return { written: await readAnew(before.outcomes, records, pageLimit), isNew: false };
    }
    if (!isFree) throw isInFlight();
    const written = await write();
    const outcomes = written.map(({ status, record }): Outcome => [
      status,
      record?.id ?? null,
      record?.[ADDED],
    ]);
    const isFirst = await kept.keep(session, this.#request, item, { body: this.#body, outcomes });
    if (!isFirst) throw isInFlight();
    return { written, isNew: true };
  }

  #assertSame(body: string): void {
    if (body === this.#body) return;
    const message = `This ${HEADER} was used with another body before; use a new key for another request.`;
    throw invalid([problem('other-body', message)]);
  }
}

const REPLAYED = 'idempotency-replayed';

const problem = (code: string, message: string): FieldProblem => ({ field: HEADER, code, message });

function isInFlight(): HttpProblem {
  const message = `A request with this ${HEADER} is still running; send it again later to get its result.`;
  return new HttpProblem(409, message, [problem('in-flight', message)], { 'retry-after': '1' });
}
