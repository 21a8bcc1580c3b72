import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import type { Directory } from '../auth/directory.js';
import type { Database } from '../database/database.js';
import type { RecordId } from '../fields/record-id.js';
import type { CurrentUser } from '../model/access-rules.js';
import type { ModelInfo } from '../model/model-info.js';
import { HttpProblem, show } from '../problem/problem.js';
import type { EngineWithPolicy } from '../records/create-engine.js';
import { isWorking, type Counts, type FailedRow, type StoredImport, type Working } from './plan.js';
import { RowReader } from './read-rows.js';
import { TooManyLabels, referenceText } from './references.js';
import type { StoredImports } from './stored-imports.js';
import { tableRows, type TableRow } from './table.js';
import { fieldsOf, targetOf, type IsOwn } from './target.js';
import { failedRow, writeRows, type Outcome } from './write-rows.js';

/** What an import is run with. */
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

  constructor(readonly outcome: Outcome) {
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
  id: RecordId,
  signal: AbortSignal,
  parts: RunParts,
): Promise<RunResult> {
  const { database, imports } = parts;
  const holder = randomUUID();
  const isOurs = await database.write((session) => imports.claim(session, id, holder));
  // Not of a replica, which may not have it yet.
  const find = () => database.write((session) => imports.find(session, id));
  const one = isOurs ? await find() : null;
  if (one !== null)
    try {
      await new Run(one, holder, signal, parts).run();
    } catch (error) {
      if (!(error instanceof Superseded)) await noteFailure(error, one, parts);
    } finally {
      await database
        .write((session) => imports.release(session, id, holder))
        .catch(() => undefined);
    }
  const now = await find();
  return now !== null && isWorking(now.state) ? 'later' : 'ended';
}

/** A check that fails is as if it had not been asked for, but for the reason; a run may go on later. */
async function noteFailure(
  error: unknown,
  one: StoredImport,
  { database, imports, logger }: RunParts,
) {
  const isTold = error instanceof Ended || error instanceof HttpProblem;
  if (!isTold) logger.error({ err: error, import_id: one.id }, 'import failed');
  const text = isTold ? error.message : 'The service failed; its log says more.';
  const state = one.state === 'checking' ? 'new' : 'failed';
  await database.write((session) =>
    imports.change(session, one.id, [one.state], { state, error: text, finishedAt: Date.now() }),
  );
}

const NOTHING: Outcome = { created: 0, updated: 0, failed: [] };

