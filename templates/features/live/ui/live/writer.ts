import { useQuery } from '@tanstack/react-query';
import { useDataProvider } from 'react-admin';
import { request } from '../api/http';
import { knownRecord, sessionMayDo } from '../api/session';
import {
  useDefinition,
  type FieldFact,
  type ModelDefinition,
  type RecordId,
  type Row,
} from '../application';

const WRITER = /^updated_by(_id)?$/;

/** The field with the user who has changed a record last; undefined for a model without one. */
export const writerField = (definition: ModelDefinition | undefined): FieldFact | undefined =>
  definition?.fields.find(
    ({ source, reference }) => reference !== undefined && WRITER.test(source),
  );

/**
 * The name of whoever has changed a record last, where the model or its history keeps it and the reader may know it, and null
 * elsewhere; undefined until that is known.
 */
export function useWriter(
  resource: string,
  row: Row | null | undefined,
): string | null | undefined {
  const definition = useDefinition(resource);
  const provider = useDataProvider();
  const field = writerField(definition);
  const labelOf = async ({ reference = '' }: FieldFact, id: RecordId) => {
    const known = knownRecord(reference, id);
    if (known !== undefined || !sessionMayDo('list', reference)) return known;
    return (await provider.getMany<Row>(reference, { ids: [id] })).data[0]?._label;
  };
  const nameOf = async ({ id, ...values }: Row): Promise<string | undefined> => {
    if (field === undefined) return definition?.history ? lastInHistory(resource, id) : undefined;
    const writer = values[field.source] as RecordId | null | undefined;
    if (writer === null || writer === undefined) return undefined;
    return field.keyField === undefined ? labelOf(field, writer) : String(writer);
  };
  const { data, isPending } = useQuery({
    queryKey: ['live', resource, row?.id, row?.['updated_at'], row?._etag],
    queryFn: () =>
      nameOf(row!).then(
        (name) => name ?? null,
        () => null,
      ),
    enabled: row !== null && row !== undefined,
  });
  return isPending ? undefined : data;
}

/** The user of the last change of a record. */
async function lastInHistory(resource: string, id: RecordId): Promise<string | undefined> {
  const asked = new URLSearchParams({ model: resource, id: String(id), _end: '1' });
  const { data } = await request<readonly Entry[]>(`/_history?${asked}`);
  return data[0]?.by?.username;
}

interface Entry {
  by: { username: string } | null;
}
