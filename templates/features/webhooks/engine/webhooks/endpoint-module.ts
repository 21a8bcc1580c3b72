import type { EntityManager } from 'typeorm';
import { readAccount } from '../auth/directory.js';
import type { Session } from '../database/dialect.js';
import { databaseOf } from '../database/scoped-data-source.js';
import type { NumericId } from '../fields/record-id.js';
import { defineAccess } from '../model/access-rules.js';
import { defineHooks, type TransactionContext } from '../model/define-hooks.js';
import { defineRoutes } from '../model/define-routes.js';
import { modelModule } from '../model/model-module.js';
import { type FieldProblem, hint, invalid, show } from '../problem/problem.js';
import { queueDelivery } from './queue-delivery.js';
import { newSecret } from './sign.js';
import { WebhookDelivery } from './webhook-delivery.model.js';
import { WebhookEndpoint } from './webhook-endpoint.model.js';
import { webhooksOn } from './webhooks.js';

/** Administrators only: an endpoint receives everything that some user may see. */
const access = defineAccess<WebhookEndpoint>({
  roles: { Admin: ['list', 'show', 'create', 'edit', 'delete', 'clone', 'field'], '*': [] },
  fields: { switched_off: { write: [] } },
});

const hooks = defineHooks(WebhookEndpoint, {
  beforeTransaction: ({ operation }) =>
    operation === 'create' ? { secret: newSecret() } : undefined,
  beforeSave: async ({ values, session }) => {
    const [first, ...rest] = await problemsOf(values, session);
    if (first) throw invalid([first, ...rest]);
    return values.active === true ? { switched_off: null } : undefined;
  },
  afterSave: forgetAfterCommit,
  afterDelete: forgetAfterCommit,
});

/** Milliseconds for which messages are also signed with the former secret. */
const FORMER_LIFETIME = 24 * 3_600_000;

const routes = defineRoutes(WebhookEndpoint, (route) => {
  route.post(
    '/:id/rotate',
    { action: 'edit', summary: 'Returns a new secret, which is not shown again' },
    async ({ id, records, transaction }) => {
      const endpoint = id('id');
      await records.get(endpoint);
      const secret = newSecret();
      await transaction(({ manager }) => rotate(endpoint, secret, manager));
      return { secret };
    },
  );

  route.post(
    '/:id/test',
    { action: 'edit', summary: 'Sends a message of the type webhook.test' },
    async ({ id, records, crud, transaction }) => {
      const endpoint = id('id');
      await records.get(endpoint);
      const delivery = await transaction((tx) => queueDelivery(tx, endpoint, 'webhook.test', {}));
      return crud(WebhookDelivery).get(delivery);
    },
  );
});

const rotate = (id: NumericId, secret: string, manager: EntityManager) =>
  manager
    .createQueryBuilder()
    .update(WebhookEndpoint)
    .set({
      former_secret: () => 'secret',
      former_until: new Date(Date.now() + FORMER_LIFETIME),
      secret,
    })
    .where({ id })
    .execute();

/** Problems of values to be written, beyond their fields' own checks. */
async function problemsOf(
  { url, events, user_id }: Partial<WebhookEndpoint>,
  session: Session,
): Promise<FieldProblem[]> {
  const database = databaseOf(session.runner().connection);
  const problems: FieldProblem[] = [];
  const wrong = (field: string, message: string) =>
    problems.push({ field, code: 'webhook', message });
  if (url !== undefined && new URL(url).username + new URL(url).password !== '')
    wrong('url', 'The url must not contain a user or password: messages are signed instead.');
  if (events !== undefined) {
    const problem = eventsProblem(events, webhooksOn(database).events());
    if (problem) wrong('events', problem);
  }
  if (user_id !== undefined && !(await readAccount(user_id, session, database))?.active)
    wrong('user_id', `There is no active user with the id ${user_id}.`);
  return problems;
}

function eventsProblem(events: unknown, all: readonly string[]): string | null {
  if (!Array.isArray(events) || events.length === 0)
    return `events must be a list such as ["${all[0]}"].`;
  const unknown = events.find((event) => !all.includes(event as string)) as unknown;
  if (unknown === undefined) return null;
  const word = typeof unknown === 'string' ? unknown : JSON.stringify(unknown);
  const help =
    hint(word.slice(0, 100), all) || `; there are ${all.slice(0, 3).join(', ')} and so on`;
  return `There is no event ${show(word)}${help}`;
}

/** Synchronously with the commit, so that the next write is already reported. */
function forgetAfterCommit({ manager }: TransactionContext): void {
  const database = databaseOf(manager.dataSource);
  const run = () => webhooksOn(database).forget();
  database.afterCommit({ place: 'WebhookEndpoint', run, atOnce: true });
}

/** Endpoints as a model of the service. */
export const webhookEndpoints = modelModule({ entity: WebhookEndpoint, access, hooks, routes });
