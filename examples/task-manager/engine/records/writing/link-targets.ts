import type { RecordId } from '../../fields/record-id.js';
import { readTargets, writeLinks } from '../reading/links.js';
import { asSetIn, type Targets } from './references.js';
import type { Rows, Write } from '../scope.js';

export const NO_TARGETS: Targets = new Map();

/**
 * The current targets of the many-to-many fields that a write sets, read before anything changes: what the writer sees may
 * depend on them.
 */
export async function targetsBefore(
  id: RecordId,
  targets: Targets,
  write: Write,
): Promise<Targets> {
  const before = new Map<string, readonly RecordId[]>();
  for (const link of write.model.links)
    if (targets.has(link.name))
      before.set(link.name, await readTargets(id, link, asSetIn(link.name, write)));
  return before;
}

/** Links a record to the targets in place of those before. */
export async function writeTargets(
  id: RecordId,
  targets: Targets,
  before: Targets,
  rows: Rows,
): Promise<void> {
  for (const link of rows.model.links) {
    const found = targets.get(link.name);
    if (found) await writeLinks(id, link, before.get(link.name) ?? [], found, rows);
  }
}
