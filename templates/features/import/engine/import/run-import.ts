import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import type { Directory } from '../auth/directory.js';
import type { Database } from '../database/database.js';
import type { NumericId } from '../fields/record-id.js';
import type { CurrentUser } from '../model/access-rules.js';
import type { ModelInfo } from '../model/model-info.js';
import { HttpProblem, show } from '../problem/problem.js';
import type { EngineWithPolicy } from '../records/create-engine.js';
import { find } from '../records/find.js';
import type { Scope } from '../records/scope.js';
import { planProblems } from './make-plan.js';
import {
  isWorking,
  mappedIn,
  NOTHING_DONE,
  sourcesOf,
  type Counts,
  type FailedRow,
  type Plan,
  type StoredImport,
  type Working,
} from './plan.js';
import { Promised, type TakenBack, type WaysToSelf } from './promised.js';
import { RowReader } from './read-rows.js';
import { TooManyLabels } from './references.js';
import type { StoredImports } from './stored-imports.js';
import { tableRows, type TableRow } from './table.js';
import { cellAt, TakenKeys } from './taken-keys.js';
import { fieldsOf, targetOf, type IsOwn } from './target.js';
import { failedRow, writeRows, type Outcome } from './write-rows.js';

/** The parts that an import is run with. */
export interface RunParts {
  readonly database: Database;
  readonly engine: EngineWithPolicy;
  readonly directory: Pick<Directory, 'account' | 'credentials'>;
  readonly logger: Logger;
  readonly imports: StoredImports;
  /** Bytes of a file. */
  readonly limit: number;
  /** Whether an endpoint of the project stands in for a generated one of a model. */
  readonly isOwn: (model: ModelInfo) => IsOwn;
}

/** Why an import ends before its last row, in words for who brought it. */
class Ended extends Error {
  override readonly name = 'Ended';
}

/** The import is not this process's any more, or is to stop: nothing of the chunk is written. */
class Superseded extends Error {
  override readonly name = 'Superseded';
}

/** Carries what a check has found out of the transaction that is rolled back. */
class Checked extends Error {
  override readonly name = 'Checked';

  constructor(
    readonly outcome: Outcome,
    readonly written: readonly TakenBack[],
  ) {
    super('the rows of a check are taken back');
  }
}

/** Rows of a chunk: more where they are written quickly, as others wait for their transaction. */
const ROWS = { first: 100, most: 500 };
const BEST_TIME = 500;
/** Tries of a chunk while the database is not available, and the pause after each. */
const TRIES = 20;
const PAUSE = 1000;

/** What became of a call: whether the import is done with, or goes on elsewhere or later. */
export type RunResult = 'ended' | 'later';

/**
 * Checks or writes the rest of an import: chunk after chunk, each in a transaction with the note of how far it is, so that it
 * goes on from there whatever happens. Ends with the current chunk where `signal` is aborted.
 */
export async function runImport(
  id: NumericId,
  signal: AbortSignal,
  parts: RunParts,
): Promise<RunResult> {
  const { database, imports } = parts;
  const holder = randomUUID();
  const isOurs = await database.write((session) => imports.claim(session, id, holder));
  // Not of a replica, which may not have it yet.
  const stored = () => database.write((session) => imports.find(session, id));
  const one = isOurs ? await asItBegins(await stored(), parts) : null;
  if (one !== null)
    try {
      await new Run(one, holder, signal, parts).run();
    } catch (error) {
      if (!(error instanceof Superseded || isBusy(error))) await noteFailure(error, one, parts);
    } finally {
      await database
        .write((session) => imports.release(session, id, holder))
        .catch(() => undefined);
    }
  const now = await stored();
  return now !== null && isWorking(now.state) ? 'later' : 'ended';
}

/** Others have their spreadsheets read: this one goes on later. */
const isBusy = (error: unknown): boolean => error instanceof HttpProblem && error.status === 503;

/** A check that was interrupted begins again: nothing is left of the rows that it has written and taken back. */
async function asItBegins(
  one: StoredImport | null,
  { database, imports }: RunParts,
): Promise<StoredImport | null> {
  if (one?.state !== 'checking' || one.done === 0) return one;
  await database.write(async (session) => {
    await imports.change(session, one.id, ['checking'], NOTHING_DONE);
    await imports.removeFailures(session, one.id);
  });
  return { ...one, ...NOTHING_DONE };
}

