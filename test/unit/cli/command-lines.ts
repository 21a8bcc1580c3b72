import { main } from '../../../src/cli/main.js';
import type { Problem } from '../../../src/problem.js';

/** Every command that may write into a project, such as somebody would type it. */
export const WRITING: Readonly<Record<string, readonly string[]>> = {
  'model add': ['Note', 'text:text'],
  'model add-field': ['Task', 'rank:integer'],
  'model history': ['Task', '90d'],
  'model trash': ['Task'],
  'model freeze': ['Task', 'status=done'],
  'model board': ['Task', 'status'],
  'model calendar': ['Task', 'due_date'],
  'model change-field': ['Task', 'due_date:index'],
  'model rename-field': ['Task', 'title', 'headline'],
  'model remove-field': ['Task', 'description', '--drop-data'],
  'model rename': ['Task', 'Errand'],
  'model remove': ['Task', '--drop-data'],
  'endpoint add': ['Task', 'POST', '/:id/archive'],
  'access add': ['Task'],
  'access rows': ['Task', '--owner', 'assignee'],
  'access sentence': ['Task', 'never: a Viewer deletes Task'],
  'routes add': ['Task'],
  'hooks add': ['Task'],
  'rules add': ['Task'],
  brand: ['--color', '#0f766e'],
  add: ['tree'],
  drop: ['containers'],
  'search add-model': ['Task', '--fields', 'title'],
  'search add-field': ['name'],
  'search remove-model': ['Task'],
  'search remove-field': ['title'],
  sync: [],
  diff: [],
  upgrade: [],
  'templates eject': ['list.tsx'],
  restore: ['README.md'],
  undo: [],
};

/** Every other command that reads a project. */
export const READING: Readonly<Record<string, readonly string[]>> = {
  doctor: [],
  status: [],
  drift: [],
  seed: ['--fake', '3'],
  'import-data': ['Task', 'tasks.csv', '--as', 'admin'],
  describe: [],
  'model list': [],
  'model show': ['Task'],
  'search list': [],
  'templates list': [],
  'access show': [],
  'access explain': ['admin', 'create', 'Task'],
  'access prove': ['Task'],
};

/** Commands that may run anywhere. */
export const ANYWHERE: readonly string[] = [
  ...['init', 'pull', 'help', 'version', 'features', 'merge-base', 'merge-file', 'feature test'],
];

/** What a command line says to programs. */
export async function answerOf(args: string[]): Promise<{ exit: number; problems: Problem[] }> {
  process.stdout.setMaxListeners(0);
  const write = process.stdout.write.bind(process.stdout);
  let text = '';
  process.stdout.write = (chunk: string | Uint8Array) => ((text += String(chunk)), true);
  try {
    const exit = await main([...args, '--json']);
    return { exit, ...(JSON.parse(text) as { problems: Problem[] }) };
  } finally {
    process.stdout.write = write;
  }
}
