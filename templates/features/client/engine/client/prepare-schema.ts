import type { Schema } from '../docs/openapi-types.js';

/** The schemas of a document, by name. */
export type Schemas = Readonly<Record<string, Schema>>;

/**
 * A schema in words that reach types: what refines an object stands in it as a whole, and names are those that it lists, without
 * patterns that would let any other pass.
 */
export function preparedSchema(given: Schema, schemas: Schemas): Schema {
  const { patternProperties: _, ...schema } = wholeObject(given, schemas) ?? given;
  const prepared = (inner: unknown): unknown =>
    isSchema(inner) ? preparedSchema(inner, schemas) : inner;
  const found = Object.entries(schema).map(([key, value]) => {
    if (NAMED.has(key) && isSchema(value))
      return [key, Object.fromEntries(Object.entries(value).map(([k, v]) => [k, prepared(v)]))];
    if (LISTED.has(key) && Array.isArray(value)) return [key, value.map(prepared)];
    return [key, SINGLE.has(key) ? prepared(value) : value];
  });
  return Object.fromEntries(found) as Schema;
}

/** Words of JSON schema with schemas by name, in a list, and a single one; all others have values. */
const NAMED = new Set(['properties', '$defs']);
const LISTED = new Set(['allOf', 'anyOf', 'oneOf', 'prefixItems']);
const SINGLE = new Set(['items', 'additionalProperties', 'not', 'contains', 'propertyNames']);

const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What a reference and the words beside it, or several objects at once, come to; null where there is no such thing. */
function wholeObject(schema: Schema, schemas: Schemas): Schema | null {
  const { $ref, allOf, ...beside } = schema;
  const refines = Array.isArray(allOf) || ($ref !== undefined && 'required' in beside);
  if (!refines) return null;
  const targets = [...($ref === undefined ? [] : [{ $ref }]), ...((allOf ?? []) as Schema[])];
  const parts = targets
    .map((one) => followed(one, schemas))
    .map((one) => wholeObject(one, schemas) ?? one);
  // Several types at once, which a printer of types can say.
  if (parts.some(({ type }) => type !== 'object')) return null;
  return [...parts, beside].reduce(together);
}

/** What a reference means, with what stands beside it; any other schema as it is. */
export function followed(schema: Schema, schemas: Schemas): Schema {
  const { $ref, ...beside } = schema;
  const found = schemas[String($ref).replace('#/components/schemas/', '')];
  return found === undefined ? schema : { ...found, ...beside };
}

/** Both objects in one: the properties and required names of either. */
function together(one: Schema, other: Schema): Schema {
  const required = [one, other].flatMap((each) => (each['required'] ?? []) as readonly string[]);
  return {
    ...one,
    ...other,
    properties: { ...(one['properties'] as object), ...(other['properties'] as object) },
    ...(required.length > 0 && { required: [...new Set(required)] }),
  };
}
