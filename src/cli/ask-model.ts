import { checkClass } from '../spec/check-names.js';
import { type Problem, Report, isError } from '../problem.js';
import { commandLine, parseFieldArguments } from '../spec/parse-arguments.js';
import { askText, askYes } from './ask.js';
import type { Terminal } from './terminal.js';

/** Asks for a model's name, then for fields until an empty line. */
export async function askModel(
  terminal: Terminal,
  given: string | undefined,
): Promise<{ name: string; fields: string[] }> {
  const name = given ?? (await askText('Model name, such as TeamMember', modelNameFault));
  terminal.print(
    'One field per line, such as title:string:required; an empty line ends the list. All types: crudgen help types',
  );
  const fields: string[] = [];
  for (;;) {
    const text = await askText(`Field ${fields.length + 1}`, (line) =>
      line === ''
        ? fields.length === 0
          ? 'a model needs at least one field'
          : null
        : checkField(line),
    );
    if (text === '') return { name, fields };
    fields.push(await askLines(name, text));
  }
}

/** A required reference of an `OrderLine` to its `Order` may make the rows its lines, if its developer says so. */
async function askLines(name: string, text: string): Promise<string> {
  const { fields } = parseFieldArguments([text], commandLine([text]));
  const [{ target = null, words = {} } = {}] = fields;
  const parent = target?.value ?? '';
  const isPart =
    parent !== '' && name.startsWith(parent) && /^[A-Z]/.test(name.slice(parent.length));
  const { required, lines, unique, on_delete: onDelete = { value: 'cascade' } } = words;
  const isOpen = required && !lines && !unique && onDelete.value === 'cascade';
  if (!isPart || !isOpen) return text;
  const question = `Is each ${name} a line of its ${parent}, so that both are read and written together?`;
  return (await askYes(question)) ? `${text}:lines` : text;
}

function modelNameFault(name: string): string | null {
  const report = new Report();
  checkClass({ value: name, at: commandLine([name]).find(name)(0, name.length) }, report);
  const [found] = report.problems;
  return found === undefined ? null : brief(found);
}

function checkField(line: string): string | null {
  const { problems } = parseFieldArguments([line], commandLine([line]));
  const first = problems.find(isError);
  return first === undefined ? null : brief(first);
}

function brief({ message, help }: Problem): string {
  return help === undefined ? message : `${message}; ${help}`;
}
