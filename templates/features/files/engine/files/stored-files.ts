import type { Dialect, RawRow, Session } from '../database/dialect.js';
import { namedStatements } from '../database/named-statements.js';
import type { FileValue } from './file-value.js';

/**
 * What becomes of a file: it is `arriving`, `checked` by one request if it was sent straight to the storage, `staged` until a row takes
 * it, then `kept` with the row, and `dropped` when the row lets go of it. Each step is a change of this one word, in the transaction of
 * the row where there is one.
 */
export type FileState = 'arriving' | 'checked' | 'staged' | 'kept' | 'dropped';

/** What a scan says of the content. */
export type ScanState = 'ok' | 'unchecked' | 'bad';

/** A file as its table has it. */
export interface StoredFile {
  readonly id: string;
  readonly state: FileState;
  readonly scan: ScanState;
  /** The class and the field for which it was uploaded. */
  readonly model: string;
  readonly field: string;
  /** The row that has it, or has had it. */
  readonly key: string | null;
  readonly name: string;
  readonly type: string;
  readonly size: number;
  readonly width: number | null;
  readonly height: number | null;
  readonly uploader: number | null;
}

/** A file and the row that takes it, or lets go of it. */
export interface FileOfRow {
  readonly id: string;
  readonly key: string;
  readonly field: string;
}

/** What an upload has found out about its file. */
export type Facts = Pick<StoredFile, 'scan' | 'name' | 'type' | 'size' | 'width' | 'height'>;

/** The files of a user that no row has. */
export interface Waiting {
  readonly files: number;
  readonly bytes: number;
}

const COLUMNS = 'id, state, scan, model, field, "key", name, type, size, width, height, uploader';

type Tabled = Pick<Dialect, 'name' | 'placeholder'>;

/** The table of files. */
export class StoredFiles {
  readonly #statements: ReturnType<typeof statementsFor>;

  constructor(dialect: Tabled) {
    this.#statements = statementsFor(dialect);
  }

