import { listOf, textSchema } from '../docs/field-schema.js';
import {
  READ_FAILURES,
  answers,
  errors,
  ref,
  tagged,
  type Parameter,
  type Paths,
} from '../docs/openapi-types.js';
import { objectSchema } from '../docs/service-schemas.js';
import { MOST_SESSIONS } from './stored-sessions.js';

const operation = tagged('Authentication');
const MOMENT = ref('schemas', 'datetime');

const SESSION = objectSchema({
  id: ref('schemas', 'id'),
  way: { ...textSchema(32), description: 'How the user signed in: `password`, for example.' },
  address: textSchema(64),
  agent: { ...textSchema(255), description: 'The name that the program gives itself.' },
  created_at: MOMENT,
  used_at: { ...MOMENT, description: 'The time of its last use, to the minute.' },
  expires_at: MOMENT,
  current: { type: 'boolean', description: 'Whether this request belongs to the session.' },
});
const SESSIONS = listOf(SESSION, MOST_SESSIONS);

const ID: Parameter = { name: 'id', in: 'path', required: true, schema: ref('schemas', 'id') };
const ENDED = { description: 'The sessions have ended, now or earlier.' };

/** What `/openapi.json` says of sessions. */
export const sessionPaths: Paths = {
  '/auth/sessions': {
    get: operation('sessions', 'My sessions', {
      description: 'My active sessions, the most recently used first.',
      ...answers('My sessions.', SESSIONS, ...READ_FAILURES),
    }),
    delete: operation('endOtherSessions', 'End all my other sessions', {
      description: 'Ends all my sessions except the session of this request.',
      responses: { 204: ENDED, ...errors(400, 401, 403, 500, 503) },
    }),
  },
  '/auth/sessions/{id}': {
    delete: operation('endSession', 'End one of my sessions', {
      description: 'The service refuses its token from then on.',
      parameters: [ID],
      responses: { 204: ENDED, ...errors(400, 401, 403, 404, 500, 503) },
    }),
  },
  '/auth/users/{id}/sessions': {
    get: operation('userSessions', 'The sessions of a user', {
      parameters: [ID],
      description:
        "Only for callers who may set the status of that user and give all of the user's roles and tenants.",
      ...answers('Their sessions.', SESSIONS, 400, 401, 403, 404, 500, 503),
    }),
    delete: operation('endUserSessions', 'End all sessions of a user', {
      description:
        "Only for callers who may set the status of that user and give all of the user's roles and tenants.",
      parameters: [ID],
      responses: { 204: ENDED, ...errors(400, 401, 403, 404, 500, 503) },
    }),
  },
};
