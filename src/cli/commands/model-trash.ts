import { isBuiltIn } from '../../model/built-in.js';
import { changeTrash, findModel } from '../../model/change.js';
import { timeFault } from '../../model/kept-rows.js';
import type { App, Model } from '../../model/model.js';
import { needingTrash } from '../../model/trash.js';
import { misuse, quoted, Refusal, refusal } from '../../problem.js';
import { changeModel, type DataOptions } from '../change-model.js';
import type { Context } from '../context.js';
import { projectOf } from '../project.js';

/** The flags of the command. */
interface TrashOptions extends DataOptions {
  readonly keep?: string | undefined;
  readonly off?: boolean | undefined;
}

/** Has deleted rows of a model go to the trash, with those that a cascade deletes; or deletes them again. */
export async function modelTrash(
  context: Context,
  name: string,
  { keep, off = false, ...data }: TrashOptions,
): Promise<number> {
  const project = await projectOf(context);
  const model = findModel(project.app, name);
  requirePossible(model, { keep, off });
  if (off) requireUnneeded(project.app, name);
  const after = changeTrash(project.app, name, off ? null : (keep ?? true));
  const along = after.models.filter(
    (one) =>
      one.name !== name &&
      one.trash !== project.app.models.find((old) => old.name === one.name)?.trash,
  );
  const too =
    along.length === 0 ? '' : `, with those of ${along.map((one) => one.name).join(', ')}`;
  const messages = {
    done: off
      ? `deleted rows of ${name} are gone`
      : `deleted rows of ${name} go to the trash${too}`,
    nothing: off
      ? `nothing to change: ${name} has no trash`
      : `nothing to change: ${name} has this trash already`,
    ...(off && { next: [] }),
  };
  return changeModel(context, project, { mode: 'change', after }, { messages, ...data });
}

function requirePossible(model: Model, { keep, off }: Pick<TrashOptions, 'keep' | 'off'>): void {
  const { name, readOnly } = model;
  if (isBuiltIn(model) || readOnly)
    throw refusal(
      'no-trash',
      `\`${name}\` cannot have a trash`,
      readOnly
        ? 'its rows are only read: the service deletes none of them'
        : 'only models of your own can; deactivate a user instead: PATCH /user/<id> {"active": false}',
    );
  if (off && keep !== undefined)
    throw misuse('`--off` and `--keep` say different things', 'leave one of them out');
  const fault = keep === undefined ? null : timeFault('trash', keep);
  if (fault) throw new Refusal([fault], 2);
}

/** Refuses to take the trash from a model whose rows go there with others. */
function requireUnneeded(app: App, name: string): void {
  const needing = needingTrash(app, name).map((one) => one.name);
  if (needing.length === 0) return;
  throw refusal(
    'trash-needed',
    `rows of \`${name}\` go to the trash with those of ${quoted(needing)}`,
    needing.map((one) => `switch that off first: crudgen model trash ${one} --off`).join('; '),
  );
}
