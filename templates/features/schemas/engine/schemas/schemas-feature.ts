import type { ScopedDataSource } from '../database/scoped-data-source.js';
import type { Feature } from '../service/project.js';
import { flattenSteps, flatName, withFlatSteps } from './flat-tables.js';
import { nameTables, tablesInSchemas } from './table-names.js';
import { withSchemas } from './with-schemas.js';

/** Names tables with their schemas, as `sales.customer`; SQLite has no schemas, and the table `sales_customer` in its place. */
export const schemas: Feature = {
  name: 'schemas',
  nameTables({ dataSource }) {
    const source = dataSource as ScopedDataSource;
    if (source.dialect.name === 'postgres') {
      nameTables(source, (name) => name);
      source.dialect = withSchemas(source.dialect, tablesInSchemas(source));
    } else {
      nameTables(source, flatName);
      flattenSteps(source);
      source.dialect = withFlatSteps(source.dialect);
    }
  },
};
