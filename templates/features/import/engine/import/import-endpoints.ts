import type { Request, Response } from 'express';
import type { Session } from '../database/dialect.js';
import { isCleanText } from '../fields/storable.js';
import { parseId, type NumericId } from '../fields/record-id.js';
import { readObject, requirePlain, streamBytes } from '../http/read-body.js';
import type { ModelInfo } from '../model/model-info.js';
import type { Query } from '../model/operations.js';
import { reply } from '../model/route-context.js';
import { conflict, invalid, notFound, refuse, type HttpProblem } from '../problem/problem.js';
import { isRecord } from '../records/writing/check-payload.js';
import { queryOf, sendResult } from '../routes/respond.js';
import { disconnectSignal } from '../routes/route-context.js';
import type { AppParts, WorkQueue } from '../service/project.js';
import { guardText, type Cell } from './cells.js';
import { changePlan } from './change-plan.js';
import { isOwnEndpoint, modelAt, noModel } from './export-endpoint.js';
import { MEDIA_TYPES } from './export-list.js';
import { PROBLEMS, ROW } from './guess-columns.js';
import { IMPORT_JOB } from './import-job.js';
import { importView } from './import-view.js';
import { knownLanguage } from './locale.js';
import { makePlan, planProblems, type Given, type PlanParts } from './make-plan.js';
import {
  inWords,
  isWorking,
  NOTHING_DONE,
  type FailedRow,
  type State,
  type StoredImport,
  type Working,
} from './plan.js';
import type { Runner } from './runner.js';
import type { ImportChange, StoredImports } from './stored-imports.js';
import { refused } from './table.js';
import { targetOf, type IsOwn } from './target.js';
import { BYTE_ORDER_MARK, csvRow } from './write-csv.js';

/** The parts that the endpoints of imports work with. */
export interface ImportParts extends Pick<AppParts, 'engine' | 'database' | 'modules'> {
  readonly settings: Pick<AppParts['settings'], 'bodyLimit'>;
  readonly imports: StoredImports;
  readonly runner: Runner;
  readonly queue?: WorkQueue | undefined;
  /** Bytes of a file. */
  readonly limit: number;
}

/** Bytes of a file that are stored together. */
const PART = 262_144;
/** Imports that a list has. */
export const MOST_IMPORTS = 50;
/** Rows of problems that one request tells of. */
export const MOST_PROBLEMS = 500;

/** Whether endpoints of the project stand in for those that would create or change records. */
export const ownEndpointsOf =
  (parts: Pick<AppParts, 'modules'>) =>
  (model: ModelInfo): IsOwn =>
  (method) =>
    isOwnEndpoint(model, method, parts);

/** The endpoints of imports, each under the caller's rights. */
export class ImportEndpoints {
  readonly #parts: ImportParts;

  constructor(parts: ImportParts) {
    this.#parts = parts;
  }

  /** `POST /_imports?model=task`: a file, which is stored, read and guessed from. */
  async upload(request: Request, response: Response): Promise<void> {
    const { database, imports } = this.#parts;
    requirePlain(request);
    const query = queryOf(request);
    const model = modelIn(query, this.#parts);
    const own = { ...this.#planParts(request, model), signal: disconnectSignal(response) };
    const given = givenIn(query);
    const name = textIn(query, 'name') ?? model.prefix;
    if (name.length > 255) throw refuse('name', 'too-long', 'name has at most 255 characters');
    const userId = request.currentUser!.id;
    const id = await database.write(async (session) => {
      await imports.lockUser(session, userId);
      await refuseWhileRunning(session, userId, imports);
      return imports.add(session, { userId, model: model.prefix, name });
    });
    try {
      const size = await storeFile(request, id, this.#parts);
      const { plan, total } = await makePlan(imports.bytesOf(id), given, own);
      await database.write(async (session) => {
        await forgetUnused(session, userId, imports);
        await imports.change(session, id, ['uploading'], { state: 'new', plan, total, size });
      });
    } catch (error) {
      await database.write((session) => imports.remove(session, id));
      throw error;
    }
    response.setHeader('location', `${request.mountedAt}/_imports/${id}`);
    await this.#sendAgain(request, response, id, 201);
  }

  async list(request: Request, response: Response): Promise<void> {
    const userId = request.currentUser!.id;
    const all = await this.#read((session) =>
      this.#parts.imports.ofUser(session, userId, MOST_IMPORTS),
    );
    send(
      response,
      all.map((one) => importView(one, null)),
    );
  }

  async get(request: Request, response: Response): Promise<void> {
    send(response, this.#view(request, await this.#importAt(request)));
  }

  async change(request: Request, response: Response): Promise<void> {
    const { imports, settings } = this.#parts;
    const one = await this.#importAt(request);
    assertState(one, ['new', 'checked']);
    const body = await readObject(request, settings);
    const known = { plan: one.plan, total: one.total ?? 0 };
    const own = {
      ...this.#planParts(request, modelAt(one.model, this.#parts)),
      signal: disconnectSignal(response),
    };
    const planned = await changePlan(known, body, imports.bytesOf(one.id), own);
    await this.#changed(one, ['new', 'checked'], async (session) => {
      await imports.removeFailures(session, one.id);
      return { state: 'new', ...planned, ...NOTHING_DONE, error: null };
    });
    await this.#sendAgain(request, response, one.id);
  }

  async check(request: Request, response: Response): Promise<void> {
    const one = await this.#importAt(request);
    assertState(one, ['new', 'checked']);
    await this.#begin(request, one, 'checking');
    await this.#sendAgain(request, response, one.id, 202);
  }

  /** Also goes on with one that was stopped, or that failed. */
  async run(request: Request, response: Response): Promise<void> {
    const one = await this.#importAt(request);
    assertState(one, ['new', 'checked', 'stopped', 'failed']);
    await this.#begin(request, one, 'running');
    await this.#sendAgain(request, response, one.id, 202);
  }

  async stop(request: Request, response: Response): Promise<void> {
    const one = await this.#importAt(request);
    const state = one.state === 'checking' ? 'new' : 'stopped';
    if (isWorking(one.state)) await this.#changed(one, [one.state], async () => ({ state }));
    await this.#sendAgain(request, response, one.id);
  }

  async remove(request: Request, response: Response): Promise<void> {
    const one = await this.#importAt(request);
    if (isWorking(one.state)) throw isRunning();
    await this.#parts.database.write((session) => this.#parts.imports.remove(session, one.id));
    response.status(204).end();
  }

  async problems(request: Request, response: Response): Promise<void> {
    const { id, failed } = await this.#importAt(request);
    const query = queryOf(request);
    const start = countIn(query, '_start', 0);
    const most = start + MOST_PROBLEMS;
    const end = Math.max(start, Math.min(countIn(query, '_end', start + 50), most));
    const rows = await this.#read((session) =>
      this.#parts.imports.failuresAt(session, id, start, end),
    );
    response.setHeader('x-total-count', String(failed));
    send(response, rows);
  }

