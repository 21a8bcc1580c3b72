import type { Feature } from '../service/project.js';
import { makeFirstSchema } from './make-first-schema.js';

/** Keeps the service's own tables in the first schema of the search path; SQLite has no schemas. */
export const ownSchema: Feature = {
  name: 'own-schema',
  prepare: async ({ dataSource, dialect }) => {
    if (dialect.name === 'postgres') await makeFirstSchema(dataSource);
  },
};
