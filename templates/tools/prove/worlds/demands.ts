import type { ColumnInfo } from '../../../service/engine/fields/column-info.js';
import type { RowRule } from '../../../service/engine/model/access-rules.js';
import type { ModelInfo } from '../../../service/engine/model/model-info.js';
import type { Where } from '../../../service/engine/model/where.js';
import { checked, targetOf, type Checked } from '../naive/checked-condition.js';
import type { Person } from '../naive/naive.js';
import type { People } from './people.js';

/** What a field is in some world: a value, or the key of a row of another model, each kind of which makes another world. */
export type Alternative =
  | { readonly value: unknown }
  /** With `key`, by the values of that field. */
  | { readonly rowsOf: string; readonly key?: string; readonly links?: true };

/** The fields that one rule looks at in a model, with all that they could be. */
export interface Demand {
  readonly model: string;
  /** `owner(created_by_id)`, `custom, rule 3 of Task`. */
  readonly rule: string;
  readonly fields: ReadonlyMap<string, readonly Alternative[]>;
}

/** What the row rules of all models look at, their own rows and those beyond. */
export function demandsOf(models: readonly ModelInfo[], people: People): readonly Demand[] {
  return models.flatMap((model) =>
    (model.access.rows ?? []).flatMap((rule, index) =>
      new Look(models, people, nameOf(rule, index, model)).at(rule, model),
    ),
  );
}

/** The models whose rows the row rules of a model look at. */
export function modelsBehind(
  model: ModelInfo,
  models: readonly ModelInfo[],
  people: People,
): readonly string[] {
  const rules = model.access.rows ?? [];
  const demands = rules.flatMap((rule) => new Look(models, people, '').at(rule, model));
  return demands.flatMap(({ model: looked, fields }) => [
    looked,
    ...[...fields.values()].flat().flatMap((one) => ('rowsOf' in one ? [one.rowsOf] : [])),
  ]);
}

/** How a rule is called where it is told of. */
export function nameOf(rule: RowRule, index: number, model: ModelInfo): string {
  if (rule.kind === 'custom') return `custom, rule ${index + 1} of ${model.name}`;
  if (rule.kind === 'roles') return `allFor(${rule.roles.join(', ')})`;
  return `${rule.kind === 'parent' ? 'asParent' : rule.kind}(${rule.field})`;
}

/** What one rule looks at. */
class Look {
  readonly #found = new Map<string, Map<string, Alternative[]>>();

  constructor(
    private readonly models: readonly ModelInfo[],
    private readonly people: People,
    private readonly rule: string,
  ) {}

  at(rule: RowRule, model: ModelInfo): readonly Demand[] {
    const { me, other, tenants } = this.people;
    switch (rule.kind) {
      case 'roles':
        return [];
      case 'owner':
        this.#values(model, rule.field, [me, other, null]);
        break;
      case 'tenant':
        this.#values(model, rule.field, [...tenants, null]);
        break;
      case 'parent':
        this.#rows(model, rule.field);
        break;
      case 'custom':
        for (const actor of this.people.actors) this.#condition(rule.where, actor, model);
    }
    return [...this.#found].map(([name, fields]) => ({ model: name, rule: this.rule, fields }));
  }

  /** A rule that throws for somebody states nothing for them. */
  #condition(stated: (user: Person) => Where, actor: Person, model: ModelInfo): void {
    let where: Checked;
    try {
      where = checked(stated(actor), model, this.models);
    } catch {
      return;
    }
    this.#walk(where, model);
  }

