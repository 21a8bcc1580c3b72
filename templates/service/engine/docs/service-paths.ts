import { PUBLIC, answers, tagged, type Paths } from './openapi-types.js';
import { namesSchema, objectSchema } from './service-schemas.js';

const TAG = 'Service';

/** An operation of the service itself, for the document. */
export const operation = tagged(TAG);

export const serviceTag = { name: TAG, description: 'The service itself.' };

const health = objectSchema({ status: { type: 'string', const: 'ok' } });

/** The paths of the search's configuration and of health checks. */
export const servicePaths: Paths = {
  '/config/search': {
    get: operation('searchConfig', 'The models and fields that the search covers', {
      description: 'The fields that `q` searches, and the models that a search page queries.',
      ...PUBLIC,
      ...answers(
        'Models and field names.',
        objectSchema({ models: namesSchema, fields: namesSchema }),
        ...([400, 500] as const),
      ),
    }),
  },
  '/healthz': {
    get: operation('healthz', 'Is the process alive?', {
      description: 'For liveness probes.',
      ...PUBLIC,
      ...answers('The process is alive.', health, 400, 500),
    }),
  },
  '/readyz': {
    get: operation('readyz', 'Can the service take requests?', {
      description: 'For readiness probes.',
      ...PUBLIC,
      ...answers('The service can take requests.', health, 400, 500, 503),
    }),
  },
};
