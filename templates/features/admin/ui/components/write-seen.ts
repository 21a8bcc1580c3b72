import { useDataProvider, useResourceContext } from 'react-admin';
import type { Row } from '../application';
import { sameValue, type Values } from '../api/record-values';

/**
 * Writes values into a record as its reader sees it, which has no version: returns the version into which they are written, and null
 * where others have changed the same fields there meanwhile.
 */
export function useWriteSeen(): (seen: Row, values: Values) => Promise<Row | null> {
  const resource = useResourceContext() ?? '';
  const provider = useDataProvider();
  return async (seen, values) => {
    const { id } = seen;
    const { data: read } = await provider.getOne<Row>(resource, { id });
    if (!Object.keys(values).every((key) => sameValue(read[key], seen[key]))) return null;
    const data = { ...read, ...values };
    await provider.update<Row>(resource, { id, data, previousData: read });
    return read;
  };
}
