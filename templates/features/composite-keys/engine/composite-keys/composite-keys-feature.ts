import type { CompositeKeys } from '../model/describe-key.js';
import type { Feature } from '../service/project.js';
import { checkParts } from './check-parts.js';
import { idColumn } from './id-column.js';
import { rowKeyOf } from './row-key-of.js';

/** Keys of several columns as the engine names, reads and checks them. */
export const keysOfColumns: CompositeKeys = {
  describe: (parts, database) => ({ key: idColumn(parts), rowKey: rowKeyOf(parts, database) }),
  refusals: checkParts,
};

/** Records whose primary key has several columns: their id is a text that is made of those. */
export const compositeKeys: Feature = { name: 'composite-keys', keys: keysOfColumns };
