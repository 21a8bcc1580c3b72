import { isText } from '../../fields/column-info.js';
import type { Grant } from '../../model/access-rules.js';
import type { ModelInfo } from '../../model/model-info.js';
import { and, type Where } from '../../model/where.js';

/** The text fields of the record that a foreign key leads to, by which rows are found, too: a vehicle by the name of its owner. */
export interface SearchPath {
  readonly field: string;
  readonly fields: readonly string[];
  /** The rows of the other model that exist for the reader. */
  readonly where: Where;
}

export interface PathContext {
  readonly grant: Grant;
  readonly model: (name: string) => ModelInfo;
  /** What the reader may list of another model; null for nothing. */
  readonly listed: (model: ModelInfo) => Grant | null;
}

/**
 * The paths among the searched fields of a model, such as `customer.last_name`: those that lead by a reference that the reader may read
 * to fields that they may read in the list of the other model. What is found there says no more than that list does.
 */
export function searchPaths(
  searched: readonly string[],
  model: ModelInfo,
  { grant, model: infoOf, listed }: PathContext,
): readonly SearchPath[] {
  const paths = searched.flatMap((name) => {
    const [relation, field] = name.split('.');
    return relation !== undefined && field !== undefined ? [{ relation, field }] : [];
  });
  return [...new Set(paths.map(({ relation }) => relation))].flatMap((relation) => {
    const key = model.columns.find(({ reference }) => reference?.relation === relation);
    if (!key?.reference || !grant.readable.has(key.name)) return [];
    const target = infoOf(key.reference.model);
    const seen = listed(target);
    if (seen === null) return [];
    const fields = paths
      .filter((path) => path.relation === relation)
      .map(({ field }) => field)
      .filter((field) => seen.readable.has(field) && isSearchable(target, field));
    return fields.length === 0 ? [] : [{ field: key.name, fields, where: seen.where }];
  });
}

/** Whether a field has text as it is shown. */
function isSearchable({ column }: ModelInfo, field: string): boolean {
  const info = column.get(field);
  return info !== undefined && isText(info) && !info.transformer;
}

/** The rows whose record, to which a path leads, contains a word. */
export const foundBy =
  (word: string) =>
  ({ field, fields, where }: SearchPath): Where => ({
    op: 'parent',
    field,
    where: and(where, { op: 'words', fields, words: [word] }),
  });
