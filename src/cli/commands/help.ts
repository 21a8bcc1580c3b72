import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { MODIFIERS, TYPE_FACTS, TYPES, WORD_FACTS } from '../../spec/words.js';
import { didYouMean } from '../../model/nearest.js';
import { misuse, type Refusal } from '../../problem.js';
import { readTemplates } from '../../project/open/templates.js';
import { type Context, printResult } from '../context.js';
import { helpData, type HelpJson, helpText } from '../help-data.js';
import { jsonHelp, outputSchema } from '../help-json.js';
import { PLAIN, type Style } from '../style.js';

/** Explains a command, or one of the pages. */
export async function help(
  context: Context,
  topic: readonly string[],
  { schema = false }: { readonly schema?: boolean },
  program: CommandUnknownOpts,
): Promise<void> {
  const [first = ''] = topic;
  if (schema && !Object.hasOwn(SCHEMAS, first))
    throw misuse(
      '`--schema` is for spec files and features',
      'write: crudgen help spec --schema, or: crudgen help feature --schema',
    );
  if (schema || Object.hasOwn(PAGES, first)) {
    const { data, text } = schema ? schemaPage(SCHEMAS[first]!) : PAGES[first]!;
    const page = { topic: first, text: text(PLAIN), ...data?.() };
    return printResult<HelpJson>(context, page, ({ style }) => text(style));
  }
  let command = program;
  for (const word of topic) {
    const found = command.commands.find((one) => one.name() === word);
    if (found === undefined) throw unknownTopic(word, command);
    command = found;
  }
  printResult<HelpJson>(context, helpData(command), () => helpText(command));
}

function unknownTopic(word: string, command: CommandUnknownOpts): Refusal {
  const commands = command.createHelp().visibleCommands(command);
  const names = [...commands.map((one) => one.name()), ...Object.keys(PAGES)];
  const hint = didYouMean(word, names, `topics: ${names.join(', ')}`);
  return misuse(`there is no help for \`${word}\``, hint);
}

/** The page of `crudgen help types`, from the table that the parser uses. */
export function typesHelp(style: Style): string {
  const row = (example: string, text: string) => `  ${style.green(example.padEnd(26))} ${text}`;
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
    'A colon ends a value only before a modifier, so opens:time:default=08:30:00 works.',
    'default= is the empty string, and default=null is no value. default=now and default=today are the time of the insert.',
    'To write a field as an object instead, use a spec file: crudgen help spec',
    '',
    style.bold('Changes'),
    'model change-field takes name[:type][:modifier...]. It sets the given modifiers, removes a modifier after a minus (-required), and keeps the others.',
    row('title:max=80', 'at most 80 characters'),
    row('title:-required', 'may be empty'),
    row('status:values=a,b:enforce', 'only these values'),
    row('notes:text:-max', 'another type, without modifiers that the type does not take'),
  ].join('\n');
}

/** The JSON Schemas of what people write, as they ship. */
const SCHEMAS: Readonly<Record<string, string>> = {
  spec: 'crudgen.schema.json',
  feature: 'feature.schema.json',
};

