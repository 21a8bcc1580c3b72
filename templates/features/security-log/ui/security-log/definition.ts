import { page, type ModelDefinition } from '../application';
import { KINDS } from './kinds';

const show = page(() => import('./log-pages'), 'EventShow');

/** The entries of the log: their definition and pages. */
export const logDefinition: ModelDefinition = {
  timestamps: false,
  parent: null,
  messages: {
    fields: {
      kind: 'Event',
      user_id: 'User',
      username: 'User name',
      actor_id: 'Acting user',
      actor: 'By',
      address: 'Address',
      agent: 'Program',
      facts: 'Details',
      times: 'Times',
      first_at: 'First at',
      last_at: 'At',
    },
  },
  list: page(() => import('./log-pages'), 'EventList'),
  show,
  edit: show,
  fields: [
    { source: 'kind', type: 'string', values: KINDS },
    { source: 'user_id', type: 'ref', reference: 'user' },
    { source: 'username', type: 'string' },
    { source: 'actor_id', type: 'ref', reference: 'user' },
    { source: 'actor', type: 'string' },
    { source: 'address', type: 'string' },
    { source: 'agent', type: 'string' },
    { source: 'facts', type: 'json' },
    { source: 'times', type: 'integer' },
    { source: 'first_at', type: 'datetime' },
    { source: 'last_at', type: 'datetime' },
  ],
};
