import { defineAccess } from '../model/access-rules.js';
import { defineRoutes } from '../model/define-routes.js';
import { modelModule } from '../model/model-module.js';
import { conflict } from '../problem/problem.js';
import { queueAgain } from './queue-delivery.js';
import { WebhookDelivery } from './webhook-delivery.model.js';

const noRoles = { write: [] } as const;

/** Administrators see what was sent, and may delete it. Nobody writes it. */
const access = defineAccess<WebhookDelivery>({
  roles: { Admin: ['list', 'show', 'edit', 'delete', 'field'], '*': [] },
  fields: {
    ...{
      endpoint_id: noRoles,
      event_id: noRoles,
      type: noRoles,
      status: noRoles,
      payload: noRoles,
    },
    ...{ attempts: noRoles, response_status: noRoles, response_body: noRoles, error: noRoles },
    last_attempt_at: noRoles,
  },
});

const routes = defineRoutes(WebhookDelivery, (route) => {
  route.post(
    '/:id/resend',
    { action: 'edit', summary: 'Sends the message again, with the same webhook-id' },
    async ({ id, records, transaction }) => {
      const delivery = id('id');
      const { payload } = await records.get(delivery);
      if (payload === null)
        throw conflict('The user of the endpoint is missing, so there is no message.');
      await transaction(async (tx) => {
        await tx.manager.update(WebhookDelivery, delivery, { status: 'pending', error: null });
        await queueAgain(tx, delivery);
      });
      return records.get(delivery);
    },
  );
});

/** Deliveries as a model of the service. */
export const webhookDeliveries = modelModule({ entity: WebhookDelivery, access, routes });
