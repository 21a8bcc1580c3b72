import type {
  ColumnInfo,
  FieldType,
} from '../../../../templates/service/src/engine/fields/column-info.js';

/** A column as the engine describes it, with nothing special about it. */
export const column = (type: FieldType, more: Partial<ColumnInfo> = {}): ColumnInfo => ({
  name: type,
  column: type,
  type,
  role: 'data',
  nullable: true,
  default: null,
  values: [],
  enforce: false,
  min: null,
  max: null,
  precision: null,
  scale: null,
  format: null,
  pattern: null,
  search: 'all-rows',
  standsFor: null,
  reference: null,
  transformer: null,
  ...more,
});
