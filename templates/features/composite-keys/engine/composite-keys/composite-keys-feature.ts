import type { CompositeKeys } from '../model/describe-key.js';
import type { Feature } from '../service/project.js';
import { checkParts } from './check-parts.js';
import { checkReferences } from './check-references.js';
import { referenceGuards } from './complete-references.js';
import { withReferences } from './describe-references.js';
import { idColumn } from './id-column.js';
import { rowKeyOf } from './row-key-of.js';

/** Keys of several columns as the engine names, reads and checks them. */
export const keysOfColumns: CompositeKeys = {
  describe: (parts, database) => ({ key: idColumn(parts), rowKey: rowKeyOf(parts, database) }),
  withReferences,
  refusals: (models, dataSource) => [...checkParts(models), ...checkReferences(models, dataSource)],
};

/** Records whose primary key has several columns: their id is a text that is made of those. */
export const compositeKeys: Feature = {
  name: 'composite-keys',
  keys: keysOfColumns,
  guards: referenceGuards,
};
