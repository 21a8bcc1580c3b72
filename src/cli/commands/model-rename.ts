import { checkSpec } from '../../spec/check.js';
import { findModel, removeModel, renameModel } from '../../model/change.js';
import type { Model } from '../../model/model.js';
import { Refusal } from '../../problem.js';
import { editSearch } from '../../project/edit-search.js';
import { dropInverses, ignoreTable } from '../../project/keep-model.js';
import type { OldName } from '../../project/old-names.js';
import type { OpenProject } from '../../project/open-project.js';
import { commandLine, parseModelArguments } from '../../spec/parse-arguments.js';
import { changeModel, type DataOptions } from '../change-model.js';
import type { Context } from '../context.js';
import { openProject } from '../project.js';

const NEXT = ['npm run build', 'npm start'];

/** Gives a model another name, and with it its table and prefix where they were the usual ones. */
export async function renameWholeModel(
  context: Context,
  from: string,
  to: string,
  options: DataOptions,
): Promise<number> {
  const project = await openProject(context);
  const { app } = project;
  const has = (name: string) => app.models.some((model) => model.name === name);
  const words = {
    done: `renamed ${from} to ${to}`,
    nothing:
      from === to
        ? `nothing to change: \`${to}\` is its name`
        : `nothing to change: there is \`${to}\` and no \`${from}\` already`,
    next: NEXT,
  };
  if (has(to) && (from === to || !has(from)))
    return changeModel(context, project, { mode: 'change', after: app }, { ...options, words });
  const old = findModel(app, from);
  const others = app.models.filter((model) => model !== old);
  const { spec } = parseModelArguments(to, ['x:string'], {}, commandLine(context.args));
  const errors = checkSpec(spec, others).problems.filter(({ severity }) => severity !== 'warning');
  if (errors.length > 0) throw new Refusal(errors);
  const after = renameModel(app, from, to);
  const now = findModel(after, to);
  const tables: Record<string, string> = old.table === now.table ? {} : { [old.table]: now.table };
  const moved =
    old.prefix === now.prefix
      ? ''
      : `; its endpoints were under ${old.prefix} and are under ${now.prefix}`;
  const change = {
    mode: 'change',
    after,
    renames: { tables, columns: {} },
    renamed: [old, now],
    edits: [editSearch(project, after, { model: [from, to] })],
    oldNames: oldInverses(project, old, now),
  } as const;
  const said = { ...options, words: { ...words, done: `${words.done}${moved}` } };
  return changeModel(context, project, change, said);
}

/** The other sides of relations, which are named after the model where nobody named them. */
function oldInverses({ app }: OpenProject, old: Model, now: Model): OldName[] {
  return old.fields.flatMap(({ reference }, at) => {
    const inverse = reference?.inverse;
    if (inverse == null || now.fields[at]?.reference?.inverse === inverse) return [];
    const model = app.models.find(({ name }) => name === reference?.model);
    return model === undefined ? [] : [{ model, names: [inverse] }];
  });
}

interface RemoveOptions extends DataOptions {
  readonly keep?: boolean;
}

/** Takes a model away with its files and table; with `keep` the files and the table stay. */
export async function removeWholeModel(
  context: Context,
  name: string,
  options: RemoveOptions,
): Promise<number> {
  const project = await openProject(context);
  const { table } = findModel(project.app, name);
  const after = removeModel(project.app, name);
  const keep = options.keep === true;
  const { schemaOf } = await import('../../schema/schema.js');
  const schema = new Map(schemaOf(project.app));
  if (keep) schema.delete(table);
  const search = editSearch(project, after);
  const change = {
    mode: 'change',
    after,
    schema,
    removed: keep ? 'keep' : 'refuse',
    edits: keep ? [dropInverses(project, name), ignoreTable(project, table), search] : [search],
  } as const;
  const done = keep
    ? `${name} is out of the service; its files and its table stay`
    : `removed ${name}`;
  const words = { done, nothing: 'nothing to change', next: NEXT };
  return changeModel(context, project, change, { ...options, words });
}
