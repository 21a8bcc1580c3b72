import { conditionText } from '../../model/frozen.js';
import { layoutText } from '../../model/layouts.js';
import { isBuiltIn } from '../../model/built-in.js';
import { findModel, referencesTo } from '../../model/change.js';
import { keyOf } from '../../model/keys.js';
import type { App, Field, Model, RowRules } from '../../model/model.js';
import { printField } from '../../spec/print-field.js';
import { READING } from '../../project/open/tolerated.js';
import { type Context, printResult } from '../context.js';
import { type ModelJson, modelJson } from '../model-json.js';
import { projectOf } from '../project.js';
import { showTable } from '../show-table.js';

/** Shows one model with its fields and what refers to it. */
export async function modelShow(context: Context, name: string): Promise<void> {
  const { app } = await projectOf(context, READING);
  const model = findModel(app, name);
  printResult<ModelJson>(context, modelJson(model), ({ style }) => {
    const facts = factsOf(app, model).map(([what = '', value]) => `  ${what.padEnd(12)} ${value}`);
    // An integer id is worth a word only if models of the project usually have other ids.
    const isInteger = app.ids !== undefined && keyOf(model) === null && !isBuiltIn(model);
    const own = isInteger ? [['id', 'id:integer']] : [];
    const fields = [...own, ...model.fields.map((field) => [field.name, definition(model, field)])];
    const table = showTable(['field', 'definition'], fields, style);
    return [style.bold(model.name), ...facts, '', table].join('\n');
  });
}

const definition = ({ table }: Model, field: Field): string =>
  printField(field, table) ?? `${field.type}, with settings that only a spec file can express`;

const notPreset = ({ preset }: Pick<RowRules, 'preset'>): string =>
  preset === false ? ' (not preset)' : '';

/** `starts_at to ends_at, by room_id`. */
function periodsText({ noOverlap }: Model): string {
  if (!noOverlap) return '';
  const { fields, by } = noOverlap;
  return [fields.join(' to '), ...(by.length > 0 ? [`by ${by.join(' + ')}`] : [])].join(', ');
}

/** `status=paid, except Admin`. */
function frozenText({ frozen }: Model): string {
  if (!frozen) return '';
  const except = frozen.except.length > 0 ? `, except ${frozen.except.join(', ')}` : '';
  return `${conditionText(frozen)}${except}`;
}

function factsOf(app: App, model: Model): string[][] {
  const groups = (list: Model['unique']) => list.map((group) => group.join(' + ')).join(', ');
  const inverses = referencesTo(app, model.name).map(
    ({ model: other, field }) =>
      `${field.reference!.inverse ?? field.reference!.relation} (${other.name}.${field.reference!.relation})`,
  );
  const access = Object.entries(model.access).map(
    ([role, actions]) => `${role}: ${actions.join(', ') || 'nothing'}`,
  );
  return [
    ['table', model.table],
    ['prefix', model.prefix],
    ['label', model.label ?? ''],
    ['group', model.group ?? ''],
    ['about', model.about ?? ''],
    ['timestamps', model.timestamps ? '' : 'no'],
    ['read only', model.readOnly ? 'yes' : ''],
    ['history', model.history === true ? 'yes' : (model.history ?? '')],
    ['trash', model.trash === true ? 'yes' : (model.trash ?? '')],
    ['unique', groups(model.unique)],
    ['indexes', groups(model.indexes)],
    ...Object.entries(model.sqlIndexes ?? {}).map(([name, sql]) => ['index', `${name}: ${sql}`]),
    ['no overlap', periodsText(model)],
    ['frozen', frozenText(model)],
    ['board', layoutText(model, 'board')],
    ['calendar', layoutText(model, 'calendar')],
    ...Object.entries(model.checks ?? {}).map(([name, sql]) => ['check', `${name}: ${sql}`]),
    ['access', access.join('; ')],
    ['owner', `${model.rows.owner ?? ''}${notPreset(model.rows)}`],
    ['tenant', model.rows.tenant ?? ''],
    ['as parent', model.rows.as ?? ''],
    ...(model.rows.byRole ?? []).map(({ kind, field, roles, ...preset }) => [
      kind === 'as' ? 'as parent' : kind,
      `${field} (${roles.join(', ')})${notPreset(preset)}`,
    ]),
    ['sees every row', model.rows.except.join(', ')],
    ...(model.sentences ?? []).map((sentence) => ['sentence', sentence]),
    ['referred by', inverses.join(', ')],
  ].filter(([, value]) => value !== '');
}
