import type { ScopedDataSource } from '../database/scoped-data-source.js';
import { MICROSECONDS } from '../fields/field-types.js';
import { plainTypeOf } from '../database/column-types.js';
import type { Feature } from '../service/project.js';
import { withExactTexts } from './exact-texts.js';
import { foreignCatalog } from './foreign-catalog.js';
import { withForeignEnums } from './foreign-enums.js';
import { withForeignNames } from './foreign-names.js';
import { withForeignValues } from './foreign-values.js';
import { withWideNumbers } from './wide-numbers.js';

/** Knows columns that others declared, by all names of their types, values that others stored, with their microseconds, and indexes by any names. */
export const baseline: Feature = {
  name: 'baseline',
  prepare(opened) {
    const source = opened.dataSource as ScopedDataSource;
    const { dialect } = source;
    const catalog = foreignCatalog(dialect);
    const exact = withExactTexts(withForeignValues({ ...dialect, catalog }));
    const foreign = withForeignNames(withWideNumbers(exact));
    source.dialect = withForeignEnums(foreign);
    for (const { columns } of source.entityMetadatas)
      for (const column of columns)
        if (plainTypeOf(column) === 'datetime') column.precision = MICROSECONDS;
  },
};
