import type { NumericId } from '../fields/record-id.js';

export type ConditionValue = string | number | boolean;

/** What a view shows of a list. */
export interface ViewContent {
  /** The conditions of the list, as its address has them: `{ status: ['open'], due_on__within: 'overdue' }`. */
  readonly filter: Readonly<Record<string, ConditionValue | readonly ConditionValue[]>>;
  readonly sort: { readonly field: string; readonly order: 'ASC' | 'DESC' } | null;
  /** The fields of the columns, in their order; null for those of the list. */
  readonly columns: readonly string[] | null;
  /** The other parameters of the address, such as its layout. */
  readonly parameters: Readonly<Record<string, string>>;
}

/** A view with its place. */
export interface NewView extends ViewContent {
  /** The path of the list: `task`. */
  readonly model: string;
  readonly name: string;
}

export interface SavedView extends NewView {
  readonly id: NumericId;
}
