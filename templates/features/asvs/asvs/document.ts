import { adminToken, expectStatus } from './people.js';
import type { Service } from './service.js';

/** A schema of the OpenAPI document, as far as checks read it. */
export interface Schema {
  readonly $ref?: string;
  readonly anyOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly description?: string;
  readonly pattern?: string;
  readonly examples?: readonly unknown[];
  readonly enum?: readonly unknown[];
  readonly minimum?: number;
  readonly multipleOf?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
}

export interface Operation {
  readonly tags?: readonly string[];
  readonly security?: readonly object[];
  readonly requestBody?: {
    readonly content?: Readonly<Record<string, { readonly schema?: Schema }>>;
  };
}

export interface ApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  /** A schema with what its references say. */
  follow(schema: Schema): Schema;
}

/** `/openapi.json` as the administrator sees it. */
export async function readDocument(service: Service): Promise<ApiDocument> {
  const token = await adminToken(service);
  const { json } = expectStatus(await service.ask('GET', '/openapi.json', { token }), 200);
  const { paths, components } = json as {
    paths: ApiDocument['paths'];
    components: { schemas: Record<string, Schema> };
  };
  const follow = (schema: Schema): Schema => {
    const { $ref, allOf = [], ...own } = schema;
    const named = $ref === undefined ? {} : follow(components.schemas[$ref.split('/').at(-1)!]!);
    return Object.assign({}, named, ...allOf.map(follow), own) as Schema;
  };
  return { paths, follow };
}
