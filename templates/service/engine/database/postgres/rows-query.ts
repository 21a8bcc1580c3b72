import type { ClientBase, Connection, FieldDef, Submittable } from 'pg';
import { serialize } from 'pg-protocol';
import type { RawRow, Statement } from '../dialect.js';
import { isOutdated, KeptStatements, PlanOutdated } from './kept-statements.js';
import { engineTypes } from './values.js';

/** The result of a statement. */
export interface RowsResult {
  readonly rows: readonly RawRow[];
  /** How many rows it returned or changed. */
  readonly rowCount: number;
}

type Done = (error: unknown, result?: RowsResult) => void;
type Parse = (text: string) => unknown;
type ParameterText = string | Buffer | null;

/** The facts about a statement that has one plan, of whatever connection. */
interface Known {
  uses: number;
  /** The parsers of its rows' columns, as they were when it was kept last: the server refuses to run it where they have changed since. */
  parsers: readonly Parse[] | null;
  /** Whether it has failed as one that was kept: from then on it is not. */
  isOutdated: boolean;
}

/** Before the server keeps a statement it has been used as often: one that is never used again has no need for that. */
const USES_BEFORE_KEPT = 5;

/** The bytes that follow the values of a statement whose columns may be known. */
const EXECUTE = Buffer.concat([serialize.execute({}), serialize.sync()]);
const DESCRIBE = Buffer.concat([serialize.describe({ type: 'P' }), EXECUTE]);

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

  /**
   * Everything in one write: the driver takes its next statement once the server is ready again, and its own way, a write for each
   * message, is a tenth of a short statement's time.
   */
  submit(connection: Connection): void {
    const wire = connection as unknown as Wire;
    const { sql, name } = this.statement;
    const messages: Buffer[] = [];
    if (!this.#isKept) messages.push(serialize.parse({ text: sql }));
    else if (KeptStatements.of(wire).has(name)) this.#parsers = this.#known!.parsers;
    else messages.push(...this.#keep(wire));
    const statement = this.#isKept ? name : '';
    const values = this.#texts as ParameterText[];
    messages.push(serialize.bind({ statement, values }), this.#parsers ? EXECUTE : DESCRIBE);
    wire.stream.write(Buffer.concat(messages));
  }

  /** Has the server keep the statement for this connection, where it takes the place of another if there is no room. */
  #keep(wire: Wire): Buffer[] {
    const { sql, name } = this.statement;
    const given = KeptStatements.of(wire).add(name);
    // The server may still have the statement after an error.
    const closed = given === null ? [name] : [given, name];
    return [
      ...closed.map((one) => serialize.close({ type: 'S', name: one })),
      serialize.parse({ text: sql, name }),
    ];
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

  /** Reads the number of rows, as in `UPDATE 3` or `INSERT 0 1`. */
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
  readonly stream: { write(bytes: Buffer): unknown };
  sendCopyFail(reason: string): void;
}
