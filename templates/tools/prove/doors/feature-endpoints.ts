import type { Action } from '../../../service/engine/model/access-rules.js';
import type { ModelInfo } from '../../../service/engine/model/model-info.js';
import type { Naive, Person } from '../naive/naive.js';
import type { Request } from '../service/request.js';
import { wrongStatus, type Door, type Question } from './door.js';

const NOBODY = 999_999_999;

/** An endpoint for which users need an action of a model. */
export interface Guarded {
  readonly method: Request['method'];
  readonly path: string;
  readonly model: string;
  readonly action: Action;
  /** The status for actors who have the action. The requests name no row and have no values, so they write nothing. */
  readonly allowed: number;
}

const ofUsers = (method: Request['method'], path: string, allowed: number): Guarded => ({
  ...{ method, path, model: 'User', action: 'create', allowed },
});
const ofRow = (path: string, model: string): Guarded => ({
  ...{ method: 'POST', path, model, action: 'edit', allowed: 404 },
});

const GUARDED: Readonly<Record<string, readonly Guarded[]>> = {
  invitations: [
    ofUsers('GET', '/auth/invitations', 200),
    ofUsers('POST', '/auth/invitations', 422),
    ofUsers('DELETE', '/auth/invitations/{id}', 404),
    ofUsers('POST', '/auth/invitations/{id}/resend', 404),
  ],
  jobs: [
    ofRow('/background_job/{id}/retry', 'BackgroundJob'),
    ofRow('/background_job/{id}/cancel', 'BackgroundJob'),
  ],
  webhooks: [
    ofRow('/webhook_endpoint/{id}/rotate', 'WebhookEndpoint'),
    ofRow('/webhook_endpoint/{id}/test', 'WebhookEndpoint'),
    ofRow('/webhook_delivery/{id}/resend', 'WebhookDelivery'),
  ],
};

/** An administrator creates a user; every service has this endpoint. */
export const REGISTRATION: Guarded = ofUsers('POST', '/auth/register', 422);

/** Endpoints of features that need an action of a model, and refuse actors who lack it. */
export const featureEndpoints: readonly Door[] = Object.entries(GUARDED).map(([name, all]) => ({
  name,
  feature: name,
  claims: ({ method, path }) => all.some((one) => one.method === method && one.path === path),
  *questions({ naive, asked }, actor, model) {
    if (model !== asked[0]) return;
    for (const one of all) yield askGuarded(one, model, { naive, actor });
  },
}));

export function askGuarded(
  { method, path, model: about, action, allowed }: Guarded,
  { name: model }: ModelInfo,
  { naive, actor }: { readonly naive: Naive; readonly actor: Person },
): Question {
  const body = method === 'POST' && !path.includes('{id}') ? { body: {} } : {};
  return {
    model,
    request: { method, path: path.replace('{id}', String(NOBODY)), ...body },
    judge(answer) {
      const expected = naive.may(actor, action, about) ? allowed : 403;
      return answer.status === expected ? null : { ...wrongStatus(expected, answer), about };
    },
  };
}