  #walk(where: Checked, model: ModelInfo): void {
    switch (where.op) {
      case 'and':
      case 'or':
        return where.items.forEach((item) => this.#walk(item as Checked, model));
      case 'not':
        return this.#walk(where.item as Checked, model);
      case 'rule':
        return this.#rows(model, where.field);
      case 'parent':
        this.#rows(model, where.field);
        return this.#walk(where.where as Checked, this.#model(targetOf(where, model)));
      case 'children': {
        const child = this.#model(where.model);
        this.#rows(child, where.field);
        return this.#walk(where.where as Checked, child);
      }
      case 'linked':
        this.#add(model, where.field, [{ rowsOf: targetOf(where, model), links: true }]);
        return this.#walk(where.where as Checked, this.#model(targetOf(where, model)));
      case 'same':
      case 'less':
        return this.#same(model, where.field, where.other);
      case 'null':
        return this.#compared(model, where.field, []);
      case 'in':
        return this.#compared(model, where.field, where.values);
      case 'words':
        return where.fields.forEach((field) => this.#compared(model, field, where.words));
      case 'eq':
      case 'lt':
      case 'lte':
      case 'gt':
      case 'gte':
      case 'contains':
      case 'startsWith':
        return this.#compared(model, where.field, [where.value]);
      case 'all':
      case 'none':
    }
  }

  /** Two fields that are equal, that differ, and each without a value. */
  #same(model: ModelInfo, one: string, other: string): void {
    const { me, other: somebody } = this.people;
    for (const field of [one, other]) this.#values(model, field, [me, somebody, null]);
  }

  /** The values that a field is compared with, those beside them, and none. */
  #compared(model: ModelInfo, field: string, values: readonly unknown[]): void {
    const column = model.column.get(field);
    if (!column) return;
    // Among the values is whoever asks, or their tenant. The other user and tenant make the worlds that matter.
    const people = this.#peopleIn(column);
    const near = people ?? values.flatMap((value) => neighboursOf(value, column));
    this.#values(model, field, [...near, null]);
  }

  /** The users or tenants to which a column may refer; null for other columns. */
  #peopleIn({ reference }: ColumnInfo): readonly unknown[] | null {
    const { me, other, tenants } = this.people;
    const table = this.models.find(({ name }) => name === reference?.model)?.table;
    if (table === 'auth_tenant') return tenants;
    return table === 'auth_user' ? [me, other] : null;
  }

  #rows(model: ModelInfo, field: string): void {
    const { reference } = model.column.get(field)!;
    if (!reference) return;
    const { model: rowsOf, key } = reference;
    this.#add(model, field, [{ value: null }, { rowsOf, ...(key !== 'id' && { key }) }]);
  }

  #values(model: ModelInfo, field: string, values: readonly unknown[]): void {
    const some = values.map((value) => ({ value }));
    this.#add(model, field, some);
  }

  #add(model: ModelInfo, field: string, some: readonly Alternative[]): void {
    const fields = this.#found.get(model.name) ?? new Map<string, Alternative[]>();
    this.#found.set(model.name, fields);
    const known = fields.get(field) ?? [];
    const key = (one: Alternative) => JSON.stringify(one);
    const nullable = model.column.get(field)?.nullable ?? true;
    const possible = some.filter((one) => nullable || !('value' in one) || one.value !== null);
    const added = possible.filter((one) => !known.some((other) => key(other) === key(one)));
    fields.set(field, [...known, ...added]);
  }

  #model(name: string): ModelInfo {
    return this.models.find((one) => one.name === name)!;
  }
}

/** A value and those beside it: what lies on either side of a comparison. */
function neighboursOf(value: unknown, { type, values }: ColumnInfo): readonly unknown[] {
  if (values.length > 0) return [...values];
  switch (type) {
    case 'boolean':
      return [true, false];
    case 'integer':
    case 'float':
      return [Number(value) - 1, Number(value), Number(value) + 1];
    case 'decimal':
      return typeof value === 'number' ? [value - 1, value, value + 1] : [value];
    case 'bigint':
      return [-1n, 0n, 1n].map((by) => String(BigInt(String(value)) + by));
    case 'date':
    case 'datetime':
      return [-1, 0, 1].map((days) => dayBeside(String(value), days, type));
    case 'string':
    case 'text':
      return [value, `other than ${String(value)}`.slice(0, 40)];
    default:
      return [value];
  }
}

function dayBeside(text: string, days: number, type: 'date' | 'datetime'): string {
  const moment = new Date(Date.parse(text) + days * 86_400_000).toISOString();
  return type === 'date' ? moment.slice(0, 10) : moment;
}
