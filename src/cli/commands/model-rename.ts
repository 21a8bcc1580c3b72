import { pathOfEntity } from '../../code/code-index.js';
import { checkSpec } from '../../spec/check.js';
import { findModel, removeModel, renameModel } from '../../model/change.js';
import type { Model } from '../../model/model.js';
import type { Plan } from '../../plan/plan.js';
import { Refusal } from '../../problem.js';
import { dropInverses } from '../../refactor/drop-inverses.js';
import { commandLine, parseModelArguments } from '../../spec/parse-arguments.js';
import { carrySearch } from '../carry-search.js';
import { changeModel, type DataOptions } from '../change-model.js';
import type { Context } from '../context.js';
import { openProject, type OpenProject } from '../project.js';
import { withUses } from '../with-uses.js';
import { printJson } from '../../spec/print-json.js';

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
    return changeModel(context, project, app, { ...options, words });
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
  return changeModel(context, project, after, {
    ...options,
    renames: { tables, columns: {} },
    renamed: [old, now],
    words: { ...words, done: `${words.done}${moved}` },
    finish: (plan) =>
      carrySearch(withInverseUses(plan, project, old, now), project, after, { model: [from, to] }),
  });
}

/** Says where the owner's code reads the other side of a relation by the name that it had. */
function withInverseUses(plan: Plan, project: OpenProject, old: Model, now: Model): Plan {
  const { models } = project.app;
  return old.fields.reduce((said, { reference }, at) => {
    const inverse = reference?.inverse;
    if (inverse == null || now.fields[at]?.reference?.inverse === inverse) return said;
    const target = models.find(({ name }) => name === reference?.model);
    return target === undefined ? said : withUses(said, project, target, [inverse]);
  }, plan);
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
  return changeModel(context, project, after, {
    ...options,
    schema,
    removed: keep ? 'keep' : 'refuse',
    words: {
      done: keep
        ? `${name} is out of the service; its files and its table stay`
        : `removed ${name}`,
      nothing: 'nothing to change',
      next: NEXT,
    },
    finish: (plan) => {
      const whole = keep
        ? ignored(withoutInverses(keptFiles(plan, project, name), project, name), project, table)
        : plan;
      return carrySearch(whole, project, after);
    },
  });
}

/** With `--keep` no file of the model is deleted, edited or not. */
function keptFiles(plan: Plan, { mine }: OpenProject, name: string): Plan {
  const own = new RegExp(`\\b${name}\\b`);
  return {
    ...plan,
    changes: plan.changes.filter(
      ({ kind, path }) => kind !== 'delete' || !own.test(mine.get(path) ?? ''),
    ),
  };
}

/** The other models lose their side of a relation, so the class that stays speaks of it no more. */
function withoutInverses(plan: Plan, { mine, app }: OpenProject, name: string): Plan {
  const gone = findModel(app, name).fields.flatMap(({ reference }) => reference?.inverse ?? []);
  const path = pathOfEntity(mine, name);
  if (path === null || plan.changes.some((change) => change.path === path)) return plan;
  const text = mine.get(path) ?? '';
  const next = dropInverses(path, text, { name, gone });
  if (next === text) return plan;
  return { ...plan, changes: [...plan.changes, { kind: 'merge', path, mine: text, next }] };
}

/** Notes in crudgen.json that a class is no model any more. */
function ignored(plan: Plan, { mine, settings }: OpenProject, table: string): Plan {
  const path = 'crudgen.json';
  const text = mine.get(path) ?? '{}';
  const json = JSON.parse(text.replace(/^\uFEFF/, '')) as object;
  const next = `${printJson({ ...json, ignore: [...settings.ignore, table] })}\n`;
  const others = plan.changes.filter((change) => change.path !== path);
  return { ...plan, changes: [...others, { kind: 'merge', path, mine: text, next }] };
}
