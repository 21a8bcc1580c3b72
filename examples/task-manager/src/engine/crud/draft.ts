import type { Grant } from '../model/access-rules.js';
import type { FieldProblem } from '../problem/problem.js';
import type { CheckedPayload } from './check-payload.js';
import type { Values } from '../model/hooks.js';
import type { Scope } from './scope.js';
import type { Scalar } from '../model/where.js';

/** What a write will set, ready for the database but for its references. */
export interface Draft {
  /** By column name, in stored form. */
  readonly columns: Readonly<Values>;
  /** By many-to-many field, keys of the other model. */
  readonly links: Readonly<Record<string, readonly Scalar[]>>;
  readonly problems: readonly FieldProblem[];
}

/** What a write wants; `id` is that of the row to change, null for a new one. */
export interface Attempt {
  readonly id: number | null;
  readonly draft: Draft;
  readonly grant: Grant;
}

/** Lets the model's own hook have its say about checked values: a password becomes its hash. */
export async function prepareDraft(
  checked: CheckedPayload,
  { model, user }: Scope,
): Promise<Draft> {
  const { prepare } = model.hooks;
  if (!prepare || checked.problems.length > 0) return checked;
  const values = await prepare({ ...checked.columns, ...checked.links, ...checked.virtual }, user);
  const entries = Object.entries(values);
  const linkNames = new Set(model.links.map((link) => link.name));
  return {
    columns: Object.fromEntries(entries.filter(([name]) => model.column.has(name))),
    links: Object.fromEntries(
      entries.filter((entry): entry is [string, Scalar[]] => linkNames.has(entry[0])),
    ),
    problems: [],
  };
}

/** Is there nothing to write? */
export const isEmpty = ({ columns, links }: Draft): boolean =>
  Object.keys(columns).length === 0 && Object.keys(links).length === 0;
