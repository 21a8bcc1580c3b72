import type { Action } from '../../service/engine/model/access-rules.js';
import type { ModelInfo } from '../../service/engine/model/model-info.js';
import type { RecordId } from '../../service/engine/fields/record-id.js';
import type { OwnTools } from '../own-code.js';

const READING: readonly Action[] = ['list', 'show'];

/** What a history adds to the answer: who sees it. */
export function besidesOf(
  { modelOptionsOf }: Pick<OwnTools, 'modelOptionsOf'>,
  { entity, name, prefix }: ModelInfo,
  { action, id }: { readonly action: Action; readonly id: RecordId | null },
  mayShow: boolean,
): readonly string[] {
  const { history = false } = modelOptionsOf(entity as new () => object);
  if (history === false || !READING.includes(action)) return [];
  const path = `/_history?model=${prefix}${id === null ? '' : `&id=${id}`}`;
  return [
    mayShow
      ? `${path} shows the changes of each ${name} that this user may show, with the fields that they may read now; of a deleted one if they might show it as it was`
      : `${path} is 403: who may not show a ${name} does not see its history`,
  ];
}
