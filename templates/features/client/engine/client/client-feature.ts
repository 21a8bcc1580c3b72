import type { Feature } from '../service/project.js';

/** The command that writes the types of the client; loaded on use. */
export const client: Feature = {
  name: 'client',
  commands: {
    client: async (project, args) => (await import('./client-command.js')).runClient(project, args),
  },
};
