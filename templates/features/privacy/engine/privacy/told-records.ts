import { statementOf } from '../database/dialect.js';
import type { ModelInfo } from '../model/model-info.js';
import { rulesOf } from './personal-rules.js';
import type { PersonalTable, ToldRecord } from './personal-tables.js';
import { ruleOf, type PersonRow } from './reach.js';
import { rowOf, type Place } from './stored-rows.js';
import type { TableId } from './table-ids.js';

/** Rows of a table that tell of records of a person: those that go, and those that tell less then. */
export interface ToldRows {
  readonly table: PersonalTable;
  /** The column with the values. */
  readonly column: string;
  readonly deleted: readonly TableId[];
  /** The new values by the id of the row. */
  readonly rewritten: ReadonlyMap<TableId, string>;
  /** The texts that the rows tell of the person, among them former ones. */
  readonly texts: readonly string[];
}

/** The values of a record before and after a write, or nothing. */
type Told = Readonly<Record<string, readonly unknown[]>>;

/** What a table tells of the rows that are about a person, and of deleted ones that referred to these. */
export async function toldOf(
  table: PersonalTable,
  record: ToldRecord,
  rows: readonly PersonRow[],
  models: readonly ModelInfo[],
  place: Place,
): Promise<ToldRows> {
  const telling = new Telling(table, record, place);
  for (const model of new Set(rows.map((row) => row.model)))
    await telling.ofRows(
      model,
      rows.filter((row) => row.model === model),
    );
  for (const model of models) await telling.ofGone(model, rows);
  return telling.told;
}

/** Keys of one statement. */
const CHUNK = 500;

class Telling {
  readonly #deleted = new Set<TableId>();
  readonly #rewritten = new Map<TableId, string>();
  readonly #texts: string[] = [];

  constructor(
    private readonly table: PersonalTable,
    private readonly record: ToldRecord,
    private readonly place: Place,
  ) {}

  get told(): ToldRows {
    const rewritten = new Map([...this.#rewritten].filter(([id]) => !this.#deleted.has(id)));
    const { table, record } = this;
    return {
      ...{ table, column: record.values, deleted: [...this.#deleted] },
      ...{ rewritten, texts: this.#texts },
    };
  }

  async ofRows(model: ModelInfo, rows: readonly PersonRow[]): Promise<void> {
    const byKey = new Map(rows.map((row) => [String(row.id), row]));
    const keys = [...byKey.keys()];
    for (let at = 0; at < keys.length; at += CHUNK)
      for (const one of await this.#among(model, keys.slice(at, at + CHUNK))) {
        const row = byKey.get(one.key)!;
        if (row.fate === 'deleted') this.#delete(one);
        else this.#rewrite(one, fieldsOf(row));
      }
  }

  /** Rows of a model that are gone, or have led to somebody else since, and referred to one that is about the person. */
  async ofGone(model: ModelInfo, rows: readonly PersonRow[]): Promise<void> {
    const own = new Set(rows.filter((row) => row.model === model).map(({ id }) => String(id)));
    for (const column of model.columns) {
      const { name, reference } = column;
      const rule = ruleOf(model, name);
      if (!reference || !rule || rule.way === 'keep') continue;
      const parents = rows.filter(
        (row) => row.model.name === reference.model && row.fate !== 'unlinked',
      );
      const ids = new Set(
        parents.map(({ id, values }) =>
          String(reference.key === 'id' ? id : values[reference.key]),
        ),
      );
      if (ids.size === 0) continue;
      const isOfPerson = (one: Entry) => (one.told[name] ?? []).some((id) => ids.has(String(id)));
      for (const one of (await this.#naming(model, name)).filter(isOfPerson))
        if (!own.has(one.key)) await this.#gone(model, one, name, rule.way !== 'empty');
    }
  }

  async #gone(model: ModelInfo, one: Entry, field: string, isAbout: boolean): Promise<void> {
    const isGone = isAbout && (await rowOf(model, idIn(model, one.key), this.place)) === undefined;
    if (!isGone) return this.#rewrite(one, [field]);
    for (const each of await this.#among(model, [one.key])) this.#delete(each);
  }

  #delete({ id, told }: Entry): void {
    this.#deleted.add(id);
    this.#texts.push(...Object.values(told).flatMap(textsOf));
  }

  #rewrite({ id, told }: Entry, fields: readonly string[]): void {
    const now = JSON.parse(this.#rewritten.get(id) ?? JSON.stringify(told)) as Told;
    const known = fields.filter((field) => (now[field] ?? []).length > 0);
    if (known.length === 0) return;
    this.#texts.push(...known.flatMap((field) => textsOf(now[field]!)));
    const less = { ...now, ...Object.fromEntries(known.map((field) => [field, []])) };
    this.#rewritten.set(id, JSON.stringify(less));
  }

  #among(model: ModelInfo, keys: readonly string[]): Promise<readonly Entry[]> {
    const { dialect } = this.place;
    const marks = keys.map((_, at) => dialect.placeholder(at + 2)).join(', ');
    return this.#entries(`${dialect.quote(this.record.key)} IN (${marks})`, [model.table, ...keys]);
  }

  #naming(model: ModelInfo, field: string): Promise<readonly Entry[]> {
    const { dialect } = this.place;
    const column = dialect.quote(this.record.values);
    const condition = `${column} LIKE ${dialect.placeholder(2)}`;
    return this.#entries(condition, [model.table, `%"${field}"%`]);
  }

  async #entries(condition: string, values: readonly unknown[]): Promise<readonly Entry[]> {
    const { dialect, session } = this.place;
    const { model, key, values: told } = this.record;
    const columns = ['id', key, told].map((name) => dialect.quote(name)).join(', ');
    const where = `${dialect.quote(model)} = ${dialect.placeholder(1)} AND ${condition}`;
    const sql = `SELECT ${columns} FROM ${dialect.quote(this.table.table)} WHERE ${where}`;
    const rows = await session.rows(statementOf(sql), values);
    return rows.map(([id, of, text]) => ({
      ...{ id: id as TableId, key: String(of) },
      told: JSON.parse(String(text)) as Told,
    }));
  }
}

/** A row that tells of a record. */
interface Entry {
  readonly id: TableId;
  readonly key: string;
  readonly told: Told;
}

/** The fields of a row of which nothing is told any more. */
export function fieldsOf({ model, fate, emptied }: PersonRow): readonly string[] {
  const own = fate === 'unlinked' ? [] : [...rulesOf(model)];
  const erased = own.filter(
    ([name, { way }]) => way !== 'keep' && way !== 'follow' && !model.column.get(name)?.reference,
  );
  return [...erased.map(([name]) => name), ...emptied];
}

const textsOf = (values: readonly unknown[]): readonly string[] =>
  values.filter((value) => typeof value === 'string');

/** The id of a record by its text. */
const idIn = ({ key }: ModelInfo, text: string): string | number =>
  key.type === 'integer' ? Number(text) : text;
