import type { ComingWrite } from '../../model/operations.js';
import { isReference, type BatchOperation } from './batch-operation.js';
import { referencesOf } from './resolve-references.js';

/**
 * Does what is slow in operations before the transaction of their batch, which would else keep others from writing meanwhile: the
 * hashing of passwords. What refers to another operation has to wait for its record.
 */
export async function prepareAll(operations: readonly BatchOperation[]): Promise<void> {
  for (const operation of operations) {
    const { prepare } = operation.records;
    const coming = prepare && comingWrite(operation);
    if (prepare && coming) await prepare(coming);
  }
}

/** An operation that writes values which are known by now. */
function comingWrite(operation: BatchOperation): ComingWrite | null {
  const { method, id, body: values, on } = operation;
  if (method === 'delete' || isReference(id) || referencesOf(operation).length > 0) return null;
  return { mode: MODES[method], id, values, on };
}

const MODES = { post: 'create', put: 'replace', patch: 'update' } as const;
