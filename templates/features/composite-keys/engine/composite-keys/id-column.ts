import type { ColumnInfo } from '../fields/column-info.js';
import { idInList } from '../fields/record-id.js';
import { idOfTexts, textsIn } from './id-text.js';

/** The id as a field of its own, which no table has: the text of a record's key in the API, and a JSON array of texts in SQL. */
export const idColumn = (parts: readonly ColumnInfo[]): ColumnInfo => ({
  name: 'id',
  column: 'id',
  type: 'string',
  role: 'id',
  nullable: false,
  default: null,
  values: [],
  enforce: false,
  min: null,
  max: null,
  precision: null,
  scale: null,
  format: null,
  pattern: `^[^,]*(,[^,]*){${parts.length - 1}}$`,
  patternMessage: `the id is made of ${parts.map(({ name }) => name).join(' and ')}: each encoded as in a URL, with commas between`,
  unit: null,
  help: null,
  search: 'all-rows',
  derivedFrom: null,
  from: null,
  reference: null,
  transformer: {
    // No row has a key that is null: what is no id names none.
    to(id) {
      const texts = textsIn(id, parts);
      return texts && JSON.stringify(texts);
    },
    from: (array) => (array === null ? null : idOfTexts(JSON.parse(array as string) as string[])),
  },
  listed: idInList,
});
