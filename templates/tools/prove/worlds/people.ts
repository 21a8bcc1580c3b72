import type { NumericId, RecordId } from '../../../service/engine/fields/record-id.js';
import { ALL_METHODS } from '../../../service/engine/model/access-rules.js';
import type { LinkInfo, ModelInfo } from '../../../service/engine/model/model-info.js';
import { statementOf, type Session } from '../../../service/engine/database/dialect.js';
import type { OwnTools } from '../../own-code.js';
import type { Person } from '../naive/naive.js';
import { makeKey } from '../service/make-key.js';
import { TOKEN_VERSION, type ProvedService } from '../service/start-service.js';

/** Who is in every world: the user who asks, somebody else, and the tenants that are theirs or not. */
export interface People {
  readonly me: NumericId;
  readonly other: NumericId;
  readonly tenants: readonly [own: NumericId, foreign: NumericId];
  /** Role -> the methods that it allows. */
  readonly roles: ReadonlyMap<string, readonly string[]>;
  /** The user who asks, with each combination of roles and tenants. */
  readonly actors: readonly Person[];
}

const ME = 'proved';
/** So many roles are combined in pairs; of more, those that rules name. */
const PAIRED = 5;

/** Creates the users, roles and tenants of all worlds. */
export async function createPeople(service: ProvedService, tools: OwnTools): Promise<People> {
  const { database, directory, models } = service;
  const roles = new Map(
    (await directory.listRoles()).map(({ name, allowed_methods }) => [name, allowed_methods]),
  );
  const missing = namedRoles(models).filter((name) => !roles.has(name));
  const [me, other, own, foreign] = await database.write(async (session) => {
    const users = tools.usersTable(database);
    const tenants = tools.tenantsTable(database);
    // A role that only rules name is one that an administrator is going to create.
    for (const name of missing)
      await tools.rolesTable(database).insert({ name, allowed_methods: [...ALL_METHODS] }, session);
    const ids: NumericId[] = [];
    for (const username of [ME, 'somebody else'])
      ids.push(
        await users.insert(
          {
            ...{ username, username_key: tools.usernameKey(username) },
            ...{ password_hash: 'nobody signs in', token_version: TOKEN_VERSION, status: 'Active' },
          },
          session,
        ),
      );
    for (const name of ['own', 'foreign'])
      ids.push(await tenants.insert({ name, status: 'Active' }, session));
    return ids as [NumericId, NumericId, NumericId, NumericId];
  });
  directory.changed();
  for (const name of missing) roles.set(name, [...ALL_METHODS]);
  const tenants = [own, foreign] as const;
  return { me, other, tenants, roles, actors: actorsOf(me, [...roles.keys()], tenants, models) };
}

/** Whether a model has the users, or their roles or tenants: the rows of all worlds. */
export const isOfPeople = ({ table }: ModelInfo): boolean =>
  /^auth_(user|role|tenant)$/.test(table);

/** The roles that rules speak about. */
function namedRoles(models: readonly ModelInfo[]): readonly string[] {
  const named = models.flatMap(({ access }) => [
    ...Object.keys(access.roles),
    ...Object.values(access.fields).flatMap(({ read = [], write = [] }) => [...read, ...write]),
    ...(access.rows ?? []).flatMap(({ roles = [] }) => roles),
  ]);
  return [...new Set(named)].filter((name) => name !== '*');
}

/** Each set of roles with each set of tenants; pairs of roles, which could lend each other rows, with the tenant of their own. */
function actorsOf(
  id: NumericId,
  roles: readonly string[],
  [own, foreign]: readonly [NumericId, NumericId],
  models: readonly ModelInfo[],
): readonly Person[] {
  const hasTenants = models.some(({ access }) =>
    access.rows?.some(({ kind }) => kind === 'tenant'),
  );
  const all = hasTenants ? [[own], [], [own, foreign]] : [[own]];
  const person = (some: readonly string[], tenants: readonly NumericId[]): Person => ({
    ...{ id, username: ME, roles: some, tenants },
  });
  const paired = roles.length <= PAIRED ? roles : namedRoles(models).slice(0, PAIRED);
  const pairs = paired.flatMap((one, at) => paired.slice(at + 1).map((two) => [one, two]));
  return [
    person([], [own]),
    ...roles.flatMap((role) => all.map((tenants) => person([role], tenants))),
    ...pairs.map((pair) => person(pair, [own])),
  ];
}

/** Gives the user who asks these roles and tenants, as an administrator would, and an API key if the actor has limits. */
export async function becomeActor(service: ProvedService, actor: Person): Promise<void> {
  const { id, tenants, limits } = actor;
  const roles = limits?.owned ?? actor.roles;
  const { database, directory, models } = service;
  const users = models.find(({ table }) => table === 'auth_user')!;
  const ids = new Map((await directory.listRoles()).map((role) => [role.name, role.id] as const));
  const held: readonly (readonly [string, readonly NumericId[]])[] = [
    ['roles', roles.map((role) => ids.get(role)!)],
    ['tenants', tenants],
  ];
  await database.write(async (session) => {
    for (const [name, others] of held) {
      const link = users.links.find((one) => one.name === name);
      if (link) await setLinks(service, session, { link, id, others });
    }
  });
  directory.changed();
  if (limits) service.keys.set(id, await makeKey(service, actor, limits));
  else service.keys.delete(id);
}

/** The rows of a join table for one row. */
export async function setLinks(
  { database }: ProvedService,
  session: Session,
  { link, id, others }: { link: LinkInfo; id: RecordId; others: readonly RecordId[] },
): Promise<void> {
  const { quote, placeholder } = database.dialect;
  const [table, own, other] = [link.table, link.ownColumn, link.otherColumn].map(quote);
  const mark = placeholder(1);
  await session.run(statementOf(`DELETE FROM ${table} WHERE ${own} = ${mark}`), [id]);
  for (const one of others)
    await session.run(
      statementOf(`INSERT INTO ${table} (${own}, ${other}) VALUES (${mark}, ${placeholder(2)})`),
      [id, one],
    );
}
