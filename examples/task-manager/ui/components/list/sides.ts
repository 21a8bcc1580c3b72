import type { SortPayload } from 'react-admin';

/** Which records of a schedule a list has: those from today on, or those before. */
export type Side = 'ahead' | 'past';

/** The filter and the order of a side, by the datetime at which a record takes place: what is next, or was last, comes first. */
export function sideOf(source: string, side: Side) {
  const isAhead = side === 'ahead';
  return {
    filter: isAhead
      ? { [`${source}__gte`]: 'start_of_today' }
      : { [`${source}__lte`]: 'end_of_yesterday' },
    sort: { field: source, order: isAhead ? 'ASC' : 'DESC' } satisfies SortPayload,
  };
}

/** Which side a filter is of; null where it is of both. */
export function sideIn(source: string, filter: Readonly<Record<string, unknown>>): Side | null {
  if (filter[`${source}__gte`] === 'start_of_today') return 'ahead';
  return filter[`${source}__lte`] === 'end_of_yesterday' ? 'past' : null;
}

/** A filter for another side, or, once more, for both. */
export function toSide(source: string, filter: Readonly<Record<string, unknown>>, side: Side) {
  const { [`${source}__gte`]: _, [`${source}__lte`]: __, ...others } = filter;
  return sideIn(source, filter) === side ? others : { ...others, ...sideOf(source, side).filter };
}