  async failed(request: Request, response: Response): Promise<void> {
    const one = await this.#importAt(request);
    const name = `${one.name.replace(/\.\w{1,5}$/, '')} failed.csv`;
    await sendResult(response, reply(failedCsv(one, this.#parts), { name, type: MEDIA_TYPES.csv }));
  }

  #read<T>(work: (session: Session) => Promise<T>): Promise<T> {
    return this.#parts.database.read(work, { quick: true });
  }

  #planParts(request: Request, model: ModelInfo): PlanParts {
    const of = this.#parts.engine.scope(request.currentUser!);
    const scopeOf = (other: ModelInfo) => of(other.entity);
    const target = targetOf(scopeOf(model), ownEndpointsOf(this.#parts)(model));
    return { target, scopeOf, limit: this.#parts.limit, userId: request.currentUser!.id };
  }

  #view(request: Request, one: StoredImport): object {
    return importView(one, this.#planParts(request, modelAt(one.model, this.#parts)).target);
  }

  /** The import of a path; 404 where it is another user's. */
  async #importAt(request: Request): Promise<StoredImport> {
    const id = parseId(String(request.params['id']));
    const one = id === null ? null : await this.#read((all) => this.#parts.imports.find(all, id));
    if (one === null || one.userId !== request.currentUser!.id || one.state === 'uploading')
      throw noImport();
    return one;
  }

  async #sendAgain(request: Request, response: Response, id: NumericId, status = 200) {
    const { database, imports } = this.#parts;
    const one = await database.write((session) => imports.find(session, id), { shared: false });
    if (one === null) throw noImport();
    send(response, this.#view(request, one), status);
  }

  /** Changes an import that is still in one of these states; 409 where it is not. */
  async #changed(
    one: StoredImport,
    from: readonly State[],
    change: (session: Session) => Promise<ImportChange>,
  ): Promise<void> {
    const { database, imports } = this.#parts;
    await database.write(async (session) => {
      if (!(await imports.change(session, one.id, from, await change(session)))) throw isRunning();
    });
  }

  /** Begins a check or a run, in this process or by a job, in the transaction that says so. */
  async #begin(request: Request, one: StoredImport, state: Working): Promise<void> {
    const { imports, queue, runner } = this.#parts;
    const { target } = this.#planParts(request, modelAt(one.model, this.#parts));
    const [first, ...rest] = planProblems(one.plan, target);
    if (first) throw invalid([first, ...rest]);
    const goesOn = one.state === 'stopped' || one.state === 'failed';
    const startedAt = goesOn ? one.startedAt : Date.now();
    await this.#changed(one, [one.state], async (session) => {
      await imports.lockUser(session, one.userId);
      await refuseWhileRunning(session, one.userId, imports);
      if (!goesOn) await imports.removeFailures(session, one.id);
      await queue?.add(session, { ...IMPORT_JOB, payload: JSON.stringify({ id: one.id }) });
      return { state, error: null, startedAt, finishedAt: null, ...(!goesOn && NOTHING_DONE) };
    });
    if (!queue) runner.begin(one.id);
  }
}

