import { randomUUID } from 'node:crypto';
import { readDocument, type ApiDocument, type Schema } from './document.js';
import { adminToken, createPerson, createRole, createTenant, expectStatus } from './people.js';
import type { Service } from './service.js';

/** What a role may do with a model, as `/auth/role-permissions` says. */
export interface Permissions {
  readonly actions: readonly string[];
  readonly fields: Readonly<Record<string, { readonly read: boolean; readonly write: boolean }>>;
  /** The rules that let rows through; null where the role sees every row. */
  readonly rows: readonly { readonly rule: string; readonly field?: string }[] | null;
}

const METHODS = ['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** Prefix -> permissions of a role with these methods. */
export async function permissionsOf(
  service: Service,
  role: string,
  methods: readonly string[] = METHODS,
): Promise<Readonly<Record<string, Permissions>>> {
  const token = await adminToken(service);
  const path = `/auth/role-permissions?role=${encodeURIComponent(role)}&methods=${methods.join()}`;
  return expectStatus(await service.ask('GET', path, { token }), 200).json as Record<
    string,
    Permissions
  >;
}

/** The key of a record, as answers have it. */
type Id = number | string;

/** A record of a model whose role sees only some rows. */
export interface GuardedRow {
  readonly prefix: string;
  readonly id: Id;
  readonly rules: readonly string[];
}

/** Rows in a tenant, and a role without exceptions for which there are row rules. */
export interface GuardedRows {
  readonly role: string;
  readonly tenant: number;
  readonly rows: readonly GuardedRow[];
}

const made = new WeakMap<Service, Promise<GuardedRows>>();

/** A row, made by an Admin in a tenant of its own, of each model with row rules; made once. */
export function guardedRows(service: Service): Promise<GuardedRows> {
  const known = made.get(service) ?? makeRows(service);
  made.set(service, known);
  return known;
}

async function makeRows(service: Service): Promise<GuardedRows> {
  const role = await createRole(service, METHODS);
  const tenant = await createTenant(service);
  const models = await permissionsOf(service, role);
  const ids = await rowOfEach(service, Object.entries(models), tenant);
  const rows = [...ids].flatMap(([prefix, id]): GuardedRow[] => {
    const rules = models[prefix]!.rows;
    return rules === null ? [] : [{ prefix, id, rules: rules.map(({ rule }) => rule) }];
  });
  return { role, tenant, rows };
}

export const BUILT_IN = ['user', 'role', 'tenant'];

/** Model by model, those first whose references exist; a model of which no row can be made like this has none. */
async function rowOfEach(
  service: Service,
  models: readonly (readonly [string, Permissions])[],
  tenant: number,
): Promise<ReadonlyMap<string, Id>> {
  const document = await readDocument(service);
  // Rules of tenants may hold for Admins, too: it takes one who belongs to it.
  const { token } = await createPerson(service, { roles: ['Admin'], tenants: [tenant] });
  const ids = new Map<string, Id>();
  for (let before = -1; before < ids.size;) {
    before = ids.size;
    for (const [prefix, { rows }] of models) {
      if (ids.has(prefix) || BUILT_IN.includes(prefix)) continue;
      const tenants = (rows ?? []).filter(({ rule }) => rule === 'tenant');
      const own = tenants.flatMap(({ field }) => (field ? [[field, tenant] as const] : []));
      const body = { ...bodyFor(document, prefix, ids), ...Object.fromEntries(own) };
      const answer = await service.ask('POST', `/${prefix}`, { token, body });
      if (answer.status === 201) ids.set(prefix, (answer.json as { id: Id }).id);
    }
  }
  return ids;
}

/** A body with what a new record of the model needs; `ids` are records by the prefixes of their models. */
function bodyFor(
  { paths, follow }: ApiDocument,
  prefix: string,
  ids: ReadonlyMap<string, Id>,
): object {
  const { schema } = paths[`/${prefix}`]?.post?.requestBody?.content?.['application/json'] ?? {};
  const { required = [], properties = {} } = follow(schema?.anyOf?.[0] ?? schema ?? {});
  const models = new Map([...ids].map(([of, id]) => [paths[`/${of}`]?.['get']?.tags?.[0], id]));
  return Object.fromEntries(
    required.map((name) => {
      const one = follow(properties[name] ?? {});
      const [, model] = /^The id of an? (\w+)\.$/.exec(one.description ?? '') ?? [];
      return [name, models.get(model) ?? valueFor(one)];
    }),
  );
}

const FORMATS: Readonly<Record<string, string>> = {
  date: '2030-01-31',
  'date-time': '2030-01-31T12:00:00Z',
  time: '12:00:00',
  email: 'somebody@service.example',
  uri: 'https://service.example/',
};

/** A value that the schema allows; a reference to a user or tenant is the first record, as the database is new. */
function valueFor(schema: Schema): unknown {
  const type = [schema.type ?? []].flat()[0];
  if (schema.enum) return schema.enum[0];
  if (type === 'integer') return Math.max(1, schema.minimum ?? 1);
  if (type === 'number') return Math.max(1, schema.minimum ?? 1);
  if (type === 'boolean') return false;
  if (type === 'array') return [];
  if (type !== 'string') return {};
  if (schema.format === 'uuid') return randomUUID();
  const known = FORMATS[schema.format ?? ''];
  const length = Math.min(Math.max(4, schema.minLength ?? 0), schema.maxLength ?? Infinity);
  const text = 'x'.repeat(length);
  const isFitting = new RegExp(schema.pattern ?? '', 'u').test(text);
  return known ?? (isFitting ? text : (schema.examples?.[0] ?? text));
}
