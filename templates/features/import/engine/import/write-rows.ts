import type { Database } from '../database/database.js';
import { settle } from '../database/scoped-data-source.js';
import { HttpProblem, type FieldProblem } from '../problem/problem.js';
import type { Operations } from '../model/operations.js';
import type { RecordId } from '../fields/record-id.js';
import type { Scope } from '../records/scope.js';
import { unchangedAmong } from '../records/unchanged.js';
import { idsToUpsert } from '../records/upsert.js';
import { ManyRefused } from '../records/writing/check-each.js';
import { cellText } from './cells.js';
import type { FailedRow, RowProblem } from './plan.js';
import type { ReadRow, RowReader } from './read-rows.js';
import type { TableRow } from './table.js';
import { givesId } from './target.js';

/** The records that some rows have written. Rows that say of a record what it is already write nothing. */
export interface Written {
  readonly created: readonly RecordId[];
  readonly updated: readonly RecordId[];
}

/** The outcome of some rows. */
export interface Outcome extends Written {
  readonly failed: readonly FailedRow[];
}

export interface WriteParts {
  readonly database: Pick<Database, 'dataSource' | 'write' | 'outageOf'>;
  /** The operations of the model for the user who imports. */
  readonly records: Operations;
  /** Where these are, as the user may read them. */
  readonly scope: Scope;
  readonly reader: RowReader;
  readonly on: readonly string[] | null;
  /** Reports a failure of the project's own code, by which a row fails. */
  readonly report: (error: unknown) => void;
}

/**
 * Writes the rows of a chunk, inside a transaction. Those that fail are left out, each with its reasons. Rows that refer to
 * others of the chunk come after these.
 */
export async function writeRows(rows: readonly TableRow[], parts: WriteParts): Promise<Outcome> {
  const failed: FailedRow[] = [];
  const [created, updated]: [RecordId[], RecordId[]] = [[], []];
  for (let left = rows; left.length > 0;) {
    const read = await parts.reader.read(left);
    const ready = read.filter(({ problems }) => problems.length === 0);
    const written = await new Writer(parts).write(ready);
    created.push(...written.created);
    updated.push(...written.updated);
    failed.push(...written.failed);
    const others = read.filter(({ problems }) => problems.length > 0);
    const isDone = written.created.length + written.updated.length === 0;
    const following = isDone ? [] : others.filter(({ mayFollow }) => mayFollow);
    failed.push(...others.filter((one) => !following.includes(one)).map(failureOf));
    parts.reader.references.forget(parts.records.model);
    left = following.map(({ row }) => row);
  }
  return { created, updated, failed };
}

const failureOf = ({ row, problems }: ReadRow): FailedRow => failedRow(row, problems);

/** A row that is not written, for these reasons. */
export const failedRow = (
  { number, cells }: TableRow,
  problems: readonly RowProblem[],
): FailedRow => ({ row: number, cells: cells.map(cellText), problems });

/** After so many refusals of all rows together, halves are tried: each refusal costs what the rows before it cost. */
const TOGETHER = 3;

class Writer {
  readonly #parts: WriteParts;
  readonly #created: RecordId[] = [];
  readonly #updated: RecordId[] = [];
  readonly #failed: FailedRow[] = [];

  constructor(parts: WriteParts) {
    this.#parts = parts;
  }

  async write(rows: readonly ReadRow[]): Promise<Outcome> {
    await this.#writeSome(rows, TOGETHER);
    return { created: this.#created, updated: this.#updated, failed: this.#failed };
  }

  async #writeSome(rows: readonly ReadRow[], tries: number): Promise<void> {
    if (rows.length === 0) return;
    try {
      const { database } = this.#parts;
      const { created, updated } = await database.write(async () => {
        const written = await this.#writeAll(rows);
        // A hook that hears of changed lines may refuse these rows.
        await settle(database.dataSource);
        return written;
      });
      this.#created.push(...created);
      this.#updated.push(...updated);
    } catch (error) {
      await this.#leaveOut(error, rows, tries);
    }
  }

