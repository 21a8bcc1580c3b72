import { useQuery } from '@tanstack/react-query';
import { request } from '../api/http';
import type { FieldFact, FieldType } from '../application';
import type { RecordAction } from './action';

/** The part of a schema that says what a field takes. */
interface Schema {
  $ref?: string;
  type?: string | readonly string[];
  format?: string;
  enum?: readonly unknown[];
  maxLength?: number;
  properties?: Readonly<Record<string, Schema>>;
  required?: readonly string[];
  anyOf?: readonly Schema[];
}

interface Operation {
  requestBody?: { content?: Readonly<Record<string, { schema?: Schema } | undefined>> };
}

/** The description of the service, as far as it is read here. */
export interface Description {
  paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  components?: { schemas?: Readonly<Record<string, Schema>> };
}

/** The fields of an action's body: those of the resource file, or those of the service's description; null until they are known. */
export function useBodyFields(resource: string, action: RecordAction): readonly FieldFact[] | null {
  const isAsked = action.body === true && action.fields === undefined;
  const { data } = useQuery({
    queryKey: ['action-buttons', 'openapi'],
    queryFn: async ({ signal }) => (await request<Description>('/openapi.json', { signal })).data,
    staleTime: Infinity,
    enabled: isAsked,
  });
  if (!isAsked) return action.fields ?? [];
  return data ? fieldsIn(data, resource, action) : null;
}

/** The fields that a description has for the body of an action. */
export function fieldsIn(
  { paths, components }: Description,
  resource: string,
  { name, method = 'POST' }: RecordAction,
): readonly FieldFact[] {
  const path = Object.keys(paths).find((one) => isPathOf(one, resource, name)) ?? '';
  const { requestBody } = paths[path]?.[method.toLowerCase()] ?? {};
  const resolved = (schema: Schema): Schema => {
    const known = schema.$ref?.replace('#/components/schemas/', '');
    return known === undefined ? schema : (components?.schemas?.[known] ?? {});
  };
  const body = resolved(requestBody?.content?.['application/json']?.schema ?? {});
  return Object.entries(body.properties ?? {}).map(([source, schema]) =>
    factOf(source, resolved(schema), body.required?.includes(source) ?? false),
  );
}

/** `/order/{id}/refund`, whatever the id is called. */
function isPathOf(path: string, resource: string, name: string): boolean {
  const [, first, id = '', last, ...more] = path.split('/');
  return first === resource && id.startsWith('{') && last === name && more.length === 0;
}

function factOf(source: string, given: Schema, required: boolean): FieldFact {
  // A value that may be null is one of two schemas.
  const schema = given.anyOf?.find(({ type }) => type !== 'null') ?? given;
  const { enum: listed } = schema;
  if (listed?.every((value) => typeof value === 'string'))
    return { source, type: 'enum', values: listed as readonly string[], required };
  return { source, type: typeOf(schema), required };
}

function typeOf({ type, format, maxLength = 0 }: Schema): FieldType {
  const kind = [type].flat().find((one) => one !== 'null');
  if (kind === 'integer' || kind === 'boolean') return kind;
  if (kind === 'number') return 'float';
  if (kind !== 'string') return 'json';
  if (format === 'date-time') return 'datetime';
  if (format === 'date' || format === 'time' || format === 'uuid') return format;
  return maxLength > LONGEST_LINE ? 'text' : 'string';
}

const LONGEST_LINE = 255;
