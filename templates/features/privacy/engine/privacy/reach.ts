import { USERS } from '../auth/entities.js';
import type { RecordId } from '../fields/record-id.js';
import type { ModelInfo, Referrer } from '../model/model-info.js';
import { personalColumns, rulesOf, type PersonalRule } from './personal-rules.js';
import { rowsAmong, type Place, type StoredRow } from './stored-rows.js';

/** What becomes of a row: it loses a reference to the person, or what it tells of them, or it is deleted. */
export type Fate = 'unlinked' | 'erased' | 'deleted';

const STRENGTH: Readonly<Record<Fate, number>> = { unlinked: 0, erased: 1, deleted: 2 };

/** A row with its model. */
export interface OwnedRow extends StoredRow {
  readonly model: ModelInfo;
}

/** A row of a model that has to do with the person. */
export interface PersonRow extends OwnedRow {
  readonly fate: Fate;
  /** References to the person that become empty. */
  readonly emptied: ReadonlySet<string>;
}

/** Rows that refer to the person and stay as they are. */
export interface Staying {
  /** `Invoice.patient_id`. */
  readonly place: string;
  readonly rows: readonly OwnedRow[];
  /** The reason that the field gives; null where it says nothing. */
  readonly reason: string | null;
}

/** All rows of models that have to do with a person. */
export interface Reach {
  /** Each before those to which it refers, as they can be deleted. */
  readonly rows: readonly PersonRow[];
  readonly staying: readonly Staying[];
  /** Why the person cannot be erased, a sentence each. */
  readonly obstacles: readonly string[];
}

/** Follows the references that lead to a person's record, and to each row that is about the person. */
export async function reach(
  root: PersonRow,
  models: readonly ModelInfo[],
  place: Place,
): Promise<Reach> {
  const found = new Finding(models);
  let next: readonly PersonRow[] = found.add(root);
  while (next.length > 0) {
    const further: PersonRow[] = [];
    for (const model of new Set(next.map((row) => row.model))) {
      const parents = next.filter((row) => row.model === model);
      for (const referrer of model.referrers)
        further.push(...(await found.follow(referrer, parents, place)));
    }
    next = further;
  }
  return found.reach;
}

const keyOf = (model: ModelInfo, id: RecordId): string => `${model.name} ${String(id)}`;

class Finding {
  readonly #rows = new Map<string, PersonRow>();
  readonly #staying = new Map<string, Staying>();
  readonly #obstacles = new Set<string>();
  /** The rows that refer to a row. */
  readonly #children = new Map<string, Set<string>>();
  readonly #models: ReadonlyMap<string, ModelInfo>;

  constructor(models: readonly ModelInfo[]) {
    this.#models = new Map(models.map((model) => [model.name, model]));
  }

