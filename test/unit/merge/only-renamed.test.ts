import { expect, it } from 'vitest';
import { isOnlyRenamed } from '../../../src/merge/only-renamed.js';

const text =
  "import { Task } from './task.js';\nexport const MODELS = [Task, other(Task, 'task')];\n";

it.each([
  ['another name', text.replaceAll('Task', 'Todo'), true],
  ['another module', text.replace('./task.js', './todo.js'), true],
  ['another form', text.replace('[Task', '[\n  Task'), true],
  ['another text', text.replace("'task'", "'todo'"), false],
  ['two names for one', text.replace('[Task', '[Todo'), false],
  ['one name for two', text.replaceAll('other', 'Task'), false],
  ['an entry more', text.replace('[Task', '[Own, Task'), false],
  ['an import more', `import './own.js';\n${text}`, false],
  ['what cannot be read', text.replace('[', ''), false],
])('%s: %s', (_, after, result) => expect(isOnlyRenamed('a.ts', text, after)).toBe(result));
