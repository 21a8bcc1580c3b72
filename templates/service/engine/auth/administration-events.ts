import type { CommitEvent } from '../model/define-hooks.js';
import { inTurn, type ModelHooks } from '../model/hooks.js';
import type { ModelModule } from '../model/model-module.js';
import { SYSTEM_USER } from '../access/policy.js';
import { Role, emailKey, type UserEntity, type UserRow } from './entities.js';
import type { SecurityEvents } from './security-events.js';

const DONE = { create: 'created', update: 'changed', delete: 'removed' } as const;

/** The columns whose changes do not change what somebody may do. */
const ASIDE = ['updated_at', 'token_version', 'username_key', 'email_key', 'password_is_initial'];

/** Models among which writes to users and roles are told as security events; what the service itself writes is told where it happens. */
export const withAdministrationEvents = (
  models: readonly ModelModule[],
  user: UserEntity,
  tell: SecurityEvents['tell'],
): readonly ModelModule[] =>
  models.map((model) => {
    if (model.entity === user) return told(model, userEvents(user, tell));
    return model.entity === Role ? told(model, roleEvents(tell)) : model;
  });

const told = (model: ModelModule, events: ModelHooks): ModelModule => ({
  ...model,
  hooks: inTurn(model.hooks ?? {}, events),
});

const userEvents = (user: UserEntity, tell: SecurityEvents['tell']): ModelHooks => ({
  afterCommit: async (event: CommitEvent<UserRow>) => {
    const { operation, before, after, system } = event;
    if (event.user.id === SYSTEM_USER.id) return;
    const { id: userId, username } = after ?? before!;
    // The row does not have the roles: those that count are those of now.
    const [found] = await Promise.allSettled([
      after && system(user).findOne({ where: { id: userId } }),
    ]);
    const now = found.status === 'fulfilled' ? found.value : null;
    const roles = now?.roles && { roles: now.roles.join(', ') };
    tell({
      kind: `user-${DONE[operation]}`,
      userId,
      actorId: event.user.id,
      ...event.client,
      ...(after && formerEmailOf(before, after)),
      facts: { username, ...roles, ...changesOf(before, after) },
    });
    // The database may be too busy to read: what has happened is told all the same.
    if (found.status === 'rejected') throw found.reason;
  },
});

type Address = Pick<UserRow, 'email'>;

function formerEmailOf(before: Address | null, after: Address): { formerEmail?: string } {
  const { email = null } = before ?? {};
  const isKept = email === null || emailKey(email) === emailKey(after.email ?? '');
  return isKept ? {} : { formerEmail: email };
}

const roleEvents = (tell: SecurityEvents['tell']): ModelHooks => ({
  afterCommit: ({ operation, before, after, user, client }: CommitEvent<Role>) => {
    if (user.id === SYSTEM_USER.id) return;
    const { name, allowed_methods } = after ?? before!;
    const facts = { role: name, methods: allowed_methods.join(', '), ...changesOf(before, after) };
    tell({ kind: `role-${DONE[operation]}`, userId: null, actorId: user.id, ...client, facts });
  },
});

/** The names of the columns that a change has altered, without their values. */
function changesOf<T extends object>(before: T | null, after: T | null): { changed?: string } {
  if (before === null || after === null) return {};
  const names = (Object.keys(after) as (keyof T & string)[]).filter(
    (name) => JSON.stringify(after[name]) !== JSON.stringify(before[name]),
  );
  const told = names.filter((name) => !ASIDE.includes(name)).map((name) => SHOWN[name] ?? name);
  return { changed: told.join(', ') };
}

const SHOWN: Readonly<Record<string, string>> = { password_hash: 'password' };