const SPEC_HELP = `A spec file is YAML, JSON or JSONC. Pass it to crudgen init --models FILE or crudgen model add --from FILE.

# yaml-language-server: $schema=./crudgen.schema.json
roles:                        # in addition to Admin, Manager and Viewer; read, write (not delete), all, or a list of HTTP methods
  Office: { methods: write, about: Runs a branch }
  Guardian: read
models:
  Project:
    fields:
      name: string:required
      status: string:default=active
  Invoice:
    table: invoice            # default: the model name in snake case
    prefix: /invoices         # default: / and the table name
    label: "{number}"         # how a row is displayed
    group: Sales              # its heading in the back-office menu
    about: What a customer has ordered # a sentence for /openapi.json
    dashboard:                # its cards on the dashboard; by default crudgen chooses cards for its fields
      - figure: issued_on     # the current month; use series: for a chart by month
        sum: total
      - bars: project
    board: project            # the list also as a board, with a column for each project; or for each value of an enum
    calendar: { from: starts_on, to: ends_on }   # and as a calendar; also calendar: starts_on
    timestamps: true          # default
    access: { Viewer: [list, show], Admin: [list, show, create, edit], "*": [] }   # restricts roles; "*" is every other role
    rows: { owner: created_by, except: [Admin] }   # users see their own rows, Admins see all; you can add tenant: <field>
    sentences:                # statements about access and rows, which crudgen access prove tries to break
      - never: a Viewer edits Invoice
      - only: the owner or an Admin reads Invoice
    unique: [[number, project]]
    indexes: [[project, created_at]]
    sql_indexes: { invoice_number: UNIQUE (lower(number)) WHERE total > 0 }   # what stands behind the table in CREATE INDEX
    checks: { invoice_total: total >= 0 }   # conditions that the database checks
    frozen: { when: total, except: [Admin] }   # rows with a total change no more; also status=paid,void
    no_overlap: { fields: [starts_on, ends_on], by: [project] }   # the periods of a project do not overlap
    fields:
      number: string:required
      project: ref=Project:as=invoices
      issued_on: date
      starts_on: date:required
      ends_on: date
      total: { type: decimal, precision: 12, scale: 2, min: 0 }
      created_by: ref=User

Models may refer to each other in any order, in cycles, and to User and Tenant.
With read_only: true, the rows of a model are only read: a view has them, or another program writes them. Its key is a field with
key, and it has no timestamps unless you add timestamps: true (docs/read-only.md of a project).
Actions are list, show, create, edit and delete. The actions clone and field only control what the back-office offers.
Each start of the service creates the roles below roles:, as in src/roles.ts. Create other roles in the back-office
(docs/users.md of a project).

Row rules (rows:) decide which rows a user sees.
- owner: users see the rows whose field refers to them. Whoever creates a row becomes its owner, unless you add preset: false. An
  example: the owner of a student is the guardian, but the office creates the student.
- tenant: users see the rows of their tenants. A row is visible if the owner rule or the tenant rule shows it.
- except: these roles see every row; their other permissions still apply. Without except, the rules apply to every role, also to Admin.
- { as: project }: rows follow the rules of their parent. Users who see a project see its invoices.
- { Office: { tenant: branch }, Teacher: { owner: teacher }, except: [Admin] }: each role has its own rule; roles without a rule see
  no rows.
- Write all other row rules in the access file of the model (crudgen access add Invoice). To set the rules above in a model that
  exists: crudgen access rows.

Sentences (sentences:) say what the rules above must come to. The service ignores them; crudgen access prove tries to break each. To
add one to a model that exists: crudgen access sentence. docs/prove-rules.md of a project has the grammar.

In a model with rows: { tenant }, a unique field is unique per tenant. With as and with custom rules it is unique over all rows, so a
409 for a taken value reveals hidden rows. Make the field unique per parent (unique: [[project, number]]), or write unique=global to
accept this.

With code: string=2:key, id: uuid, or key on several fields a model has a key of another kind than integers: crudgen help ids

With order: ref=Order:lines:as=lines the rows are lines of an order: the service reads and writes them together with it.
With price: decimal=10,2:from=part.price forms copy the price from a part when somebody chooses it.

Editors complete and check the file with its JSON Schema. Write the schema next to the file, and commit both:
crudgen help spec --schema > crudgen.schema.json
Field types and modifiers: crudgen help types`;

/** A page of `crudgen help` that is not about a command. */
interface Page {
  readonly text: (style: Style) => string;
  /** More keys of the result for programs. */
  readonly data?: () => Pick<HelpJson, 'types' | 'modifiers' | 'schema'>;
}

const PAGES: Readonly<Record<string, Page>> = {
  types: { text: typesHelp, data: grammar },
  ids: { text: () => readTemplates().get('ids.md')!.trimEnd() },
  spec: { text: () => SPEC_HELP },
  json: { text: jsonHelp, data: () => ({ schema: outputSchema() }) },
};

function schemaPage(file: string): Page {
  const text = () => readTemplates().get(file)!.trimEnd();
  return { text, data: () => ({ schema: JSON.parse(text()) as object }) };
}

/** The field grammar as data. */
function grammar(): Pick<HelpJson, 'types' | 'modifiers'> {
  const types = TYPES.map((name) => {
    const { example, says } = TYPE_FACTS[name];
    return { name, example, description: says };
  });
  const modifiers = MODIFIERS.map((name) => {
    const { example, says, types: of } = WORD_FACTS[name];
    return { name, example, description: says, types: of };
  });
  return { types, modifiers };
}
