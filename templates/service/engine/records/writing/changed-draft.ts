import { checkGiven } from '../../fields/check-value.js';
import type { ColumnInfo } from '../../fields/column-info.js';
import { HookFailed, type HookName, type Values } from '../../model/hooks.js';
import type { Increment } from '../../model/increment.js';
import type { LinkInfo, ModelInfo } from '../../model/model-info.js';
import type { Scalar } from '../../model/where.js';
import { hint, invalid, type FieldProblem } from '../../problem/problem.js';
import type { Draft } from './draft.js';

/** A draft with a hook's changes: checked like sent values, but without the writer's permissions. */
export function changed(
  draft: Draft,
  values: Readonly<Values>,
  changes: unknown,
  model: ModelInfo,
  hook: HookName,
): Draft {
  if (changes === undefined || changes === null) return draft;
  const next = new ChangedDraft(draft, model, hook);
  // A value that comes back unchanged still counts as the writer's, not as the code's.
  for (const [name, value] of Object.entries(changes))
    if (!(name in values && Object.is(value, values[name]))) next.set(name, value);
  const [first, ...rest] = next.problems;
  if (first) throw invalid([first, ...rest]);
  return next;
}

class ChangedDraft implements Draft {
  readonly columns: Values;
  readonly links: Record<string, readonly Scalar[]>;
  readonly virtual: Values;
  readonly sentKey: Draft['sentKey'];
  readonly unsent: Set<string>;
  readonly increments: Map<string, Increment>;
  readonly byCode: Set<string>;
  readonly keysByCode: Record<string, readonly Scalar[]>;
  readonly lines: Draft['lines'];
  readonly problems: FieldProblem[] = [];

  constructor(
    draft: Draft,
    readonly model: ModelInfo,
    readonly hook: HookName,
  ) {
    this.columns = { ...draft.columns };
    this.links = { ...draft.links };
    this.virtual = { ...draft.virtual };
    this.sentKey = draft.sentKey;
    this.unsent = new Set(draft.unsent);
    this.increments = new Map(draft.increments);
    this.byCode = new Set(draft.byCode);
    this.keysByCode = { ...draft.keysByCode };
    this.lines = draft.lines;
  }

  set(name: string, value: unknown): void {
    this.increments.delete(name);
    this.unsent.delete(name);
    const link = this.model.links.find((one) => one.name === name);
    if (value !== undefined && link) return this.#link(link, value);
    if (value === undefined) this.#drop(name);
    else this.#column(name, value);
    this.byCode.add(name);
  }

  #drop(name: string): void {
    for (const values of [this.columns, this.links, this.virtual]) delete values[name];
  }

  #link({ name }: LinkInfo, keys: unknown): void {
    if (!Array.isArray(keys)) throw new HookFailed(`${this.#at(name)} must be an array of keys`);
    const all = [...new Set(keys as Scalar[])];
    const sent = this.byCode.has(name) ? undefined : this.links[name];
    this.links[name] = all;
    if (!sent) this.byCode.add(name);
    else {
      // What the writer has sent remains theirs, in whatever order it comes back.
      const [theirs, known] = [new Set(sent), new Set(this.keysByCode[name])];
      this.keysByCode[name] = all.filter((key) => !theirs.has(key) || known.has(key));
    }
  }

  #column(name: string, value: unknown): void {
    const column = this.model.column.get(name);
    if (!column || !this.#isSet(column)) {
      const names = this.model.columns.filter((one) => this.#isSet(one));
      const near = hint(
        name,
        names.map((one) => one.name),
      );
      throw new HookFailed(`${this.#at(name)} is not a writable field${near}`);
    }
    const outcome = checkGiven(value, column);
    if ('value' in outcome) this.columns[name] = outcome.value;
    else this.problems.push({ field: name, ...outcome });
  }

  /** A key is set by whoever creates its record. */
  #isSet({ name, role }: ColumnInfo): boolean {
    return role === 'data' || role === 'hidden' || (role === 'key' && name in this.columns);
  }

  #at(name: string): string {
    return `${this.model.name}.${this.hook}: ${name}`;
  }
}
