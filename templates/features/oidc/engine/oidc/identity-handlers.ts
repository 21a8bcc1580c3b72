import type { Request, RequestHandler } from 'express';
import { requireAdministered } from '../auth/administered-user.js';
import type { NumericId } from '../fields/record-id.js';
import { clientOf } from '../http/client.js';
import { paramId } from '../http/param-id.js';
import { readObject } from '../http/read-body.js';
import { conflict, notFound } from '../problem/problem.js';
import type { OidcParts } from './oidc-parts.js';
import { proves } from './provider-door.js';
import type { StoredIdentity } from './stored-identities.js';

type IdentityHandlers = Readonly<Record<'list' | 'remove' | 'listOf' | 'removeOf', RequestHandler>>;

/** What users, and administrators, do with linked accounts. */
export function identityHandlers(parts: OidcParts): IdentityHandlers {
  const { database, identities, engine, events, proofs, settings } = parts;
  const of = (userId: NumericId) => database.read((session) => identities.ofUser(session, userId));

  /** `leavesOne`: also where two are removed at once. */
  const remove = async (
    request: Request,
    userId: NumericId,
    id: NumericId,
    leavesOne: boolean,
  ): Promise<void> => {
    const removed = await database.write(async (session) => {
      if (leavesOne && (await identities.hold(session, userId)) === 1) throw lastWay();
      return identities.remove(session, id, userId);
    });
    if (!removed) throw noSuchIdentity();
    const actorId = request.currentUser!.id;
    events.tell({ kind: 'identity-unlinked', userId, actorId, ...clientOf(request) });
  };

  const administered = async (request: Request): Promise<NumericId> => {
    const id = paramId(request, 'id');
    await requireAdministered(engine, request.currentUser!, id);
    return id;
  };

  return {
    list: async ({ account, currentUser }, response) => {
      const found = await of(currentUser!.id);
      const isLast = found.length === 1 && !(await proofs.hasPassword(account!));
      response.json(found.map((one) => viewOf(one, parts, !isLast)));
    },
    // It may be the way in of somebody who forgot the password: a session alone takes none away.
    remove: async (request, response) => {
      const userId = request.currentUser!.id;
      const id = paramId(request, 'identity');
      const found = await of(userId);
      if (!found.some((one) => one.id === id)) throw noSuchIdentity();
      const leavesOne = !(await proofs.hasPassword(request.account!));
      if (leavesOne && found.length === 1) throw lastWay();
      await proofs.check(request.account!, await readObject(request, settings), clientOf(request));
      await remove(request, userId, id, leavesOne);
      response.status(204).end();
    },
    listOf: async (request, response) => {
      const found = await of(await administered(request));
      response.json(found.map((one) => viewOf(one, parts, true)));
    },
    removeOf: async (request, response) => {
      await remove(request, await administered(request), paramId(request, 'identity'), false);
      response.status(204).end();
    },
  };
}

/** An identity for people, with what its provider decides here. */
function viewOf(one: StoredIdentity, { settingsOf, rules }: OidcParts, removable: boolean) {
  const { id, provider, name, createdAt, usedAt } = one;
  const { roles, tenants } = rules[provider] ?? {};
  const settings = settingsOf(provider);
  return {
    ...{ id, provider, name, removable },
    label: settings?.label ?? provider,
    proves: proves(one, settings, rules),
    decides: [...(roles ? ['roles'] : []), ...(tenants ? ['tenants'] : [])],
    created_at: new Date(createdAt).toISOString(),
    used_at: usedAt === null ? null : new Date(usedAt).toISOString(),
  };
}

const noSuchIdentity = () => notFound('This record does not exist.', 'no-record');

const lastWay = () => {
  const detail = 'This is the only way in: set a password first.';
  return conflict(detail, [], { code: 'last-way-in' });
};