/** A check that fails is as if it had not been asked for, but for the reason; a run may go on later. */
async function noteFailure(
  error: unknown,
  one: StoredImport,
  { database, imports, logger }: RunParts,
) {
  const isTold = error instanceof Ended || error instanceof HttpProblem;
  if (!isTold) logger.error({ err: error, import_id: one.id }, 'import failed');
  const text = isTold ? error.message : 'The service failed; its log has the details.';
  const state = one.state === 'checking' ? 'new' : 'failed';
  await database.write((session) =>
    imports.change(session, one.id, [one.state], { state, error: text, finishedAt: Date.now() }),
  );
}

class Run {
  readonly #one: StoredImport;
  readonly #state: Working;
  readonly #holder: string;
  readonly #signal: AbortSignal;
  readonly #parts: RunParts;
  readonly #model: ModelInfo;
  /** Rows by their keys; a file says of a record once what it is. */
  readonly #keys = new Map<string, number>();
  /** Of a check: what earlier chunks have written and taken back. */
  readonly #taken: TakenKeys;
  readonly #promised: Promised;
  #counts: Counts;
  #size = ROWS.first;

  constructor(one: StoredImport, holder: string, signal: AbortSignal, parts: RunParts) {
    this.#one = one;
    this.#state = one.state as Working;
    this.#holder = holder;
    this.#signal = signal;
    this.#parts = parts;
    this.#counts = one;
    const model = parts.engine.models.find(({ prefix }) => prefix === one.model);
    if (!model) throw new Ended(`The list at ${show(one.model)} no longer exists.`);
    this.#model = model;
    this.#taken = new TakenKeys(model, one.plan);
    this.#promised = new Promised(waysToSelf(model, one.plan));
  }

  async run(): Promise<void> {
    const { id, plan } = this.#one;
    const { imports, limit, database } = this.#parts;
    const reader = { limit, signal: this.#signal };
    let at = -1;
    let chunk: TableRow[] = [];
    for await (const row of tableRows(imports.bytesOf(id), plan.form, reader)) {
      at += 1;
      // The first is the header.
      if (at === 0) continue;
      if (at <= this.#one.done) this.#earlier(row);
      else if (chunk.push(row) >= this.#size) {
        await this.#doChunk(chunk);
        chunk = [];
      }
      if (this.#signal.aborted) return;
    }
    if (chunk.length > 0) await this.#doChunk(chunk);
    await database.write(async (session) => {
      const state = this.#state === 'checking' ? 'checked' : 'done';
      const isFirst = await imports.change(session, id, [this.#state], {
        state,
        error: null,
        finishedAt: Date.now(),
      });
      if (isFirst && state === 'done') await imports.removeParts(session, id);
    });
  }

  /** In the order of the file, as what is done is a number of rows; in halves where the database takes too long for it. */
  async #doChunk(rows: readonly TableRow[], tries = 1): Promise<void> {
    const { database } = this.#parts;
    const began = performance.now();
    try {
      await this.#doRows(rows);
      this.#adapt(performance.now() - began);
    } catch (error) {
      if (error instanceof TooManyLabels)
        throw new Ended(`There are too many ${error.message} records to find them by labels.`);
      if (database.outageOf(error) === null || tries === TRIES) throw error;
      await new Promise((resolve) => setTimeout(resolve, PAUSE));
      const middle = Math.ceil(rows.length / 2);
      this.#size = middle;
      await this.#doChunk(rows.slice(0, middle), tries + 1);
      if (middle < rows.length) await this.#doChunk(rows.slice(middle), tries + 1);
    }
  }

  #adapt(time: number): void {
    const ratio = Math.min(2, Math.max(0.5, BEST_TIME / Math.max(time, 1)));
    this.#size = Math.max(1, Math.min(ROWS.most, Math.round(this.#size * ratio)));
  }

  async #doRows(rows: readonly TableRow[]): Promise<void> {
    const { database, imports } = this.#parts;
    const { id } = this.#one;
    const parts = await this.#writeParts();
    const { fresh, repeated } = this.#parted(rows, parts.scope.user);
    const before = this.#counts;
    const note = async (
      session: Parameters<StoredImports['advance']>[0],
      { created, updated, failed }: Outcome,
    ): Promise<Counts> => {
      const all = [...repeated, ...failed];
      const to = {
        done: before.done + rows.length,
        created: before.created + created.length,
        updated: before.updated + updated.length,
        failed: before.failed + all.length,
      };
      const step = { holder: this.#holder, state: this.#state, from: before.done, to };
      if (!(await imports.advance(session, id, step))) throw new Superseded();
      await imports.addFailures(session, id, all);
      return to;
    };
    const named = { name: `an import of ${this.#model.name}` };
    if (this.#state === 'running') {
      this.#counts = await database.write(
        async (session) => note(session, await writeRows(fresh, parts)),
        named,
      );
      return;
    }
    const { outcome, written } = await database
      .write(async () => {
        const found = await writeRows(fresh, parts);
        throw new Checked(found, await this.#written(found, parts.scope));
      }, named)
      .catch((error: unknown) => {
        if (error instanceof Checked) return error;
        throw error;
      });
    this.#counts = await database.write((session) => note(session, outcome));
    this.#promised.add(written);
    const failed = new Set(outcome.failed.map(({ row }) => row));
    this.#taken.add(
      fresh.filter(({ number }) => !failed.has(number)),
      parts.scope.user,
    );
  }

