import { isDeepStrictEqual } from 'node:util';
import type { ModelInfo } from '../../../service/engine/model/model-info.js';
import type { Naive, Person } from '../naive/naive.js';
import type { Answer } from '../service/request.js';
import { askGuarded, REGISTRATION } from './feature-endpoints.js';
import { wrongStatus, type Door, type Proof, type Question, type Wrong } from './door.js';

const PATHS = [
  ...['me', 'roles', 'tenants', 'resource-permissions', 'field-permissions', 'role-permissions'],
].map((name) => `/auth/${name}`);

/** The permissions that pages ask for before they show a button or a field, and the registration of users. */
export const permissions: Door = {
  name: 'permissions',
  claims: ({ method, path }) =>
    method === 'GET' ? PATHS.includes(path) : method === 'POST' && path === REGISTRATION.path,
  *questions(proof, actor, model) {
    if (model !== proof.asked[0]) return;
    const ask = asking(model);
    yield ask('/auth/me', 200, (body) => wrongProfile(body, actor));
    const { naive } = proof;
    // Without a role users only see themselves.
    const status = actor.roles.length > 0 ? 200 : 403;
    yield ask('/auth/roles', status, (body) => wrongRoles(body, naive));
    yield ask('/auth/tenants', status, (body) => wrongTenants(body, proof, actor));
    yield ask('/auth/resource-permissions', status, (body) => wrongExceptions(body, proof));
    yield ask('/auth/field-permissions', status, (body) => wrongFields(body, proof, actor));
    yield askGuarded(REGISTRATION, model, { naive, actor });
    const mayEditRoles = naive.may(actor, 'edit', 'Role') ? 200 : 403;
    for (const [role, methods] of naive.roles)
      yield ask(
        `/auth/role-permissions?role=${encodeURIComponent(role)}&methods=${methods.join()}`,
        status === 403 ? 403 : mayEditRoles,
        (body) => wrongOfRole(body, role, proof),
      );
  },
};

const asking =
  ({ name: model }: ModelInfo) =>
  (path: string, status: number, wrong: (body: unknown) => Wrong | null): Question => ({
    model,
    request: { method: 'GET', path },
    judge: (answer: Answer) => {
      if (answer.status !== status) return wrongStatus(status, answer);
      return status === 200 ? wrong(answer.body) : null;
    },
  });

function differ(told: unknown, expected: unknown): Wrong | null {
  if (isDeepStrictEqual(told, expected)) return null;
  return { expected: JSON.stringify(expected), told: JSON.stringify(told) ?? 'nothing' };
}

function wrongProfile(body: unknown, { id, username, roles, tenants }: Person): Wrong | null {
  const { id: one, username: name, roles: some, tenants: own } = body as Person;
  const told = { id: one, username: name, roles: some.toSorted(), tenants: own.toSorted() };
  return differ(told, { id, username, roles: roles.toSorted(), tenants: tenants.toSorted() });
}

const wrongRoles = (body: unknown, { roles }: Naive): Wrong | null => {
  const names = (body as { readonly name: string }[]).map(({ name }) => name);
  return differ(names.toSorted(), [...roles.keys()].sort());
};

const ACTIONS = ['list', 'show', 'create', 'edit', 'delete'];

/** Compares with the tenants of the reader, or with all tenants if some rule shows the reader the records of all tenants. */
function wrongTenants(
  body: unknown,
  { naive, people, models }: Proof,
  actor: Person,
): Wrong | null {
  const told = body as {
    readonly tenants: { readonly id: number }[];
    readonly every_tenant: string[];
  };
  const every = models.filter(
    ({ name }) =>
      naive.rules[name]!.tenants.length > 0 &&
      ACTIONS.some((action) => naive.isExcepted(naive.as(actor, action, name), name)),
  );
  const wrong = differ(told.every_tenant.toSorted(), every.map(({ prefix }) => prefix).sort());
  const expected = every.length > 0 ? people.tenants : actor.tenants;
  return wrong ?? differ(told.tenants.map(({ id }) => id).sort(), expected.toSorted());
}

function wrongExceptions(body: unknown, { naive, models }: Proof): Wrong | null {
  const rules = models.map(({ name, prefix }) => [prefix, naive.rules[name]!.roles] as const);
  const expected = rules.filter(([, roles]) => Object.keys(roles).length > 0);
  return differ(body, Object.fromEntries(expected));
}

/** Whether a person may read a field by any action, and write it by any action. */
function mayField(naive: Naive, person: Person, model: string, field: string) {
  const some = (actions: readonly string[], open: (action: string) => ReadonlySet<string>) =>
    actions.some((action) => naive.may(person, action, model) && open(action).has(field));
  return {
    read: some(['list', 'show'], (action) => naive.readable(person, action, model)),
    write: some(['create', 'edit'], (action) => naive.writable(person, action, model)),
  };
}

/** The fields of the naive models, which lack fields that are only written, such as a password. */
const knownFields = (naive: Naive, { name }: ModelInfo): readonly string[] =>
  naive.models[name]!.fields.map((field) => field.name);

function wrongFields(body: unknown, { naive, models }: Proof, actor: Person): Wrong | null {
  const told = body as Record<string, Record<string, unknown>>;
  for (const model of models) {
    const { name, prefix } = model;
    const fields = knownFields(naive, model).filter((field) => field in naive.rules[name]!.fields);
    const expected = fields.map((field) => [field, mayField(naive, actor, name, field)] as const);
    const some = fields.map((field) => [field, told[prefix]?.[field]] as const);
    const wrong = differ(Object.fromEntries(some), Object.fromEntries(expected));
    if (wrong) return { ...wrong, about: name };
  }
  return null;
}

/** Compares with the actions and fields of a role alone. */
function wrongOfRole(body: unknown, role: string, { naive, models }: Proof): Wrong | null {
  const person: Person = { id: 0, username: '', roles: [role], tenants: [] };
  const told = body as Record<string, { actions: string[]; fields: Record<string, unknown> }>;
  for (const model of models) {
    const { actions = [], fields = {} } = told[model.prefix] ?? {};
    const may = ACTIONS.filter((action) => naive.may(person, action, model.name));
    const names = knownFields(naive, model);
    const expected = names.map((field) => [field, mayField(naive, person, model.name, field)]);
    const wrong =
      differ(
        ACTIONS.filter((action) => actions.includes(action)),
        may,
      ) ??
      differ(
        Object.fromEntries(names.map((field) => [field, fields[field]])),
        Object.fromEntries(expected),
      );
    if (wrong) return { ...wrong, about: model.name };
  }
  return null;
}
