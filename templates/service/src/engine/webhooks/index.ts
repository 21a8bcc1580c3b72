/*
 * Webhooks, as `#engine/webhooks`: there with the feature `webhooks`. Its endpoints are rows, which administrators make.
 */

export { WebhookDelivery, type DeliveryStatus } from './webhook-delivery.model.js';
export { WebhookEndpoint } from './webhook-endpoint.model.js';
export { sentWebhooks, webhooks, type WebhookSettings } from './webhooks-feature.js';
