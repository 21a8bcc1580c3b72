import type { RecordId } from '../../fields/record-id.js';
import type { Scalar } from '../../model/where.js';

/** The id of a record, and the key by which a many-to-many field names it. */
export type Target = readonly [id: RecordId, key: unknown];

/** What many writes refer to, found beforehand; the project's own code may name what the writer does not see. */
export interface KnownReferences {
  /** Whether the row exists for whoever names it in a field. */
  has(field: string, byCode: boolean, id: RecordId): boolean;
  /** The records that the keys of a many-to-many field name. */
  targets(field: string, byCode: boolean, keys: readonly Scalar[]): readonly Target[];
}
