import { sessionMayDo } from '../api/session';
import type { Application, AppResource, OpenedResource } from '../application';

/** With more models, the others are in the menu: each one costs a request and its definition. */
const MODELS_SHOWN = 12;

const PLACES = ['first', undefined, 'last'];

/** The models on the dashboard: by their place on it, then in the order of the menu. */
export const shownModels = ({ resources }: Application): readonly AppResource[] =>
  resources
    .filter(({ name }) => sessionMayDo('list', name))
    .toSorted((one, other) => PLACES.indexOf(one.dashboard) - PLACES.indexOf(other.dashboard))
    .slice(0, MODELS_SHOWN);

/** The models whose changes are told: a change of lines is one of their record, which is told once. */
export function toldModels(resources: readonly OpenedResource[]): readonly OpenedResource[] {
  const lines = new Set(
    resources.flatMap((one) => one.lines ?? []).map(({ reference }) => reference),
  );
  return resources.filter(({ name, timestamps }) => timestamps && !lines.has(name));
}
