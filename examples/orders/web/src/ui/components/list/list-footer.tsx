import { Pagination } from 'react-admin';

/** Paging below a table. */
export function ListFooter() {
  return <Pagination rowsPerPageOptions={[10, 25, 50, 100]} />;
}
