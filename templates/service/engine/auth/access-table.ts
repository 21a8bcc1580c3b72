import type { EntityMetadata, EntityTarget } from 'typeorm';
import type { ColumnInfo } from '../fields/column-info.js';
import type { Database } from '../database/database.js';
import type { NumericId } from '../fields/record-id.js';
import { statementOf, type RawRow, type Session } from '../database/dialect.js';
import { describeColumn } from '../model/describe-column.js';
import { Role, TENANTS, USERS, type Tenant, type UserRow } from './entities.js';

/**
 * Users, roles or tenants in statements. The classes of users and tenants may be the project's, which decides the names of columns
 * and whether deleted rows stay in the table.
 */
export class AccessTable<T extends object> {
  readonly #meta: EntityMetadata;

  constructor(
    target: EntityTarget<T>,
    private readonly alias: string,
    readonly database: Parts,
  ) {
    this.#meta = database.dataSource.getMetadata(target);
  }

  /** The table for FROM. */
  get from(): string {
    return `${this.#quote(this.#meta.tableName)} ${this.alias}`;
  }

  /** The condition of rows that are not soft-deleted. */
  get exists(): string {
    const deleted = this.#meta.deleteDateColumn?.propertyName as (keyof T & string) | undefined;
    return deleted === undefined ? '1 = 1' : `${this.column(deleted)} IS NULL`;
  }

  column(property: keyof T & string): string {
    return `${this.alias}.${this.#quote(this.info(property).column)}`;
  }

  select(properties: readonly (keyof T & string)[]): string {
    return properties.map((property) => this.column(property)).join(', ');
  }

  /** The values of a row that begins with these properties. */
  decode<K extends keyof T & string>(row: RawRow, properties: readonly K[]): Pick<T, K> {
    const { dialect } = this.database;
    const values = properties.map((property, index) => [
      property,
      dialect.decode(row[index], this.info(property)),
    ]);
    return Object.fromEntries(values) as Pick<T, K>;
  }

  info(property: keyof T & string): ColumnInfo {
    return describeColumn(this.#meta.findColumnWithPropertyName(property)!, new Map());
  }

  /** Joins the rows of a many-to-many field that exist, and that meet a further condition. */
  joined<U extends object>(
    property: keyof T & string,
    other: AccessTable<U>,
    condition = '1 = 1',
  ): string {
    const { joinTableName, joinColumns, inverseJoinColumns } =
      this.#meta.findRelationWithPropertyPath(property)!;
    const link = `${this.alias}_${other.alias}`;
    const end = (columns: typeof joinColumns) => `${link}.${this.#quote(columns[0]!.databaseName)}`;
    const id = (table: AccessTable<never>) => `${table.alias}.${this.#quote('id')}`;
    const links = `LEFT JOIN ${this.#quote(joinTableName)} ${link} ON ${end(joinColumns)} = ${id(this as never)}`;
    const on = [`${id(other as never)} = ${end(inverseJoinColumns)}`, other.exists, condition];
    return `${links} LEFT JOIN ${other.from} ON ${on.join(' AND ')}`;
  }

  /** The rows that exist and meet a condition, in an order, by a statement of their own. */
  async rows<K extends keyof T & string>(
    properties: readonly K[],
    { where = '1 = 1', values = [], end = '' }: Selection,
    session: Session,
  ): Promise<readonly Pick<T, K>[]> {
    const select = `SELECT ${this.select(properties)} FROM ${this.from}`;
    const statement = statementOf(`${select} WHERE ${this.exists} AND (${where}) ${end}`);
    const rows = await session.rows(statement, values);
    return rows.map((row) => this.decode(row, properties));
  }

  /** Inserts a row inside a transaction, and returns its id. The database fills in the columns that are not among the values. */
  async insert(values: Partial<T>, session: Session): Promise<NumericId> {
    const { createDateColumn, updateDateColumn, versionColumn } = this.#meta;
    const now = new Date().toISOString();
    const times = [createDateColumn, updateDateColumn].flatMap((column) => column ?? []);
    const set = {
      ...Object.fromEntries(times.map(({ propertyName }) => [propertyName, now])),
      ...(versionColumn && { [versionColumn.propertyName]: 1 }),
      ...values,
    };
    const { names, marks, encoded } = this.#bound(set);
    const into = `INSERT INTO ${this.#quote(this.#meta.tableName)} (${names.join(', ')})`;
    const statement = `${into} VALUES (${marks.join(', ')}) RETURNING ${this.#quote('id')}`;
    const [[id] = []] = await session.rows(statementOf(statement), encoded);
    return Number(id);
  }

  /** Changes a row inside a transaction. */
  async update(id: NumericId, values: Partial<T>, session: Session): Promise<void> {
    const { updateDateColumn: updated } = this.#meta;
    const now = new Date().toISOString();
    const { names, marks, encoded } = this.#bound({
      ...(updated && { [updated.propertyName]: now }),
      ...values,
    });
    const sets = names.map((name, index) => `${name} = ${marks[index]}`).join(', ');
    const own = `${this.#quote('id')} = ${this.database.dialect.placeholder(names.length + 1)}`;
    const update = `UPDATE ${this.#quote(this.#meta.tableName)} SET ${sets} WHERE ${own}`;
    await session.run(statementOf(update), [...encoded, id]);
  }

  /** Adds a record to a many-to-many field of a row, inside a transaction. */
  async link(
    property: keyof T & string,
    id: NumericId,
    other: NumericId,
    session: Session,
  ): Promise<void> {
    const { joinTableName, joinColumns, inverseJoinColumns } =
      this.#meta.findRelationWithPropertyPath(property)!;
    const columns = [joinColumns[0]!, inverseJoinColumns[0]!].map((one) =>
      this.#quote(one.databaseName),
    );
    const marks = [1, 2].map((index) => this.database.dialect.placeholder(index));
    const into = `INSERT INTO ${this.#quote(joinTableName)} (${columns.join(', ')})`;
    await session.run(statementOf(`${into} VALUES (${marks.join(', ')})`), [id, other]);
  }

  /** Values of properties as a statement binds them, with the names of their columns. */
  #bound(values: object) {
    const { dialect } = this.database;
    const set = Object.entries(values).map(([property, value]) => ({
      info: this.info(property as keyof T & string),
      value: value as unknown,
    }));
    return {
      names: set.map(({ info }) => this.#quote(info.column)),
      marks: set.map((_, index) => dialect.placeholder(index + 1)),
      encoded: set.map(({ info, value }) => dialect.encode(value, info)),
    };
  }

  #quote(name: string): string {
    return this.database.dialect.quote(name);
  }
}

/** The condition of a statement with the values that it binds, and its end: an order, a limit. */
export interface Selection {
  readonly where?: string;
  readonly values?: readonly unknown[];
  readonly end?: string;
}

type Parts = Pick<Database, 'dataSource' | 'dialect' | 'read'>;

export const usersTable = (database: Parts) => new AccessTable<UserRow>(USERS, 'u', database);
export const rolesTable = (database: Parts) => new AccessTable<Role>(Role, 'r', database);
export const tenantsTable = (database: Parts) => new AccessTable<Tenant>(TENANTS, 't', database);

/** The administrators who may sign in, as FROM and WHERE; soft-deleted users do not count. */
export function activeAdmins(database: Parts): { readonly from: string; readonly where: string } {
  const users = usersTable(database);
  const roles = rolesTable(database);
  return {
    from: `${users.from} ${users.joined('roles', roles)}`,
    where: `${users.column('status')} = 'Active' AND ${roles.column('name')} = 'Admin' AND ${users.exists}`,
  };
}
