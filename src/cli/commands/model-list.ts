import { READING } from '../../project/tolerated.js';
import type { Context } from '../context.js';
import { openProject, leftOutKey } from '../project.js';
import { showTable } from '../show-table.js';

/** Lists the models of the project. */
export async function modelList(context: Context): Promise<void> {
  const project = await openProject(context, READING);
  const { app } = project;
  const { terminal } = context;
  if (context.json) {
    const models = app.models.map(({ name, table, prefix, fields }) => ({
      name,
      table,
      prefix,
      fields: fields.length,
    }));
    return terminal.print(JSON.stringify({ models, ...leftOutKey(project) }, null, 2));
  }
  if (app.models.length === 0) {
    return terminal.print('no models yet; add one: crudgen model add Task title:string:required');
  }
  const rows = app.models.map((model) => [
    model.name,
    model.table,
    model.prefix,
    relations(model.fields),
  ]);
  terminal.print(showTable(['model', 'table', 'prefix', 'fields'], rows, terminal.style));
}

function relations(fields: readonly { readonly reference: unknown }[]): string {
  const references = fields.filter(({ reference }) => reference !== null).length;
  return references === 0 ? `${fields.length}` : `${fields.length} (${references} to other models)`;
}
