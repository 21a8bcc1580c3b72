import type { EntityMetadata } from 'typeorm';
import type { ColumnInfo } from '../fields/column-info.js';
import type { ModelInfo } from '../model/model-info.js';
import type { RowKey } from '../model/row-key.js';

/** A view as a model without records of its own: its rows are only listed, and have no `id`. */
export const withoutKey = (model: ModelInfo): ModelInfo => ({
  ...model,
  key: NO_ID,
  keyColumns: [],
  rowKey: NO_KEY,
  isKeyless: true,
});

/** Whether a view has no column that names its rows. */
export const isKeyless = ({ tableType, primaryColumns }: EntityMetadata): boolean =>
  tableType === 'view' && primaryColumns.length === 0;

/** Why rows without an id cannot have a field of this name, which would look like one. */
export const checkIdField = ({ name, columns }: EntityMetadata): readonly string[] =>
  columns
    .filter(({ propertyName }) => propertyName === 'id')
    .map(
      ({ databaseName }) =>
        `${name}.id: without a \`@PrimaryColumn\` no field is called \`id\`; rename the property and write \`name: '${databaseName}'\` in the options of its column`,
    );

/** In place of the id: read as nothing, so that no JSON has it. */
const NO_ID: ColumnInfo = {
  name: 'id',
  column: 'id',
  type: 'integer',
  role: 'id',
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
  patternMessage: null,
  unit: null,
  help: null,
  search: 'all-rows',
  derivedFrom: null,
  from: null,
  reference: null,
  transformer: { to: () => null, from: () => undefined },
};

/** What statements have in place of an id, and a condition on ids that no row fulfils. */
const NO_KEY: RowKey = {
  id: () => 'NULL',
  json: () => null,
  text: () => "''",
  columns: () => 'NULL',
  row: () => 'NULL',
  is: () => '1 = 0',
  among: () => '1 = 0',
  stored: () => [],
  valueIn: () => undefined,
  idOf: null,
  endsIndexes: false,
};