  /** The records of a chunk as the list has them, by which rows of later chunks would find them. */
  async #written({ created, updated }: Outcome, scope: Scope): Promise<readonly TakenBack[]> {
    const ids = [...created, ...updated];
    if (!this.#promised.isAsked || ids.length === 0) return [];
    const isNew = new Set(created);
    const records = await find(scope, { where: { op: 'in', field: 'id', values: ids } });
    return records.map((record) => ({ record, isNew: isNew.has(record.id) }));
  }

  /** Rights as they are by now; ends the import where they do not suffice any more. */
  async #writeParts() {
    const { engine, directory, database, logger, isOwn } = this.#parts;
    const { plan } = this.#one;
    const account = await directory.account(this.#one.userId);
    if (!account?.active) throw new Ended('The user who uploaded the file is no longer active.');
    const user: CurrentUser = account.user;
    const origin = () => ({ user, door: `import ${this.#one.id}` });
    const context = { log: () => logger, origin };
    const scopeOf = (model: ModelInfo) => engine.scope(user, context)(model.entity);
    const target = targetOf(scopeOf(this.#model), isOwn(this.#model));
    const open = new Set(fieldsOf(target, plan.on).map(({ name }) => name));
    const closed = [...mappedIn(plan)].find((field) => !open.has(field));
    if (closed !== undefined) throw new Ended(`You may no longer write ${closed}.`);
    const lost = planProblems(plan, target).find(({ code }) => code === 'no-unique');
    if (lost) throw new Ended(lost.message);
    const promised = this.#promised.find.bind(this.#promised);
    const reader = new RowReader(plan, scopeOf(this.#model), scopeOf, promised);
    const records = engine.operations(user, context)(this.#model.entity);
    const report = (error: unknown) =>
      logger.error({ err: error, import_id: this.#one.id }, 'a row of an import failed');
    return { database, records, reader, on: plan.on, report, scope: scopeOf(this.#model) };
  }

  /** Rows whose key an earlier one has are not written. */
  #parted(rows: readonly TableRow[], user: CurrentUser) {
    const fresh: TableRow[] = [];
    const repeated: FailedRow[] = [];
    for (const row of rows) {
      const earlier = this.#earlier(row) ?? this.#taken.find(row, user);
      if (earlier === null) fresh.push(row);
      else repeated.push(this.#repeated(row, earlier));
    }
    return { fresh, repeated };
  }

  /** Notes the key of a row by which records are found; the number of an earlier one with the same. */
  #earlier(row: TableRow): number | null {
    const { on } = this.#one.plan;
    const key = on && keyText(row, on, this.#one.plan);
    if (key === null) return null;
    const known = this.#keys.get(key) ?? row.number;
    this.#keys.set(key, known);
    return known === row.number ? null : known;
  }

  #repeated(row: TableRow, earlier: number): FailedRow {
    const message = `Row ${earlier} has the same key.`;
    return failedRow(row, [{ column: null, field: '', code: 'repeated', message }]);
  }
}

/** By what columns of the file find records of the model itself. */
function waysToSelf({ columns, links, name }: ModelInfo, plan: Plan): WaysToSelf {
  const keys = new Map([
    ...columns.flatMap(({ name: field, reference }) =>
      reference?.model === name ? [[field, reference.key] as const] : [],
    ),
    ...links.flatMap((one) => (one.model === name ? [[one.name, one.key] as const] : [])),
  ]);
  const own = sourcesOf(plan).flatMap(({ field, by }) => {
    const key = keys.get(field ?? '');
    const way = by ?? key;
    return key === undefined || way === undefined || way === 'id' ? [] : [{ key, way }];
  });
  return {
    ways: new Set(own.map(({ way }) => way)),
    keys: new Set(own.map(({ key }) => key)),
  };
}

/** What a row has in the columns of these fields; null unless all of them have a column and a value. */
function keyText(row: TableRow, fields: readonly string[], plan: Plan): string | null {
  const texts = fields.map((name) => cellAt(row, name, plan) ?? null);
  return texts.includes(null) ? null : JSON.stringify(texts);
}