  /** Tries again without the rows that are refused, or with fewer rows where nothing says which these are. */
  async #leaveOut(error: unknown, rows: readonly ReadRow[], tries: number): Promise<void> {
    if (this.#parts.database.outageOf(error) !== null) throw error;
    const [only, ...more] = rows;
    const refused = refusedIn(error);
    if (more.length === 0) {
      this.#failed.push(this.#failure(only!, refused?.values().next().value ?? this.#fault(error)));
      return;
    }
    if (refused === null || tries === 0) {
      const middle = Math.ceil(rows.length / 2);
      await this.#writeSome(rows.slice(0, middle), 1);
      await this.#writeSome(rows.slice(middle), 1);
      return;
    }
    for (const [at, problem] of refused) this.#failed.push(this.#failure(rows[at]!, problem));
    await this.#writeSome(
      rows.filter((_, at) => !refused.has(at)),
      tries - 1,
    );
  }

  async #writeAll(rows: readonly ReadRow[]): Promise<Written> {
    const { on, scope } = this.#parts;
    if (on === null) return { created: await this.#create(rows), updated: [] };
    const same = await this.#unchanged(rows, on);
    const places = [...rows.keys()].filter((at) => !same.has(at));
    const others = places.map((at) => rows[at]!);
    const written = await placed(places, () =>
      isById(on, scope) ? this.#writeById(others) : this.#writeByKey(others, on),
    );
    return written ?? { created: [], updated: [] };
  }

  /** The rows whose records are as they say. */
  async #unchanged(rows: readonly ReadRow[], on: readonly string[]): Promise<ReadonlySet<number>> {
    const { scope } = this.#parts;
    const payloads = rows.map(({ values }) => values);
    const ids = isById(on, scope)
      ? payloads.map((values) => (values['id'] ?? null) as RecordId | null)
      : await idsToUpsert(scope, payloads, on, { changes: true });
    const known = [...rows.keys()].filter((at) => ids[at] !== null);
    const changes = known.map((at) => ({ id: ids[at]!, values: withoutId(payloads[at]!) }));
    const same = await unchangedAmong(scope, changes);
    return new Set([...same].map((at) => known[at]!));
  }

  async #writeByKey(rows: readonly ReadRow[], on: readonly string[]): Promise<Written> {
    const values = rows.map((row) => row.values);
    const written = await this.#parts.records.upsertMany(values, on, { changes: true });
    const idsOf = (isNew: boolean) =>
      written.filter(({ created }) => created === isNew).map(({ record }) => record.id);
    return { created: idsOf(true), updated: idsOf(false) };
  }

  async #writeById(rows: readonly ReadRow[]): Promise<Written> {
    const places = [...rows.keys()];
    const known = places.filter((at) => rows[at]!.values['id'] != null);
    const fresh = places.filter((at) => rows[at]!.values['id'] == null);
    const changes = known.map((at) => {
      const { values } = rows[at]!;
      return { id: values['id'] as RecordId, values: withoutId(values) };
    });
    await placed(known, () => this.#parts.records.updateMany(changes));
    const created = await placed(fresh, () => this.#create(fresh.map((at) => rows[at]!)));
    return { created: created ?? [], updated: changes.map(({ id }) => id) };
  }

  async #create(rows: readonly ReadRow[]): Promise<readonly RecordId[]> {
    if (rows.length === 0) return [];
    const { scope, records: operations } = this.#parts;
    const values = rows.map((row) => (givesId(scope.model) ? row.values : withoutId(row.values)));
    const { records } = await operations.createMany(values);
    return records.map(({ id }) => id);
  }

  /** A row that fails alone by what is no refusal: code of the project has failed. */
  #fault(error: unknown): HttpProblem {
    if (error instanceof HttpProblem) return error;
    this.#parts.report(error);
    return new HttpProblem(
      500,
      'The service failed at this row; its log has the details.',
      [],
      {},
      {
        code: 'failure',
      },
    );
  }

  #failure({ row }: ReadRow, problem: HttpProblem): FailedRow {
    const { detail, problems, members, status } = problem;
    const code = typeof members['code'] === 'string' ? members['code'] : String(status);
    const all = problems.length > 0 ? problems : [{ field: '', code, message: detail }];
    return failedRow(
      row,
      all.map((one) => this.#rowProblem(one)),
    );
  }

  #rowProblem({ field, code, message, params }: FieldProblem): RowProblem {
    const column = this.#parts.reader.columnFor(field);
    return { column, field, code, message, ...(params && { params }) };
  }
}

/** Whether rows name the records that they change, and make none with their ids. */
const isById = (on: readonly string[], { model }: Scope): boolean =>
  on.length === 1 && on[0] === 'id' && !givesId(model);

const withoutId = ({ id: _, ...others }: ReadRow['values']): ReadRow['values'] => others;

/** Refusals of some rows, at their places among others. */
async function placed<T>(places: readonly number[], work: () => Promise<T>): Promise<T | null> {
  if (places.length === 0) return null;
  try {
    return await work();
  } catch (error) {
    const refused = refusedIn(error);
    throw refused === null ? error : new PlacedRefusals(refused, places);
  }
}

class PlacedRefusals extends Error {
  override readonly name = 'PlacedRefusals';
  readonly refused: ReadonlyMap<number, HttpProblem>;

  constructor(refused: ReadonlyMap<number, HttpProblem>, places: readonly number[]) {
    super('some of several rows were refused');
    this.refused = new Map([...refused].map(([at, problem]) => [places[at]!, problem]));
  }
}

/** Refusals by the positions of rows; null where an error says nothing of any row. */
function refusedIn(error: unknown): ReadonlyMap<number, HttpProblem> | null {
  if (error instanceof PlacedRefusals) return error.refused;
  if (error instanceof ManyRefused)
    return new Map(error.refused.map(({ index, problem }) => [index, problem]));
  if (!(error instanceof HttpProblem)) return null;
  const indexed = error.problems.filter(({ index }) => index !== undefined);
  if (indexed.length === 0) return null;
  const { status, headers, members } = error;
  return new Map(
    indexed.map(({ index, ...problem }) => [
      index!,
      new HttpProblem(status, problem.message, [problem], headers, members),
    ]),
  );
}