  get reach(): Reach {
    return {
      rows: this.#inOrder(),
      staying: [...this.#staying.values()],
      obstacles: [...this.#obstacles],
    };
  }

  #inOrder(): readonly PersonRow[] {
    const ordered = new Map<string, PersonRow>();
    const seen = new Set<string>();
    const visit = (key: string): void => {
      if (seen.has(key)) return;
      seen.add(key);
      this.#children.get(key)?.forEach(visit);
      const row = this.#rows.get(key);
      if (row) ordered.set(key, row);
    };
    for (const key of this.#rows.keys()) visit(key);
    return [...ordered.values()];
  }

  /** Adds a row; returns it where rows that refer to it have to be looked for, now or again. */
  add(row: PersonRow): readonly PersonRow[] {
    const key = keyOf(row.model, row.id);
    const known = this.#rows.get(key);
    const isStronger = !known || STRENGTH[row.fate] > STRENGTH[known.fate];
    const fate = isStronger ? row.fate : known.fate;
    const emptied = new Set([...(known?.emptied ?? []), ...row.emptied]);
    const whole = {
      ...row,
      fate: hasGoneField({ ...row, fate }) ? 'deleted' : fate,
      emptied,
    } as const;
    this.#rows.set(key, whole);
    return isStronger && whole.fate !== 'unlinked' ? [whole] : [];
  }

  /** The rows that refer to others by a field, as far as they are about the person and new. */
  async follow(
    { model: name, field, key, onDelete }: Referrer,
    parents: readonly PersonRow[],
    place: Place,
  ): Promise<readonly PersonRow[]> {
    const model = this.#models.get(name);
    const column = model?.column.get(field);
    if (!model || !column || onDelete === 'UNLINK') return [];
    const byValue = new Map(
      parents.map((parent) => [String(key === 'id' ? parent.id : parent.values[key]), parent]),
    );
    const values = parents.map((parent) => (key === 'id' ? parent.id : parent.values[key]));
    const rows = await rowsAmong(model, column, values, place);
    return rows.flatMap((row) => {
      const parent = byValue.get(String(row.values[field]));
      const isGone = parent?.fate === 'deleted';
      if (parent) this.#note(keyOf(parent.model, parent.id), keyOf(model, row.id));
      return this.#treat(model, row, { field, rule: ruleOf(model, field), isGone, onDelete });
    });
  }

  #note(parent: string, child: string): void {
    const children = this.#children.get(parent) ?? new Set();
    this.#children.set(parent, children.add(child));
  }

  #treat(model: ModelInfo, row: StoredRow, link: Link): readonly PersonRow[] {
    const { field, rule, isGone, onDelete } = link;
    const place = `${model.name}.${field}`;
    const add = (fate: Fate, emptied: readonly string[] = []) =>
      this.add({ ...row, model, fate, emptied: new Set(emptied) });
    if (rule?.way === 'delete') return add('deleted');
    if (rule?.way === 'keep' && isGone && onDelete !== 'SET NULL') {
      this.#obstacles.add(
        `${place} is kept (${rule.text}), and its rows do not outlive the record`,
      );
      return [];
    }
    if (isGone && onDelete === 'CASCADE') return add('deleted');
    if (isGone && onDelete === 'RESTRICT') {
      this.#obstacles.add(`${place} keeps the record from being deleted`);
      return [];
    }
    if (rule?.way === 'follow') return add('erased', isGone ? [field] : []);
    if (rule?.way === 'empty' || isGone) return add('unlinked', [field]);
    if (!rule && tellsOfPersons(model))
      this.#obstacles.add(
        `${place} does not say whether its rows are about the person: write personal: 'follow', true, 'delete' or 'keep=<reason>' at it`,
      );
    const known = this.#staying.get(place)?.rows ?? [];
    const reason = rule?.text ?? null;
    this.#staying.set(place, { place, rows: [...known, { ...row, model }], reason });
    return [];
  }
}

/** How a row refers to one that is about the person. */
interface Link {
  readonly field: string;
  readonly rule: PersonalRule | undefined;
  /** Whether the record to which it refers is deleted, and what the database then does with the row. */
  readonly isGone: boolean;
  readonly onDelete: Referrer['onDelete'];
}

/** A line is a part of its record. */
export const ruleOf = (model: ModelInfo, field: string): PersonalRule | undefined =>
  rulesOf(model).get(field) ??
  (model.lineParent?.field === field ? { way: 'follow', text: null } : undefined);

/** Whether a field of the row says that the row goes with its value. */
const hasGoneField = ({
  model,
  values,
  fate,
}: Pick<PersonRow, 'model' | 'values' | 'fate'>): boolean =>
  fate !== 'unlinked' &&
  personalColumns(model).some(
    ({ column, rule }) => rule.way === 'delete' && values[column.name] != null,
  );

/** Whether rows of a model tell something of persons that could be that of this one. */
const tellsOfPersons = (model: ModelInfo): boolean =>
  personalColumns(model).some(({ rule }) => rule.way !== 'keep') &&
  // Users are persons of their own.
  model.table !== USERS;
