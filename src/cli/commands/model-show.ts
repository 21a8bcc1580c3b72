import { findModel, referencesTo } from '../../model/change.js';
import type { App, Field, Model } from '../../model/model.js';
import { printField } from '../../spec/print-field.js';
import { READING } from '../../project/tolerated.js';
import type { Context } from '../context.js';
import { openProject } from '../project.js';
import { showTable } from '../show-table.js';

/** Shows one model with its fields and what refers to it. */
export async function modelShow(context: Context, name: string): Promise<void> {
  const { app } = await openProject(context, READING);
  const model = findModel(app, name);
  const { terminal } = context;
  if (context.json) return terminal.print(JSON.stringify(model, null, 2));
  const { style } = terminal;
  const rows = model.fields.map((field) => [field.name, describe(model, field)]);
  const facts = factsOf(app, model).map(([what, value]) => `  ${what.padEnd(12)} ${value}`);
  terminal.print(
    [style.bold(model.name), ...facts, '', showTable(['field', 'definition'], rows, style)].join(
      '\n',
    ),
  );
}

function describe(model: Model, field: Field): string {
  return (
    printField(field, model.table) ??
    `${field.type}, with settings that only a spec file can express`
  );
}

function factsOf(app: App, model: Model): [string, string][] {
  const groups = (list: Model['unique']) => list.map((group) => group.join(' + ')).join(', ');
  const inverses = referencesTo(app, model.name).map(
    ({ model: other, field }) =>
      `${field.reference!.inverse ?? field.reference!.relation} (${other.name}.${field.reference!.relation})`,
  );
  const access = Object.entries(model.access).map(
    ([role, actions]) => `${role}: ${actions.join(', ') || 'nothing'}`,
  );
  const facts: [string, string][] = [
    ['table', model.table],
    ['prefix', model.prefix],
    ['label', model.label ?? ''],
    ['group', model.group ?? ''],
    ['timestamps', model.timestamps ? '' : 'no'],
    ['unique', groups(model.unique)],
    ['indexes', groups(model.indexes)],
    ['access', access.join('; ')],
    ['owner', model.rows.owner ?? ''],
    ['tenant', model.rows.tenant ?? ''],
    ['referred by', inverses.join(', ')],
  ];
  return facts.filter(([, value]) => value !== '');
}
