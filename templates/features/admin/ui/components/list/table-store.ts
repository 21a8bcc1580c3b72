import { createContext, useContext } from 'react';

/** Where a list keeps its columns, in a place of its own; null for that of all its records. */
export const TableStore = createContext<string | null>(null);

/** The beginning of the keys under which the store has a table's columns: their order, their widths, and which are hidden. */
export const useTableKey = (resource: string): string =>
  useContext(TableStore) ?? usualTableKey(resource);

/** The one that react-admin's tables have. */
export const usualTableKey = (resource: string): string => `${resource}.datatable`;
