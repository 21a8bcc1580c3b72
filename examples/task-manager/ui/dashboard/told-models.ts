import type { OpenedResource } from '../application';

/** The models whose changes are told: a change of lines is one of their record, which is told once. */
export function toldModels(resources: readonly OpenedResource[]): readonly OpenedResource[] {
  const lines = new Set(
    resources.flatMap((one) => one.lines ?? []).map(({ reference }) => reference),
  );
  return resources.filter(({ name, timestamps }) => timestamps && !lines.has(name));
}
