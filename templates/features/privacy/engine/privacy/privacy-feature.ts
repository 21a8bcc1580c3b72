import type { Feature } from '../service/project.js';
import { refusals } from './check-rules.js';
import type { PersonalTable } from './personal-tables.js';

/** The command that shows, exports and erases a person; loaded on use. `tables` are those of the project's features. */
export const privacyFeature = (tables: readonly PersonalTable[]): Feature => ({
  name: 'privacy',
  guards: { of: () => [], refusals },
  commands: {
    privacy: async (project, args) =>
      (await import('./privacy-command.js')).runPrivacyCommand(project, tables, args),
  },
});
