import { sessionMayDo } from '../api/session';
import { isState } from '../components/formats';
import type { Application, AppResource, FieldFact, OpenedResource } from '../application';

/** With more models, the others are in the menu: each one costs a request and its definition. */
const MODELS_SHOWN = 12;

const PLACES = ['first', undefined, 'last'];

/** The models on the dashboard: by their place on it, then in the order of the menu. */
export const shownModels = ({ resources }: Application): readonly AppResource[] =>
  resources
    .filter(({ name }) => sessionMayDo('list', name))
    .toSorted((one, other) => PLACES.indexOf(one.dashboard) - PLACES.indexOf(other.dashboard))
    .slice(0, MODELS_SHOWN);

/** A field with listed values, over which the records of its model spread. */
export interface Spread {
  resource: OpenedResource;
  fact: FieldFact;
}

/** The readable fields with listed values: states first, last those that may have any other value. */
export function spreadsOf(
  resources: readonly OpenedResource[],
  mayRead: (resource: string, field: string) => boolean,
): readonly Spread[] {
  const all = resources.flatMap((resource) =>
    resource.fields
      .filter(({ values, source }) => values && mayRead(resource.name, source))
      .map((fact) => ({ resource, fact })),
  );
  return all.toSorted((one, other) => rankOf(one.fact) - rankOf(other.fact));
}

function rankOf({ source, type }: FieldFact): number {
  if (isState(source)) return 0;
  return type === 'enum' ? 1 : 2;
}
