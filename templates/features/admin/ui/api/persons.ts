import type { HttpError } from 'react-admin';
import type { Row } from '../application';
import { isTransient, listQuery, request, type ListQuery } from './http';
import { soughtPersons } from './relative';

/**
 * A request for a list as the service's query string, once the records are found by which whoever asks is told in other models,
 * such as their employee: a filter may be about them.
 */
export async function foundQuery(asked: ListQuery): Promise<string> {
  const { resource = '', filter = {} } = asked;
  await Promise.all(
    soughtPersons(resource, filter).map(async (sought) => {
      const pagination = { page: 1, perPage: 1 };
      const query = listQuery({ pagination, filter: { ...sought.filter, _fields: 'id' } });
      const found = await fetchRows(`/${sought.reference}?${query}`);
      sought.keep(found[0]?.id ?? null);
    }),
  );
  return listQuery(asked);
}

/** Whoever may not see which record is theirs has none. */
async function fetchRows(path: string): Promise<readonly Row[]> {
  try {
    return (await request<Row[]>(path)).data;
  } catch (error) {
    if (isTransient(error as HttpError) || (error as HttpError).status === 401) throw error;
    return [];
  }
}
