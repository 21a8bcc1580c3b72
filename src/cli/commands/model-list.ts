import type { Integer } from '../../integer.js';
import { READING } from '../../project/open/tolerated.js';
import { type Context, printResult } from '../context.js';
import { projectOf } from '../project.js';
import { showTable } from '../show-table.js';

/** The models, read from the code. */
export interface ModelListJson {
  /** The models, in the order of the code. */
  readonly models: readonly {
    /** The class. */
    readonly name: string;
    /** The table. */
    readonly table: string;
    /** The URL prefix. */
    readonly prefix: string;
    /** The number of fields. */
    readonly fields: Integer;
  }[];
}

/** Lists the models of the project. */
export async function modelList(context: Context): Promise<void> {
  const { models } = (await projectOf(context, READING)).app;
  const data = models.map(({ name, table, prefix, fields }) => {
    return { name, table, prefix, fields: fields.length };
  });
  printResult<ModelListJson>(context, { models: data }, ({ style }) => {
    if (models.length === 0)
      return 'no models yet; add one: crudgen model add Task title:string:required';
    const rows = models.map(({ name, table, prefix, fields }) => {
      const references = fields.filter(({ reference }) => reference !== null).length;
      const others = references === 0 ? '' : ` (${references} to other models)`;
      return [name, table, prefix, `${fields.length}${others}`];
    });
    return showTable(['model', 'table', 'prefix', 'fields'], rows, style);
  });
}
