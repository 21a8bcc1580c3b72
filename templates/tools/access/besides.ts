import type { Action } from '../../service/engine/model/access-rules.js';
import type { ModelInfo } from '../../service/engine/model/model-info.js';
import type { RecordId } from '../../service/engine/fields/record-id.js';
import type { OwnTools } from '../own-code.js';

const READING: readonly Action[] = ['list', 'show'];
const WRITING: readonly Action[] = ['create', 'edit', 'clone'];

/** What the features of a model add to the answer: who sees its history, and what writes of it are held to. */
export function besidesOf(
  { modelOptionsOf }: Pick<OwnTools, 'modelOptionsOf'>,
  { entity, name, prefix, columns }: ModelInfo,
  { action, id }: { readonly action: Action; readonly id: RecordId | null },
  mayShow: boolean,
): readonly string[] {
  const { history = false, noOverlap } = modelOptionsOf(entity as new () => object);
  const path = `/_history?model=${prefix}${id === null ? '' : `&id=${id}`}`;
  const series = columns.flatMap((column) => (column.role === 'series' ? [column.name] : []));
  return [
    ...(history !== false && READING.includes(action)
      ? [
          mayShow
            ? `${path} shows the changes of each ${name} that this user may show, with the fields that they may read now; of a deleted one if they might show it as it was`
            : `${path} is 403: who may not show a ${name} does not see its history`,
        ]
      : []),
    ...(WRITING.includes(action) && noOverlap
      ? [
          `a period that overlaps with that of another ${name} is 409, whoever may see that one; only who sees it is told which it is`,
        ]
      : []),
    ...(WRITING.includes(action)
      ? series.map((field) => `${field} is a number that the service gives: nobody writes it`)
      : []),
  ];
}