  async find(session: Session, ids: readonly string[]): Promise<ReadonlyMap<string, StoredFile>> {
    if (ids.length === 0) return new Map();
    const rows = await session.rows(this.#statements.find, [JSON.stringify(ids)]);
    return new Map(rows.map((row) => [String(row[0]), fileIn(row)]));
  }

  async add(
    session: Session,
    file: Pick<StoredFile, 'id' | 'model' | 'field' | 'name' | 'size' | 'uploader'>,
  ): Promise<void> {
    const { id, model, field, name, size, uploader } = file;
    const now = Date.now();
    await session.run(this.#statements.add, [id, model, field, name, size, uploader, now]);
  }

  /** A file that a new row has, whose key is not known yet. */
  async addKept(
    session: Session,
    file: FileValue & Pick<StoredFile, 'model' | 'field'>,
  ): Promise<void> {
    const { id, model, field, name, type, size, width = null, height = null } = file;
    const values = [id, model, field, name, type, size, width, height, Date.now()];
    await session.run(this.#statements.addKept, values);
  }

  /** One request alone checks what has arrived: returns false where another one does, or has done so. */
  async check(session: Session, id: string): Promise<boolean> {
    return (await session.run(this.#statements.check, [id, Date.now()])) === 1;
  }

  /** The content is there: returns false where the file has been given up meanwhile. */
  async stage(session: Session, id: string, facts: Facts): Promise<boolean> {
    const { scan, name, type, size, width, height } = facts;
    const values = [id, scan, name, type, size, width, height, Date.now()];
    return (await session.run(this.#statements.stage, values)) === 1;
  }

  /** Rows take staged files: returns how many were still there to be taken. */
  keep(session: Session, files: readonly FileOfRow[]): Promise<number> {
    return session.run(this.#statements.keep, [listOf(files), Date.now()]);
  }

  /** Rows let go of files. */
  async drop(session: Session, model: string, files: readonly FileOfRow[]): Promise<void> {
    await session.run(this.#statements.drop, [listOf(files), model, Date.now()]);
  }

  /** The files of a user that no row has. */
  async waiting(session: Session, uploader: number | null): Promise<Waiting> {
    const [[files, bytes] = []] = await session.rows(this.#statements.waiting, [uploader]);
    return { files: Number(files), bytes: Number(bytes) };
  }

  /** Gives up what no row has taken since a moment; no row can take it any more. */
  async giveUp(session: Session, before: number): Promise<void> {
    await session.run(this.#statements.giveUp, [before]);
  }

  async giveUpOne(session: Session, id: string): Promise<void> {
    await session.run(this.#statements.giveUpOne, [id]);
  }

  /** Some of the files that were dropped before a moment, those first that wait longest. */
  async dropped(session: Session, before: number, most: number): Promise<readonly StoredFile[]> {
    const rows = await session.rows(this.#statements.dropped, [before, most]);
    return rows.map(fileIn);
  }

  /** A row has a file that was taken for dropped: it came back past the service. */
  async keepAgain(session: Session, id: string): Promise<void> {
    await session.run(this.#statements.keepAgain, [id, Date.now()]);
  }

  /** Forgets a dropped file; its content must be gone. */
  async forget(session: Session, id: string): Promise<void> {
    await session.run(this.#statements.forget, [id]);
  }

  /** What a scan says; a file that was found to be harmful stays so. */
  async judge(session: Session, id: string, scan: ScanState): Promise<void> {
    await session.run(this.#statements.judge, [id, scan]);
  }

  /** Some of the files that were uploaded before a moment, and that no scan has judged: those after one, by their ids. */
  async unchecked(
    session: Session,
    before: number,
    most: number,
    after: string | null,
  ): Promise<readonly StoredFile[]> {
    const values = [before, most, after ?? FIRST_ID];
    return (await session.rows(this.#statements.unchecked, values)).map(fileIn);
  }
}

/** A text that sorts before the ids of all files. */
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/** Files of rows as `LISTS` reads them. */
export const listOf = (files: readonly FileOfRow[]): string =>
  JSON.stringify(files.map(({ id, key, field }) => [id, key, field]));

/** How each database reads a list that is bound as one JSON text: of ids, and of an id, a key and a field each. */
export const LISTS = {
  sqlite: {
    ids: 'SELECT value FROM json_each($1)',
    ofRows: `SELECT value ->> 0 AS id, value ->> 1 AS row_key, value ->> 2 AS row_field FROM json_each($1)`,
  },
  postgres: {
    ids: 'SELECT CAST(value AS uuid) FROM json_array_elements_text(CAST($1 AS json))',
    ofRows:
      'SELECT CAST(value ->> 0 AS uuid) AS id, value ->> 1 AS row_key, value ->> 2 AS row_field FROM json_array_elements(CAST($1 AS json))',
  },
} as const;

const COMING = `state IN ('arriving', 'checked')`;
const UNUSED = `state IN ('arriving', 'checked', 'staged')`;
const GIVE_UP = `UPDATE stored_file SET state = 'dropped', state_at = 0`;

function statementsFor(dialect: Tabled) {
  const statement = namedStatements(dialect, 'stored_file');
  const { ids, ofRows } = LISTS[dialect.name];
  return {
    find: statement('find', `SELECT ${COLUMNS} FROM stored_file WHERE id IN (${ids})`),
    add: statement(
      'add',
      `INSERT INTO stored_file (id, model, field, name, size, uploader, created_at, state_at, state, scan, type)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $7, 'arriving', 'unchecked', '')`,
    ),
    addKept: statement(
      'add_kept',
      `INSERT INTO stored_file (id, model, field, name, type, size, width, height, created_at, state_at, state, scan)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9, 'kept', 'ok')`,
    ),
    check: statement(
      'check',
      `UPDATE stored_file SET state = 'checked', state_at = $2 WHERE id = $1 AND state = 'arriving'`,
    ),
    stage: statement(
      'stage',
      `UPDATE stored_file SET state = 'staged', scan = $2, name = $3, type = $4, size = $5, width = $6, height = $7, state_at = $8
       WHERE id = $1 AND ${COMING}`,
    ),
    keep: statement(
      'keep',
      `UPDATE stored_file SET state = 'kept', "key" = taken.row_key, state_at = $2
       FROM (${ofRows}) AS taken WHERE stored_file.id = taken.id AND state = 'staged'`,
    ),
    // By what the row says of itself: its model or its field may have got another name meanwhile.
    drop: statement(
      'drop',
      `UPDATE stored_file SET state = 'dropped', model = $2, field = gone.row_field, "key" = gone.row_key, state_at = $3
       FROM (${ofRows}) AS gone
       WHERE stored_file.id = gone.id AND coalesce("key", gone.row_key) = gone.row_key AND state = 'kept'`,
    ),
    waiting: statement(
      'waiting',
      `SELECT count(*), coalesce(sum(size), 0) FROM stored_file WHERE uploader = $1 AND ${UNUSED}`,
    ),
    giveUp: statement('give_up', `${GIVE_UP} WHERE ${UNUSED} AND state_at < $1`),
    giveUpOne: statement('give_up_one', `${GIVE_UP} WHERE id = $1 AND ${UNUSED}`),
    dropped: statement(
      'dropped',
      `SELECT ${COLUMNS} FROM stored_file WHERE state = 'dropped' AND state_at < $1 ORDER BY state_at LIMIT $2`,
    ),
    keepAgain: statement(
      'keep_again',
      `UPDATE stored_file SET state = 'kept', state_at = $2 WHERE id = $1 AND state = 'dropped'`,
    ),
    forget: statement('forget', `DELETE FROM stored_file WHERE id = $1 AND state = 'dropped'`),
    judge: statement('judge', `UPDATE stored_file SET scan = $2 WHERE id = $1 AND scan <> 'bad'`),
    unchecked: statement(
      'unchecked',
      `SELECT ${COLUMNS} FROM stored_file
       WHERE scan = 'unchecked' AND state IN ('staged', 'kept') AND state_at < $1 AND id > $3 ORDER BY id LIMIT $2`,
    ),
  };
}

function fileIn(row: RawRow): StoredFile {
  const [id, state, scan, model, field, key, name, type, size, width, height, uploader] = row;
  const number = (value: unknown): number | null => (value == null ? null : Number(value));
  return {
    id: String(id),
    state: state as FileState,
    scan: scan as ScanState,
    model: String(model),
    field: String(field),
    key: key as string | null,
    name: String(name),
    type: String(type),
    size: Number(size),
    width: number(width),
    height: number(height),
    uploader: number(uploader),
  };
}

/** What a field has of a file. */
export function valueOf({ id, name, type, size, width, height }: StoredFile): FileValue {
  const isPicture = width !== null && height !== null;
  return { id, name, type, size, ...(isPicture && { width, height }) };
}
