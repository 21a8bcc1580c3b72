import type { Change } from './use-overview';

/** Milliseconds: the service tells records that were written within this time as one change. */
const AT_ONCE = 60_000;
/** Milliseconds within which the request that creates a record may change it again, such as in a hook. */
const STILL_NEW = 5_000;

/** Whether a change created its records, and the filter of a list that shows all records of the change. */
export function togetherWith({ created_at: made, updated_at: until, count }: Change) {
  const since = new Date(Date.parse(until) - AT_ONCE).toISOString();
  const isNew =
    made !== undefined &&
    (count === undefined ? Date.parse(until) - Date.parse(made) < STILL_NEW : made >= since);
  const filter = { updated_at__gte: since, updated_at__lte: until };
  return { isNew, filter: isNew ? { ...filter, created_at__gte: since } : filter };
}
