import type { Action } from '../../service/engine/model/access-rules.js';
import type { ModelInfo } from '../../service/engine/model/model-info.js';
import type { RecordId } from '../../service/engine/fields/record-id.js';
import type { OwnTools } from '../own-code.js';

/** What is asked of a model, and whether the user may take the actions that the answer tells of. */
interface Question {
  readonly action: Action;
  readonly id: RecordId | null;
  readonly may: (action: Action) => boolean;
}

/** What a history and a trash add to the answer: who sees them, and who takes a record out of the trash. */
export function besidesOf(
  { modelOptionsOf }: Pick<OwnTools, 'modelOptionsOf'>,
  model: ModelInfo,
  question: Question,
): readonly string[] {
  const { history = false, trash = false } = modelOptionsOf(model.entity as new () => object);
  return [
    ...(history === false ? [] : historyOf(model, question)),
    ...(trash === false ? [] : trashOf(model, question)),
  ];
}

function historyOf({ name, prefix }: ModelInfo, { action, id, may }: Question): readonly string[] {
  if (action !== 'list' && action !== 'show') return [];
  const path = `/_history?model=${prefix}${id === null ? '' : `&id=${id}`}`;
  return [
    may('show')
      ? `${path} shows the changes of each ${name} that this user may show, with the fields that they may read now; of a deleted one if they might show it as it was`
      : `${path} is 403: who may not show a ${name} does not see its history`,
  ];
}

function trashOf({ name, prefix }: ModelInfo, { action, id, may }: Question): readonly string[] {
  const path = `/${prefix}${id === null ? '' : `/${id}`}`;
  const inTrash = `${path}?_deleted=only`;
  if (action === 'list' || action === 'show') {
    if (!may('delete'))
      return [`GET ${inTrash} is 403: who may not delete its records does not see them there`];
    return may(action)
      ? [`GET ${inTrash} shows each ${name} in the trash that this user may ${action} and delete`]
      : [`GET ${inTrash} is 403, as it is without the parameter`];
  }
  if (action !== 'delete' || !may('delete')) return [];
  const one = id === null ? `/${prefix}/<id>` : path;
  return [
    `the ${name} goes to the trash; DELETE ${one}?_deleted=only is what deletes it for good, with the same right`,
    may('create')
      ? `POST ${one}/_restore takes it out of the trash, if this user might create it as it was`
      : `POST ${one}/_restore is 403: who may not create one restores none`,
  ];
}
