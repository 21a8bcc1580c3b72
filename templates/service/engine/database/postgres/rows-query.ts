import type { ClientBase, Connection, FieldDef, Submittable } from 'pg';
import type { RawRow, Statement } from '../dialect.js';
import { isOutdated, KeptStatements, PlanOutdated } from './kept-statements.js';
import { engineTypes } from './values.js';

/** What came of a statement. */
export interface RowsResult {
  readonly rows: readonly RawRow[];
  /** How many rows it returned or changed. */
  readonly rowCount: number;
}

type Done = (error: unknown, result?: RowsResult) => void;
type Parse = (text: string) => unknown;
type ParameterText = string | Buffer | null;

/** What is known of a statement that has one plan, of whatever connection. */
interface Known {
  uses: number;
  /** Those of the columns of its rows, as they were when it was kept last: the server does not run it where they have changed since. */
  parsers: readonly Parse[] | null;
  /** Whether it has failed as one that was kept: from then on it is not. */
  isOutdated: boolean;
}

/** Before the server keeps a statement it has been used as often: one that is never used again has no need for that. */
const USES_BEFORE_KEPT = 5;

const knownOf = new WeakMap<Statement, Known>();

/**
 * A statement of the engine on its way through the driver. In place of the driver's own `Query`, because that copies and
 * describes what is known: a row by its key took twice as long. One with a single plan is kept by the server under its name, where
 * `mayKeep` says so.
 */
export class RowsQuery implements Submittable, RowsResult {
  readonly rows: unknown[][] = [];
  rowCount = 0;
  /** Set by the driver. */
  callback: Done | null = null;
  readonly #texts: readonly ParameterText[];
  readonly #known: Known | null;
  #parsers: readonly Parse[] | null = null;
  readonly #isKept: boolean;

  /** Throws for a value that the driver cannot send. */
  constructor(
    private readonly statement: Statement,
    values: readonly unknown[],
    mayKeep: () => boolean,
  ) {
    this.#texts = values.map(textOf);
    this.#known = statement.hasOnePlan ? known(statement) : null;
    const { uses = 0, isOutdated = false } = this.#known ?? {};
    this.#isKept = uses > USES_BEFORE_KEPT && !isOutdated && mayKeep();
  }

  /** Everything in one message: the driver takes its next statement once the server is ready again. */
  submit(connection: Connection): void {
    const wire = connection as unknown as Wire;
    wire.stream.cork();
    try {
      const statement = this.#isKept ? this.statement.name : '';
      if (!this.#isKept || !this.#isThere(wire))
        wire.parse({ text: this.statement.sql, name: statement });
      else this.#parsers = this.#known!.parsers;
      wire.bind({ statement, values: this.#texts });
      if (!this.#parsers) wire.describe({ type: 'P' });
      wire.execute({});
      wire.sync();
    } finally {
      wire.stream.uncork();
    }
  }

  /** Whether the server has kept the statement for this connection; otherwise there is room for it. */
  #isThere(wire: Wire): boolean {
    const { name } = this.statement;
    const kept = KeptStatements.of(wire);
    if (kept.has(name)) return true;
    const given = kept.add(name);
    if (given !== null) wire.close({ type: 'S', name: given });
    // After an error the server may still have it.
    wire.close({ type: 'S', name });
    return false;
  }

  handleRowDescription({ fields }: { readonly fields: readonly FieldDef[] }): void {
    this.#parsers = fields.map(({ dataTypeID }) => engineTypes.getTypeParser(dataTypeID) as Parse);
    if (this.#isKept) this.#known!.parsers = this.#parsers;
  }

  handleDataRow({ fields }: { readonly fields: readonly (string | null)[] }): void {
    const row = new Array<unknown>(fields.length);
    for (let index = 0; index < fields.length; index++) {
      const text = fields[index]!;
      row[index] = text === null ? null : this.#parsers![index]!(text);
    }
    this.rows.push(row);
  }

  /** As in `UPDATE 3`, or `INSERT 0 1`. */
  handleCommandComplete({ text }: { readonly text: string }): void {
    this.rowCount = Number(text.slice(text.lastIndexOf(' ') + 1)) || 0;
  }

  handleReadyForQuery(): void {
    this.#end(null, this);
  }

  handleError(error: unknown, connection: Connection): void {
    if (!this.#isKept) return this.#end(error);
    KeptStatements.of(connection).forget(this.statement.name);
    if (!isOutdated(error)) return this.#end(error);
    this.#known!.isOutdated = true;
    this.#end(new PlanOutdated(error));
  }

  /** Once: the driver reports a connection that is lost to all that is on its way. */
  #end(...ended: Parameters<Done>): void {
    const { callback } = this;
    this.callback = null;
    callback?.(...ended);
  }

  handleEmptyQuery(): void {
    // A statement without a text has no rows.
  }

  handlePortalSuspended(): void {
    // Comes only where the number of rows is limited.
  }

  handleCopyInResponse(connection: Wire): void {
    connection.sendCopyFail('the engine copies nothing');
  }

  handleCopyData(): void {
    // As above.
  }
}

/** Runs a statement. */
export type RunRows = (query: RowsQuery) => Promise<RowsResult>;

/** Runs statements on a connection that is the caller's. */
export const runsOn =
  (client: ClientBase): RunRows =>
  (query) =>
    new Promise((resolve, reject) => {
      query.callback = (error, result) => (error ? reject(error as Error) : resolve(result!));
      client.query(query);
    });

function known(statement: Statement): Known {
  let one = knownOf.get(statement);
  if (!one) knownOf.set(statement, (one = { uses: 0, parsers: null, isOutdated: false }));
  one.uses += 1;
  return one;
}

/** A value as the server reads it, in text. */
function textOf(value: unknown): ParameterText {
  if (typeof value === 'string') return value;
  if (value === null || value === undefined) return null;
  if (typeof value !== 'object') return String(value);
  if (Buffer.isBuffer(value)) return value;
  if (Array.isArray(value)) return `{${value.map(elementText).join(',')}}`;
  throw new TypeError('a statement binds texts, numbers, booleans, bytes and lists of these');
}

function elementText(value: unknown): string {
  if (value === null || value === undefined) return 'NULL';
  const text = String(value);
  // Most have neither: looking is cheaper than to replace nothing.
  return `"${/[\\"]/.test(text) ? text.replace(/[\\"]/g, '\\$&') : text}"`;
}

/** Parts of the driver's connection, as its own statements and those of its cursors use them. */
interface Wire {
  readonly stream: { cork(): void; uncork(): void };
  parse(statement: { readonly text: string; readonly name: string }): void;
  bind(given: { readonly statement: string; readonly values: readonly ParameterText[] }): void;
  describe(what: { readonly type: 'P' }): void;
  execute(what: object): void;
  close(what: { readonly type: 'S'; readonly name: string }): void;
  sync(): void;
  sendCopyFail(reason: string): void;
}
