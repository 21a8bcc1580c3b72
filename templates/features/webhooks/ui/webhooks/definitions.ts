import { page, type ModelDefinition } from '../application';

/** Endpoints: their definition and pages. */
export const endpointDefinition: ModelDefinition = {
  timestamps: true,
  parent: null,
  messages: {
    fields: {
      url: 'URL',
      description: 'Description',
      events: 'Events',
      user_id: 'Acts as',
      active: 'Active',
      switched_off: 'Switched off because',
      deliveries: 'Deliveries',
      created_at: 'Created at',
      updated_at: 'Updated at',
    },
  },
  list: page(() => import('./endpoint-pages'), 'EndpointList'),
  show: page(() => import('./endpoint-pages'), 'EndpointShow'),
  create: page(() => import('./endpoint-pages'), 'EndpointCreate'),
  edit: page(() => import('./endpoint-pages'), 'EndpointEdit'),
  fields: [
    { source: 'url', type: 'string', required: true },
    { source: 'description', type: 'string' },
    { source: 'user_id', type: 'ref', reference: 'user', required: true },
    { source: 'active', type: 'boolean', required: true },
  ],
};

const show = page(() => import('./delivery-pages'), 'DeliveryShow');

/** Deliveries: their definition and pages. */
export const deliveryDefinition: ModelDefinition = {
  timestamps: false,
  parent: null,
  messages: {
    fields: {
      endpoint_id: 'Webhook',
      event_id: 'Id of the message',
      type: 'Event',
      status: 'Status',
      payload: 'Message',
      attempts: 'Attempts',
      response_status: 'Answer',
      response_body: 'Body of the answer',
      error: 'Last error',
      last_attempt_at: 'Last attempt at',
      created_at: 'Created at',
    },
  },
  list: page(() => import('./delivery-pages'), 'DeliveryList'),
  show,
  edit: show,
  fields: [
    {
      source: 'endpoint_id',
      type: 'ref',
      reference: 'webhook_endpoint',
      relation: 'endpoint',
      required: true,
      onDelete: 'cascade',
    },
    { source: 'type', type: 'string' },
    { source: 'status', type: 'enum', values: ['pending', 'delivered', 'failed'] },
    { source: 'attempts', type: 'integer' },
    { source: 'response_status', type: 'integer' },
    { source: 'error', type: 'text' },
    { source: 'last_attempt_at', type: 'datetime' },
    { source: 'created_at', type: 'datetime' },
  ],
};
