import Checkbox from '@mui/material/Checkbox';
import TableCell from '@mui/material/TableCell';
import type { MouseEvent } from 'react';
import {
  useDataTableRenderContext,
  useListContext,
  useRecordContext,
  useTranslate,
} from 'react-admin';
import type { Row } from '../../api/data-provider';

/** The column by which rows are selected; it is in its place also where nobody may change them, as columns are counted. */
export function SelectColumn({ enabled }: { enabled: boolean }) {
  const place = useDataTableRenderContext();
  if (!enabled) return null;
  if (place === 'header') return <SelectPage />;
  return place === 'data' ? <SelectRow /> : null;
}

function SelectPage() {
  const translate = useTranslate();
  const { data = [], selectedIds, onSelect } = useListContext<Row>();
  const ids = data.map(({ id }) => id);
  const selected = ids.filter((id) => selectedIds.includes(id));
  const all = ids.length > 0 && selected.length === ids.length;
  const toggle = () =>
    onSelect(
      all ? selectedIds.filter((id) => !ids.includes(id)) : [...new Set([...selectedIds, ...ids])],
    );
  return (
    <TableCell variant="head" padding="checkbox" className="RaDataTable-headerCell">
      <Checkbox
        checked={all}
        indeterminate={selected.length > 0 && !all}
        onChange={toggle}
        slotProps={{ input: { 'aria-label': translate('list.select_page') } }}
      />
    </TableCell>
  );
}

function SelectRow() {
  const translate = useTranslate();
  const record = useRecordContext<Row>();
  const { selectedIds, onToggleItem } = useListContext<Row>();
  if (record === undefined) return null;
  const label = translate('list.select_row', { name: record._label });
  return (
    <TableCell padding="checkbox" className="RaDataTable-rowCell" onClick={stayOnPage}>
      <Checkbox
        checked={selectedIds.includes(record.id)}
        onChange={() => onToggleItem(record.id)}
        slotProps={{ input: { 'aria-label': label } }}
      />
    </TableCell>
  );
}

/** A click beside the box is no click on the row. */
function stayOnPage(event: MouseEvent): void {
  event.stopPropagation();
}
