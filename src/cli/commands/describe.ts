import { describeProject, type DescribedModel } from '../../project/describe-project.js';
import { readTemplates } from '../../project/templates.js';
import { READING } from '../../project/tolerated.js';
import type { Context } from '../context.js';
import { leftOutOf, openProject } from '../project.js';

/** What to type for which purpose; the rest is in `crudgen help`. */
const COMMANDS = {
  'crudgen model add <Name> <field:type...>': 'a model with entity, rules, pages, test, migration',
  'crudgen model add-field <Model> <field:type...>': 'fields, with migration and pages',
  'crudgen endpoint add <Model> <METHOD> <path> --action <action>': 'an endpoint of your own',
  'crudgen hooks add <Model>': 'code of your own that runs when records are written',
  'crudgen rules add <Model>': 'what must hold between fields, in service and forms',
  'crudgen sync': 'after entities were edited by hand: pages, tests, migration',
  'crudgen diff': 'what sync would change; writes nothing',
  'crudgen add <feature>, crudgen drop <feature>': 'parts beside the models',
  'crudgen access explain <user> <action> <Model> [id]': 'which rule decides',
  'crudgen doctor': 'what is wrong, and what to type',
  'crudgen undo': 'takes the last command back',
};

/** Tells what the project is in few words: for programs and coding agents with --json. */
export async function describe(context: Context): Promise<void> {
  const project = await openProject(context, READING);
  const said = describeProject(project, readTemplates());
  const { terminal } = context;
  if (context.json)
    return terminal.print(
      JSON.stringify({ ...said, commands: COMMANDS, ...leftOutOf(project) }, null, 2),
    );
  const { style } = terminal;
  terminal.print(
    [
      `${style.bold(said.name)}: ${said.database}, ${said.features.join(', ') || 'no features'}`,
      ...said.models.flatMap((model) => ['', ...linesOf(model, style.bold)]),
    ].join('\n'),
  );
}

function linesOf(model: DescribedModel, bold: (text: string) => string): string[] {
  const { name, prefix, file, fields, roles = {}, rows, restricted, endpoints } = model;
  const list = (title: string, items: readonly string[] = []) =>
    items.map((item, at) => `  ${(at === 0 ? title : '').padEnd(11)}${item}`);
  return [
    `${bold(name)}  ${prefix}  ${file ?? ''}`,
    ...list('fields', fields),
    ...list(
      'roles',
      Object.entries(roles).map(([role, actions]) => `${role}: ${actions.join(' ') || 'nothing'}`),
    ),
    ...list('rows', rows),
    ...list('restricted', restricted),
    ...list('endpoints', endpoints),
  ];
}
