import type { OpenedResource, RecordParts } from '../application';

/** The models whose changes are told: a change of a part of a record is a change of the record, which is told once. */
export function toldModels(
  resources: readonly OpenedResource[],
  parts: RecordParts | undefined,
): readonly OpenedResource[] {
  const told = new Set(parts && resources.flatMap(parts.resourcesOf));
  return resources.filter(({ name, timestamps }) => timestamps && !told.has(name));
}
