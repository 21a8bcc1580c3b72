import { sessionMayDo } from '../api/session';
import { isState } from '../components/formats';
import type { Application, AppResource, FieldFact, OpenedResource } from '../application';
import type { Group } from './use-overview';

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

interface BarLabels {
  value: (value: string) => string;
  /** Of values that are not listed. */
  other: string;
  /** Of records without a value. */
  unset: string;
}

/** One bar per listed value, and one each for all other values and for records without one, where there are any. */
export function barsOf(
  { values = [] }: FieldFact,
  groups: readonly Group[],
  total: number,
  labels: BarLabels,
) {
  const counts = new Map(groups.map(({ value, count }) => [value, count]));
  const countOf = (value: unknown) => counts.get(value) ?? 0;
  const bars = values.map((value) => ({
    value,
    label: labels.value(value),
    count: countOf(value),
  }));
  const unset = countOf(null) + (values.includes('') ? 0 : countOf(''));
  const known = bars.reduce((sum, { count }) => sum + count, unset);
  const rest = [
    // Not every other value is among the groups.
    { value: '', label: labels.other, count: groups.length === 0 ? 0 : total - known },
    { value: '', label: labels.unset, count: unset },
  ];
  return [...bars, ...rest.filter(({ count }) => count > 0)];
}
