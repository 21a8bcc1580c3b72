import { changeLayout, fieldNamed, findModel } from '../../model/change.js';
import { layoutFault, layoutOf, layoutText } from '../../model/layouts.js';
import type { App, Layout, LayoutKind, Model } from '../../model/model.js';
import { misuse, Refusal, refusal } from '../../problem.js';
import { ADMIN, hasBackOffice } from '../../render/features.js';
import { changeModel } from '../change-model.js';
import type { Context } from '../context.js';
import { projectOf } from '../project.js';

/** The flags of both commands. */
interface LayoutFlags {
  readonly off?: boolean;
}

/** Shows the list of a model as a board, too, or no longer. */
export const modelBoard = (
  context: Context,
  name: string,
  field: string | undefined,
  flags: LayoutFlags,
): Promise<number> =>
  changeLayouts(context, name, { kind: 'board', fields: [field], example: 'status' }, flags);

/** Shows the list of a model as a calendar, too, or no longer. */
export const modelCalendar = (
  context: Context,
  name: string,
  from: string | undefined,
  to: string | undefined,
  flags: LayoutFlags,
): Promise<number> =>
  changeLayouts(
    context,
    name,
    { kind: 'calendar', fields: [from, to], example: 'due_date' },
    flags,
  );

/** What a command was given. */
interface Asked {
  readonly kind: LayoutKind;
  readonly fields: readonly (string | undefined)[];
  /** A field as somebody may call it. */
  readonly example: string;
}

async function changeLayouts(
  context: Context,
  name: string,
  { kind, fields, example }: Asked,
  { off = false }: LayoutFlags,
): Promise<number> {
  const project = await projectOf(context);
  const model = findModel(project.app, name);
  // `project` stands for the reference, which is stored as `project_id`.
  const [field, to] = fields.map((one) => one && (fieldNamed(model, one)?.name ?? one));
  if (off === (field !== undefined))
    throw misuse(
      off ? '`--off` and a field say different things' : `the field of the ${kind} is missing`,
      off
        ? 'leave one of them out'
        : `write \`crudgen model ${kind} ${name} ${example}\`, or \`--off\``,
    );
  if (!off) requireBackOffice(project.app, kind);
  const layout = off ? null : { kind, field: field!, ...(to && { to }) };
  const fault = layout && layoutFault(model, layout);
  if (fault) throw new Refusal([fault]);
  const after = changeLayout(project.app, name, kind, kept(model, layout));
  const said = layoutText(findModel(after, name), kind);
  const messages = {
    done: off ? `the list of ${name} has no ${kind}` : `the list of ${name} has a ${kind}: ${said}`,
    nothing: off
      ? `nothing to change: the list of ${name} has no ${kind}`
      : `nothing to change: the list of ${name} has this ${kind} already`,
  };
  return changeModel(context, project, { mode: 'change', after }, { messages });
}

/** A layout of the same fields shows what it has shown. */
function kept(model: Model, layout: Layout | null): Layout | null {
  const old = layout && layoutOf(model, layout.kind);
  return old && old.field === layout.field && old.to === layout.to ? old : layout;
}

function requireBackOffice(app: App, kind: LayoutKind): void {
  if (hasBackOffice(app)) return;
  throw refusal(
    'no-back-office',
    `there is no list that could be shown as a ${kind}: the project has no back-office`,
    `add it first: crudgen add ${ADMIN}`,
  );
}
