import type { Dialect, Session, Statement } from '../database/dialect.js';
import { namedStatements } from '../database/named-statements.js';
import { LISTS, listOf, type FileOfRow, type StoredFile } from '../files/stored-files.js';

/** Whose files are kept for one time: those of a table of a model, or of all but some. */
export type Kept = { readonly table: string } | { readonly but: readonly string[] };

/** A file that a row has had: `field` is the column, which the table of past files names, as migrations can follow it. */
export type PastFile = FileOfRow;

type Tabled = Pick<Dialect, 'name' | 'placeholder'>;

/**
 * The table of files that rows have had before. The files themselves stay `kept`: a file is given to another row by nobody, and is
 * removed once it is let go of here.
 */
export class PastFiles {
  readonly #statements: ReturnType<typeof statementsFor>;

  constructor(dialect: Tabled) {
    this.#statements = statementsFor(dialect);
  }

  /** Rows have let go of files, which have been dropped: they are kept after all. */
  async add(session: Session, table: string, files: readonly PastFile[]): Promise<void> {
    await session.run(this.#statements.add, [listOf(files), table, Date.now()]);
    await session.run(this.#statements.keep, [JSON.stringify(files.map(({ id }) => id))]);
  }

  /**
   * A row wants a file again that it has had in the same column: it is free then, for one user, for the field as it is called now.
   */
  async takeBack(
    session: Session,
    file: PastFile,
    to: Pick<StoredFile, 'model' | 'field' | 'uploader'> & { readonly table: string },
  ): Promise<void> {
    const taken = await session.rows(this.#statements.take, [listOf([file]), to.table]);
    if (taken.length === 0) return;
    const values = [file.id, to.uploader, Date.now(), to.model, to.field];
    await session.run(this.#statements.free, values);
  }

  /** Whether a row has had a file in a column before. */
  async has(session: Session, table: string, file: PastFile): Promise<boolean> {
    return (await session.rows(this.#statements.find, [listOf([file]), table])).length > 0;
  }

  /** Lets go of the files of rows that are gone. */
  async dropOf(session: Session, table: string, keys: readonly string[]): Promise<void> {
    await this.#drop(session, this.#statements.dropOf, [table, JSON.stringify(keys)], Date.now());
  }

  /** Lets go of some files that rows have had until a moment, and says whether there may be more. */
  dropOld(session: Session, kept: Kept, before: number): Promise<boolean> {
    const { old, oldOfOthers } = this.#statements;
    return 'table' in kept
      ? this.#drop(session, old, [kept.table, before], 0)
      : this.#drop(session, oldOfOthers, [JSON.stringify(kept.but), before], 0);
  }

  /** `at` is the moment since which the files are without a row. */
  async #drop(
    session: Session,
    statement: Statement,
    values: readonly unknown[],
    at: number,
  ): Promise<boolean> {
    const ids = (await session.rows(statement, values)).map(([id]) => String(id));
    if (ids.length > 0) await session.run(this.#statements.drop, [JSON.stringify(ids), at]);
    return ids.length === BATCH;
  }
}

/** The number of old files that are let go of at once. */
const BATCH = 500;

const TEXTS = {
  sqlite: (mark: string) => `SELECT value FROM json_each(${mark})`,
  postgres: (mark: string) => `SELECT json_array_elements_text(CAST(${mark} AS json))`,
};

function statementsFor(dialect: Tabled) {
  const statement = namedStatements(dialect, 'past_file');
  const { ids, ofRows } = LISTS[dialect.name];
  const texts = TEXTS[dialect.name];
  const isOne = `EXISTS (SELECT 1 FROM (${ofRows}) AS asked
    WHERE asked.id = past_file.file AND asked.row_key = past_file."key" AND asked.row_field = past_file.field)`;
  const old = (condition: string) =>
    `DELETE FROM past_file WHERE file IN
      (SELECT file FROM past_file WHERE ${condition} AND left_at < $2 LIMIT ${BATCH}) RETURNING file`;
  return {
    add: statement(
      'add',
      `INSERT INTO past_file (file, model, "key", field, left_at)
       SELECT stored_file.id, $2, gone.row_key, gone.row_field, $3 FROM stored_file
       JOIN (${ofRows}) AS gone ON gone.id = stored_file.id WHERE stored_file.state = 'dropped'`,
    ),
    keep: statement(
      'keep',
      `UPDATE stored_file SET state = 'kept' WHERE id IN (${ids}) AND state = 'dropped'`,
    ),
    find: statement('find', `SELECT file FROM past_file WHERE model = $2 AND ${isOne}`),
    take: statement('take', `DELETE FROM past_file WHERE model = $2 AND ${isOne} RETURNING file`),
    // What no scan has judged would open for whoever takes it back.
    free: statement(
      'free',
      `UPDATE stored_file SET state = 'staged', uploader = $2, state_at = $3, model = $4, field = $5
       WHERE id = $1 AND state = 'kept' AND scan = 'ok'`,
    ),
    dropOf: statement(
      'drop_of',
      `DELETE FROM past_file WHERE model = $1 AND "key" IN (${texts('$2')}) RETURNING file`,
    ),
    old: statement('old', old('model = $1')),
    oldOfOthers: statement('old_of_others', old(`model NOT IN (${texts('$1')})`)),
    drop: statement(
      'drop',
      `UPDATE stored_file SET state = 'dropped', state_at = $2 WHERE id IN (${ids}) AND state = 'kept'`,
    ),
  };
}
