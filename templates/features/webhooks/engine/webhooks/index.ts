/*
 * Webhooks, as `#engine/webhooks`: available with the feature `webhooks`. Its endpoints are rows, which administrators
 * create.
 */

export { WebhookDelivery, type DeliveryStatus } from './webhook-delivery.model.js';
export { WebhookEndpoint } from './webhook-endpoint.model.js';
export { sentWebhooks, webhooks, type WebhookSettings } from './webhooks-feature.js';
