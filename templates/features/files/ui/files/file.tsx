import { columnOf } from '../components/list/columns';
import { detailOf } from '../components/show/show-page';
import { FileInRow, FileOnPage } from './file-value';

const Unsorted = columnOf(FileInRow);

/** A file as a column: a database does not sort by it. */
export function FileColumn(props: Parameters<typeof Unsorted>[0]) {
  return <Unsorted {...props} sortable={false} />;
}

/** A file on the page of its record. */
export const FileDetail = detailOf(FileOnPage, true);

export { FileInput, type FileInputProps } from './file-input';
