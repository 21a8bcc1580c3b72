import type { Role } from '../../model/model.js';
import {
  describeProject,
  type DescribedModel,
  type ProjectSummary,
} from '../../project/inspect/describe-project.js';
import { templatesOf } from '../../project/open/templates.js';
import { READING } from '../../project/open/tolerated.js';
import { type Context, printResult } from '../context.js';
import { projectOf } from '../project.js';

/** A summary of the project. */
export interface DescribeJson extends ProjectSummary {
  /** The main commands with their descriptions. */
  readonly commands: Readonly<Record<string, string>>;
}

/** The main commands; the others are in `crudgen help`. */
const COMMANDS = {
  'crudgen model add <Name> <field:type...>':
    'adds a model with entity, access rules, pages, test and migration',
  'crudgen model add-field <Model> <field:type...>': 'adds fields, with migration and pages',
  'crudgen model change-field <Model> <field:type or modifier...>':
    'changes the type of fields, or sets and removes modifiers (-required), with migration and pages',
  'crudgen endpoint add <Model> <METHOD> <path> --action <action>': 'adds a custom endpoint',
  'crudgen hooks add <Model>': 'adds a file for your code that runs when records are written',
  'crudgen rules add <Model>':
    'adds a file for validation across fields, in the service and in forms',
  'crudgen sync':
    'updates pages and tests and writes a migration after entities were edited by hand',
  'crudgen diff': 'shows the changes that sync would make',
  'crudgen status': 'shows which files and members differ from the output of crudgen',
  'crudgen add <feature>, crudgen drop <feature>': 'adds or removes optional parts of the project',
  'crudgen access explain <user> <action> <Model> [id]': 'shows which rule decides',
  'crudgen access prove': 'compares the answers of the service with the access rules',
  'crudgen doctor': 'checks the project and suggests fixes',
  'crudgen undo': 'undoes the last command',
};

/** Summarizes the project; --json is for programs and coding agents. */
export async function describe(context: Context): Promise<void> {
  const project = await projectOf(context, READING);
  const summary = describeProject(project, templatesOf(project));
  printResult<DescribeJson>(context, { ...summary, commands: COMMANDS }, ({ style: { bold } }) => {
    const { name, database, features, models, roles = [] } = summary;
    const head = `${bold(name)}: ${database}, ${features.join(', ') || 'no features'}`;
    const own = roles.map((role) => `  ${roleLine(role)}`);
    return [head, ...own, ...models.flatMap((model) => ['', ...modelLines(model, bold)])].join(
      '\n',
    );
  });
}

function roleLine({ name, methods, about }: Role): string {
  const may = typeof methods === 'string' ? methods : methods.join(' ');
  return `role ${name}: ${may}${about === undefined ? '' : `, ${about}`}`;
}

function modelLines(model: DescribedModel, bold: (text: string) => string): string[] {
  const { name, prefix, file, fields, roles = {}, rows, restricted, sentences, endpoints } = model;
  const granted = Object.entries(roles).map(
    ([role, actions]) => `${role}: ${actions.join(' ') || 'nothing'}`,
  );
  const list = (title: string, items: readonly string[] = []) =>
    items.map((item, at) => `  ${(at === 0 ? title : '').padEnd(11)}${item}`);
  return [
    `${bold(name)}  ${prefix}  ${file ?? ''}`,
    ...list('fields', fields),
    ...list('roles', granted),
    ...list('rows', rows),
    ...list('restricted', restricted),
    ...list('sentences', sentences),
    ...list('endpoints', endpoints),
  ];
}
