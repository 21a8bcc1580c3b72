import { READ_FAILURES, answers, type Paths } from '../docs/openapi-types.js';
import { operation } from '../docs/service-paths.js';
import { objectSchema } from '../docs/service-schemas.js';

/** The path of the settings of open pages. */
export const livePaths: Paths = {
  '/config/live': {
    get: operation('liveSettings', 'How often open pages ask for changes', {
      description: 'For the back-office: `LIVE_EVERY` in seconds; 0 where pages do not ask.',
      ...answers(
        'The time between two questions of a page.',
        objectSchema({ every: { type: 'integer', minimum: 0 } }),
        ...READ_FAILURES,
      ),
    }),
  },
};
