import { fieldNamed } from '../model/change.js';
import type { Model } from '../model/model.js';
import type { OpenProject } from './open-project.js';
import { readSyncedState } from './read-synced-state.js';

/** The values of `--rename` for a field that the developer has renamed but not synced; else null. */
export async function renameByHand(
  project: OpenProject,
  model: Model,
  from: string,
  to: string,
): Promise<readonly string[] | null> {
  const { before } = await readSyncedState(project);
  const old = before.models.find(({ table }) => table === model.table);
  const was = old && fieldNamed(old, from);
  const now = fieldNamed(model, to);
  if (!was || !now || fieldNamed(old, to)) return null;
  return was.column === now.column ? [] : [`${model.table}.${was.column}:${now.column}`];
}
