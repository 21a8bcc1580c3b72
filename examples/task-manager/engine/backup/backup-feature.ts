import type { Feature } from '../service/project.js';

/** Commands that back up the database and restore it; loaded on use. */
export const backup: Feature = {
  name: 'backup',
  commands: {
    backup: async (project, args) =>
      (await import('./backup-commands.js')).runBackup(project, args),
    restore: async (project, args) =>
      (await import('./backup-commands.js')).runRestore(project, args),
  },
};
