/** German in words of a developer's own, and a language that is written from right to left. */
export const LANGUAGE_FILES = {
  'web/src/languages/de.ts': `import type { Language } from '#ui';
import { german } from '#ui/german';

const stamps = { created_at: 'Angelegt am', updated_at: 'Geändert am' };

export const language: Language = {
  texts: german,
  models: {
    task: {
      name: 'Aufgabe |||| Aufgaben',
      fields: {
        ...{ title: 'Titel', description: 'Beschreibung', status: 'Stand', priority: 'Rang' },
        ...{ due_date: 'Fällig am', planned_work_hours: 'Geplant', actual_work_hours: 'Gebraucht' },
        ...{ project_id: 'Projekt', assignee_id: 'Wer', parent_task_id: 'Gehört zu' },
        ...{ subtasks: 'Teile', ...stamps },
      },
      values: {
        status: { todo: 'Offen', in_progress: 'In Arbeit', done: 'Fertig' },
        priority: { low: 'Gering', medium: 'Mittel', high: 'Hoch', critical: 'Dringend' },
      },
    },
    project: {
      name: 'Projekt |||| Projekte',
      fields: { name: 'Name', description: 'Beschreibung', status: 'Stand', owner_id: 'Leitung', tasks: 'Aufgaben', ...stamps },
    },
    team_member: {
      name: 'Mitglied |||| Mitglieder',
      fields: { name: 'Name', email: 'E-Mail', role: 'Rolle', owned_projects: 'Projekte', assigned_tasks: 'Aufgaben', ...stamps },
    },
  },
};
`,
  'web/src/languages/ar.ts': `import type { Language } from '#ui';

export const language: Language = {
  direction: 'rtl',
  texts: { list: { filters: 'مرشحات' } },
  models: { task: { name: 'مهمة |||| مهام' } },
};
`,
};
