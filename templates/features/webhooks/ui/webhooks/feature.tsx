import DeliveryIcon from '@mui/icons-material/OutboxOutlined';
import EndpointIcon from '@mui/icons-material/WebhookOutlined';
import { definition, type UiFeature } from '../application';

/** Webhooks: their endpoints and the log of deliveries, for users who may see them. */
export const webhooks: UiFeature = {
  name: 'webhooks',
  resources: [
    {
      name: 'webhook_endpoint',
      model: 'WebhookEndpoint',
      label: 'Webhook |||| Webhooks',
      icon: EndpointIcon,
      load: definition(() => import('./definitions'), 'endpointDefinition'),
    },
    {
      name: 'webhook_delivery',
      model: 'WebhookDelivery',
      label: 'Webhook delivery |||| Webhook deliveries',
      icon: DeliveryIcon,
      readOnly: true,
      load: definition(() => import('./definitions'), 'deliveryDefinition'),
    },
  ],
  texts: {
    en: {
      test: 'Send a test',
      tested: 'A test is being sent to %{name}',
      resend: 'Send again',
      resent: '%{name} is being sent again',
      rotate: 'New secret',
      rotated: '%{name} has a new secret',
      secret: 'Secret',
      secret_help:
        'Messages are signed with it from now on, and for one day also with the previous one. Copy it to the receiver: it will not be shown again.',
      close: 'I have copied it',
      events_help: 'The events that it is notified of',
      user_help: 'It only receives what this user may see',
    },
  },
};
