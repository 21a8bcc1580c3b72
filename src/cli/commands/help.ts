import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { MODIFIERS, TYPE_FACTS, TYPES, WORD_FACTS } from '../../spec/words.js';
import { didYouMean } from '../../model/nearest.js';
import { refusal, type Refusal } from '../../problem.js';
import type { Context } from '../context.js';
import type { Style } from '../style.js';

/** Explains a command, the field types or spec files. */
export async function help(
  { terminal }: Context,
  topic: readonly string[],
  program: CommandUnknownOpts,
): Promise<void> {
  const [first] = topic;
  if (first === 'types') return terminal.print(typesHelp(terminal.style));
  if (first === 'spec') return terminal.print(SPEC_HELP);
  let command = program;
  for (const word of topic) {
    const found = command.commands.find((one) => one.name() === word);
    if (found === undefined) throw unknownTopic(word, command);
    command = found;
  }
  command.outputHelp();
}

function unknownTopic(word: string, command: CommandUnknownOpts): Refusal {
  const commands = command.createHelp().visibleCommands(command);
  const names = [...commands.map((one) => one.name()), 'types', 'spec'];
  const says = didYouMean(word, names, `there are ${names.join(', ')}`);
  return refusal({ code: 'usage', message: `there is no help on \`${word}\``, help: says }, 2);
}

/** The page of `crudgen help types`, made of the same table that the parser reads by. */
export function typesHelp(style: Style): string {
  const row = (example: string, says: string) => `  ${style.green(example.padEnd(26))} ${says}`;
  const types = TYPES.map((type) => row(TYPE_FACTS[type].example, TYPE_FACTS[type].says));
  const words = MODIFIERS.map((word) => row(WORD_FACTS[word].example, WORD_FACTS[word].says));
  return [
    'A field is name:type[:modifier...], such as status:string:required:default=todo',
    '',
    style.bold('Types'),
    ...types,
    '',
    style.bold('Modifiers'),
    ...words,
    '',
    'A : ends a value only before a modifier, so opens:time:default=08:30:00 is fine.',
    'default= is the empty text, default=null none, default=now and default=today the time of writing.',
    'What does not fit here is written as an object in a spec file: crudgen help spec',
  ].join('\n');
}

const SPEC_HELP = `A spec file is YAML, JSON or JSONC. crudgen init --models FILE and crudgen model add --from FILE read it.

# yaml-language-server: $schema=node_modules/crudgen/templates/crudgen.schema.json
models:
  Project:
    fields:
      name: string:required
      status: string:default=active
  Invoice:
    table: invoice            # default: the name in snake case
    prefix: /invoices         # default: / and the table
    label: "{number}"         # what names a row
    group: Sales              # its heading in the menu of the back-office
    timestamps: true          # default
    access: { Viewer: [list, show], "*": [] }   # narrows what roles may do; "*": those not named
    rows: { owner: created_by }   # users see their own; with tenant: <field>, too, either lets a row through
    unique: [[number, project]]
    indexes: [[project, created_at]]
    fields:
      number: string:required
      project: ref=Project:as=invoices
      total: { type: decimal, precision: 12, scale: 2, min: 0 }
      created_by: ref=User

Models may refer to each other in any order and in circles, and to User and Tenant.
Actions are list, show, create, edit, delete; clone and field say what the back-office offers.
Other row rules, such as asParent('project') for rows that go by the rules of another, are written in the model's access file.
A field that is unique in a model with rows: { tenant } is so per tenant. With asParent and custom rules it is so over all rows,
and its 409 tells of hidden ones: make it unique by parent (unique: [[project, number]]), or say unique=global if that may be told.
Field types and modifiers: crudgen help types`;