class Run {
  readonly #one: StoredImport;
  readonly #state: Working;
  readonly #holder: string;
  readonly #signal: AbortSignal;
  readonly #parts: RunParts;
  readonly #model: ModelInfo;
  /** Rows by their keys; a file says of a record once what it is. */
  readonly #keys = new Map<string, number>();
  /** Of a check, by field: what rows have that were taken back, for those that refer to them. */
  readonly #promised = new Map<string, Set<string>>();
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
    if (!model) throw new Ended(`There is no list at ${show(one.model)} any more.`);
    this.#model = model;
  }

  async run(): Promise<void> {
    const { id, plan } = this.#one;
    const { imports, limit, database } = this.#parts;
    let at = -1;
    let chunk: TableRow[] = [];
    for await (const row of tableRows(imports.bytesOf(id), plan.form, limit)) {
      at += 1;
      // The first is the header.
      if (at === 0) continue;
      if (at <= this.#one.done) this.#pass(row);
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
    const left: TableRow[] = [];
    const repeated: FailedRow[] = [];
    for (const row of rows) {
      const earlier = this.#earlier(row);
      if (earlier === null) left.push(row);
      else repeated.push(this.#repeated(row, earlier));
    }
    const began = performance.now();
    try {
      await this.#doRows(left, repeated, rows.length);
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

  async #doRows(
    rows: readonly TableRow[],
    repeated: readonly FailedRow[],
    passed: number,
  ): Promise<void> {
    const { database, imports } = this.#parts;
    const { id } = this.#one;
    const parts = await this.#writeParts();
    const before = this.#counts;
    const note = async (
      session: Parameters<StoredImports['advance']>[0],
      { created, updated, failed }: Outcome,
    ): Promise<Counts> => {
      const all = [...repeated, ...failed];
      const to = {
        done: before.done + passed,
        created: before.created + created,
        updated: before.updated + updated,
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
        async (session) => note(session, await writeRows(rows, parts)),
        named,
      );
      return;
    }
    const outcome = await database
      .write(async () => {
        throw new Checked(await writeRows(rows, parts));
      }, named)
      .catch((error: unknown) => {
        if (error instanceof Checked) return error.outcome;
        throw error;
      });
    this.#counts = await database.write((session) => note(session, outcome));
    this.#promise(rows, outcome);
  }

  /** A row that has been done before: of a check, what it may have made is taken as made. */
  #pass(row: TableRow): void {
    this.#earlier(row);
    if (this.#state === 'checking') this.#promise([row], NOTHING);
  }

  #promise(rows: readonly TableRow[], { failed }: Outcome): void {
    const left = new Set(failed.map(({ row }) => row));
    const byOthers = this.#waysToSelf();
    for (const [at, { field }] of this.#one.plan.columns.entries()) {
      if (field == null || !byOthers.has(field)) continue;
      const texts = this.#promised.get(field) ?? new Set();
      this.#promised.set(field, texts);
      for (const { number, cells } of rows) {
        const cell = cells[at] ?? null;
        if (cell !== null && !left.has(number)) texts.add(referenceText(cell));
      }
    }
  }

  /** The fields by which columns of the file refer to records of the model itself. */
  #waysToSelf(): ReadonlySet<string> {
    const { columns, links, name } = this.#model;
    const own = [
      ...columns.flatMap((one) => (one.reference?.model === name ? [one.name] : [])),
      ...links.flatMap((one) => (one.model === name ? [one.name] : [])),
    ];
    return new Set(
      this.#one.plan.columns.flatMap(({ field, by }) => {
        if (field == null || by === undefined || !own.includes(field)) return [];
        return [by === 'label' ? labelField(this.#model) : by];
      }),
    );
  }

  /** Rights as they are by now; ends the import where they do not suffice any more. */
  async #writeParts() {
    const { engine, directory, database, logger, isOwn } = this.#parts;
    const { plan } = this.#one;
    const account = await directory.account(this.#one.userId);
    if (!account?.active) throw new Ended('Whoever brought the file is no active user any more.');
    const user: CurrentUser = account.user;
    const context = { log: () => logger };
    const scopeOf = (model: ModelInfo) => engine.scope(user, context)(model.entity);
    const target = targetOf(scopeOf(this.#model), isOwn(this.#model));
    const open = new Set(fieldsOf(target, plan.on).map(({ name }) => name));
    const closed = plan.columns.find(({ field }) => field != null && !open.has(field));
    if (closed) throw new Ended(`You may not write ${closed.field} any more.`);
    const isPromised = (by: string, text: string) =>
      this.#promised.get(by === 'label' ? labelField(this.#model) : by)?.has(text) === true;
    const reader = new RowReader(plan, scopeOf(this.#model), scopeOf, isPromised);
    const records = engine.operations(user, context)(this.#model.entity);
    const report = (error: unknown) =>
      logger.error({ err: error, import_id: this.#one.id }, 'a row of an import failed');
    return { database, records, reader, on: plan.on, report };
  }

  /** Notes the keys of a row; the number of an earlier one with the same. */
  #earlier(row: TableRow): number | null {
    let earlier: number | null = null;
    for (const fields of this.#keyFields()) {
      const key = keyText(row, fields, this.#one);
      if (key === null) continue;
      const known = this.#keys.get(key) ?? row.number;
      this.#keys.set(key, known);
      if (known !== row.number) earlier ??= known;
    }
    return earlier;
  }

  /** What records are found by; and in a check all that is unique, as the rows of earlier chunks are taken back. */
  #keyFields(): readonly (readonly string[])[] {
    const { on } = this.#one.plan;
    if (on !== null) return [on];
    if (this.#state === 'running') return [];
    return this.#model.uniques.map(({ columns }) => columns);
  }

  #repeated(row: TableRow, earlier: number): FailedRow {
    const message = `Row ${earlier} has the same key.`;
    return failedRow(row, [{ column: null, field: '', code: 'repeated', message }]);
  }
}

/** The field that is the whole label of a model; none for other labels. */
const labelField = ({ label }: ModelInfo): string =>
  label.kind === 'template' ? (/^\{([^{}]*)\}$/.exec(label.template)?.[1] ?? '') : '';

/** What a row has in the columns of these fields; null unless all of them have a column and a value. */
function keyText({ cells }: TableRow, fields: readonly string[], { plan }: StoredImport) {
  const texts = fields.map((name) => {
    const at = plan.columns.findIndex(({ field }) => field === name);
    const cell = at === -1 ? null : (cells[at] ?? null);
    return cell === null ? null : String(cell).trim();
  });
  return texts.includes(null) ? null : JSON.stringify([fields, texts]);
}