const noImport = (): HttpProblem => notFound('There is no import with this id.', 'no-record');

function send(response: Response, body: object, status = 200): void {
  response.setHeader('cache-control', 'private, no-cache');
  response.status(status).json(body);
}

/** Stores the body of a request in pieces, each by itself: nobody waits for a client that is slow. */
async function storeFile(
  request: Request,
  id: NumericId,
  { database, imports, limit }: ImportParts,
): Promise<number> {
  let [size, position] = [0, 0];
  let pieces: Buffer[] = [];
  let length = 0;
  const store = async () => {
    const bytes = Buffer.concat(pieces);
    [pieces, length] = [[], 0];
    await database.write((session) => imports.addPart(session, id, position, bytes));
    position += 1;
  };
  for await (const piece of streamBytes(request, limit, 'IMPORT_LIMIT')) {
    pieces.push(piece as Buffer);
    length += (piece as Buffer).length;
    size += (piece as Buffer).length;
    if (length >= PART) await store();
  }
  if (length > 0) await store();
  return size;
}

async function refuseWhileRunning(
  session: Session,
  userId: NumericId,
  imports: StoredImports,
): Promise<void> {
  const all = await imports.ofUser(session, userId, MOST_IMPORTS);
  if (all.some(({ state }) => isWorking(state))) throw isRunning();
}

/** A new file stands in for those that were never run. */
async function forgetUnused(session: Session, userId: NumericId, imports: StoredImports) {
  for (const { id, state } of await imports.ofUser(session, userId, MOST_IMPORTS))
    if (state === 'new' || state === 'checked') await imports.remove(session, id);
}

const isRunning = (): HttpProblem => stateProblem('running', 'Another import of yours is running.');

const stateProblem = (code: string, message: string): HttpProblem =>
  conflict(message, [{ field: 'state', code, message }]);

function assertState({ state }: StoredImport, wanted: readonly State[]): void {
  if (wanted.includes(state)) return;
  if (isWorking(state)) throw isRunning();
  throw stateProblem(
    state,
    'This import has begun: upload the file again to start another import.',
  );
}

function modelIn(query: Query, parts: ImportParts): ModelInfo {
  const prefix = textIn(query, 'model');
  if (prefix === undefined)
    throw refuse('model', 'required', 'model must be the path of a list, as in task');
  const model = modelAt(prefix, parts);
  const isOwn = ownEndpointsOf(parts)(model);
  if (isOwn('post') && isOwn('patch'))
    throw noModel('own-endpoint', 'Records of this model are written by endpoints of the project.');
  return model;
}

function textIn(query: Query, name: string): string | undefined {
  const given = query[name];
  if (given === undefined || (typeof given === 'string' && isCleanText(given))) return given;
  throw refuse(name, 'type', `${name} must be a single text`);
}

function countIn(query: Query, name: string, instead: number): number {
  const text = textIn(query, name);
  if (text === undefined) return instead;
  if (!/^\d{1,9}$/.test(text)) throw refuse(name, 'integer', `${name} must be a whole number`);
  return Number(text);
}

function givenIn(query: Query): Given {
  const locale = textIn(query, 'locale');
  return {
    encoding: textIn(query, 'encoding'),
    separator: textIn(query, 'separator'),
    sheet: textIn(query, 'sheet'),
    decimal: textIn(query, 'decimal'),
    dates: textIn(query, 'dates'),
    time_zone: textIn(query, 'time_zone'),
    language: locale === undefined ? null : knownLanguage(locale),
    labels: labelsIn(textIn(query, 'labels')),
  };
}

function labelsIn(text: string | undefined): Given['labels'] {
  if (text === undefined) return {};
  try {
    const labels: unknown = JSON.parse(text);
    if (isRecord(labels) && Object.values(labels).every((one) => typeof one === 'string'))
      return labels as Given['labels'];
  } catch {
    // Told below.
  }
  throw refused('labels', 'json', 'labels must be a JSON object of fields and their labels.');
}

/** The failed rows as they were in the file, each with why; separated as they were, as spreadsheets expect it where it is from. */
async function* failedCsv(
  { id, plan }: StoredImport,
  { database, imports }: ImportParts,
): AsyncGenerator<string> {
  const headers = plan.columns.map(({ header }) => header);
  const separator = plan.form.separator ?? ',';
  let text = BYTE_ORDER_MARK + csvRow([...headers, ROW, PROBLEMS], separator);
  for (let after = 0; ;) {
    const rows = await database.read((session) => imports.failures(session, id, after, 500));
    const lines = rows.map((row) => csvRow(failedCells(row, headers.length), separator));
    yield text + lines.join('');
    text = '';
    if (rows.length < 500) return;
    after = rows.at(-1)!.row;
  }
}

function failedCells({ row, cells, problems }: FailedRow, length: number): readonly Cell[] {
  const whole = Array.from(
    { length: Math.max(length, cells.length) },
    (_, at) => cells[at] ?? null,
  );
  const why = problems.map(inWords);
  return [...whole.slice(0, length), row, guardText(why.join(' ')), ...whole.slice(length)];
}
