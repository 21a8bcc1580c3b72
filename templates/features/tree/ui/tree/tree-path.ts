import type { RecordId } from '../application';

/** The path of the page that shows a record in its tree; without a record, the top of the tree. */
export const treePath = (resource: string, id: RecordId | null): string =>
  `/${resource}/tree${id === null ? '' : `/${encodeURIComponent(id)}`}`;
