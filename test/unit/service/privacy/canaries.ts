import { randomUUID } from 'node:crypto';
import { featuresIn } from '../../../../src/render/features.js';
import type {
  PersonalRows,
  PersonalTable,
} from '../../../../templates/features/privacy/engine/privacy/personal-tables.js';
import type { Database } from '../../../../templates/service/engine/database/database.js';
import { templates } from '../../../golden/example.js';
import { tables } from './privacy-of.js';

/** What nothing may have after somebody is erased. */
export const CANARY = 'Anna Zeisig-Canary';
/** The same as a name by which somebody signs in. */
export const LOGIN = 'zeisig.canary';

const SPECS = Object.fromEntries(
  featuresIn(templates()).flatMap((feature) => Object.entries(feature.tables)),
);

/** Rows that their own columns tell of, whatever records there are. */
type ByColumn = Exclude<PersonalRows, { record: object } | { held: object }>;

/** A row that is inserted: its columns with their values. */
type Row = Record<string, unknown>;

/** Puts rows into the tables of features: of somebody else, and for each column that tells of persons one that has the canary. */
export class Canaries {
  #next = 100;
  /** The id of the row of somebody else, by table. */
  readonly #others = new Map<string, number | string>();

  constructor(
    private readonly database: Database,
    private readonly user: number,
    private readonly other: number,
  ) {}

  async fill(): Promise<void> {
    for (const { table } of tables) if (table in SPECS) await this.#other(table);
    for (const table of tables)
      for (const rows of table.rows ?? [])
        if (!('record' in rows) && !('held' in rows)) await this.#canary(table, rows);
  }

  /** The rows of somebody else, as they are stored. */
  async others(): Promise<unknown> {
    const { dataSource } = this.database;
    const found = [...this.#others].map(async ([table, id]) => [
      table,
      await dataSource.query(`SELECT * FROM ${table} WHERE id = '${id}'`),
    ]);
    return Promise.all(found);
  }

  async #other(table: string): Promise<number | string> {
    const known = this.#others.get(table);
    if (known !== undefined) return known;
    const id = await this.#insert(table, await this.#row(table));
    if (SPECS[table]!.columns['id']) this.#others.set(table, id);
    return id;
  }

  async #canary({ table }: PersonalTable, rows: ByColumn) {
    const { columns } = SPECS[table]!;
    const erased = rows.erase === 'delete' ? Object.keys(columns) : Object.keys(rows.erase);
    const row = await this.#row(table);
    for (const name of erased) {
      const { type, length = Infinity } = columns[name]!;
      if (type === 'json') row[name] = JSON.stringify({ of: CANARY });
      // Unique texts have a number.
      else if (type === 'text' || type === 'string')
        row[name] = `${this.#next++}${CANARY}`.slice(0, length);
    }
    if ('user' in rows) {
      row[rows.user] = this.user;
      for (const [name, [value]] of Object.entries(rows.where ?? {})) row[name] = value;
    }
    if ('name' in rows) row[rows.name] = LOGIN;
    if ('text' in rows && columns[rows.text]!.type !== 'json') row[rows.text] = `to ${CANARY}`;
    const id = await this.#insert(table, row);
    if (!('file' in rows)) return;
    const { table: pieces, column, by, order } = rows.file;
    const bytes = Buffer.from(`name;phone\n${CANARY};1`).toString('base64');
    await this.#insert(pieces, { [by]: id, [order]: 0, [column]: bytes });
  }

  /** A row that nothing says is of the person. */
  async #row(table: string): Promise<Row> {
    const { columns, foreignKeys } = SPECS[table]!;
    const row: Row = {};
    for (const [name, { type, length, nullable, default: given }] of Object.entries(columns)) {
      const key = foreignKeys.find(({ column }) => column === name);
      if (type === 'id' || (nullable && !key)) continue;
      if (key?.table === 'auth_user') row[name] = this.other;
      else if (key) row[name] = await this.#other(key.table);
      else if (given === undefined) row[name] = this.#value(type, length);
    }
    return row;
  }

  #value(type: string, length = Infinity): unknown {
    const { dialect } = this.database;
    const number = this.#next++;
    if (type === 'json') return '{}';
    if (type === 'uuid') return randomUUID();
    if (type === 'boolean') return dialect.encode(true, { type: 'boolean', transformer: null });
    if (type === 'datetime')
      return dialect.encode(new Date().toISOString(), { type: 'datetime', transformer: null });
    return type === 'text' || type === 'string' ? `o-${number}`.slice(0, length) : number;
  }

  async #insert(table: string, row: Row): Promise<number | string> {
    const { dataSource, dialect } = this.database;
    const names = Object.keys(row).map((name) => dialect.quote(name));
    const marks = names.map((_, at) => dataSource.driver.createParameter('value', at));
    const end = SPECS[table]!.columns['id'] ? ' RETURNING id' : '';
    const sql = `INSERT INTO ${table} (${names.join(', ')}) VALUES (${marks.join(', ')})${end}`;
    const made = await dataSource.query<{ id: number | string }[]>(sql, Object.values(row));
    return end === '' ? 0 : made[0]!.id;
  }
}
