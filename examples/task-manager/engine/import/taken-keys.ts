import { caseless } from '../fields/caseless.js';
import type { CurrentUser } from '../model/access-rules.js';
import type { ModelInfo } from '../model/model-info.js';
import type { Plan } from './plan.js';
import type { TableRow } from './table.js';

/** What rows of a check have that is unique: the rows of earlier chunks are taken back, so that the database knows nothing of it. */
export class TakenKeys {
  readonly #model: ModelInfo;
  readonly #plan: Plan;
  /** Rows by their keys. */
  readonly #rows = new Map<string, number>();

  constructor(model: ModelInfo, plan: Plan) {
    this.#model = model;
    this.#plan = plan;
  }

  /** The number of an earlier row that has what is unique of this one; null without. */
  find(row: TableRow, user: CurrentUser): number | null {
    for (const key of this.#keysOf(row, user)) {
      const earlier = this.#rows.get(key);
      if (earlier !== undefined) return earlier;
    }
    return null;
  }

  /** Notes rows that would have been written. */
  add(rows: readonly TableRow[], user: CurrentUser): void {
    for (const row of rows)
      for (const key of this.#keysOf(row, user)) this.#rows.set(key, row.number);
  }

  #keysOf(row: TableRow, user: CurrentUser): readonly string[] {
    return this.#model.uniques.flatMap(({ columns }) => {
      const texts = columns.map((name) => this.#textOf(row, name, user));
      return texts.includes(null) ? [] : [JSON.stringify([columns, texts])];
    });
  }

  #textOf(row: TableRow, name: string, { tenants }: CurrentUser): string | null {
    const { access, column } = this.#model;
    const { derivedFrom = null } = column.get(name) ?? {};
    const text = cellAt(row, derivedFrom ?? name, this.#plan);
    if (text !== undefined) return text === null || derivedFrom === null ? text : caseless(text);
    // A new record gets the only tenant of who writes it.
    const isTenant = access.rows?.some((rule) => rule.kind === 'tenant' && rule.field === name);
    return isTenant && this.#plan.on === null && tenants.length === 1 ? '' : null;
  }
}

/** What a row has for a field: null where that is nothing, undefined where no column of the file and no constant goes there. */
export function cellAt({ cells }: TableRow, name: string, { columns, constants }: Plan) {
  const constant = constants.find(({ field }) => field === name);
  if (constant) return constant.value.trim();
  const at = columns.findIndex(({ field }) => field === name);
  if (at === -1) return undefined;
  const cell = cells[at] ?? null;
  return cell === null ? null : String(cell).trim();
}
