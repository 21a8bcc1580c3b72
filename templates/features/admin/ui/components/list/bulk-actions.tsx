import CloseIcon from '@mui/icons-material/Close';
import DeleteIcon from '@mui/icons-material/DeleteOutlined';
import EditIcon from '@mui/icons-material/EditOutlined';
import { Box, Button, IconButton, TableCell, type SxProps, type Theme } from '@mui/material';
import { lazy, useState } from 'react';
import {
  useDataTableRenderContext,
  useRecordContext,
  useResourceContext,
  useTranslate,
} from 'react-admin';
import { useCanWrite } from '../../api/session';
import type { FieldFact, Row } from '../../application';
import { OnDemand } from '../messages';
import { CELL } from '../../theme/react-admin';
import { stayOnPage } from '../fields';
import { FeatureParts } from '../page-header';
import { MEASURES } from '../../theme/theme';
import { useSelection } from './selection';

const BulkEditDialog = lazy(() =>
  import('./bulk-dialogs').then((module) => ({ default: module.BulkEditDialog })),
);
const BulkDeleteDialog = lazy(() =>
  import('./bulk-dialogs').then((module) => ({ default: module.BulkDeleteDialog })),
);

/** The actions for selected rows; replaces the list's toolbar. */
export function BulkActions({ fields }: { fields: readonly FieldFact[] }) {
  const translate = useTranslate();
  const resource = useResourceContext() ?? '';
  const { target } = useSelection();
  const canEdit = useCanWrite(resource, 'edit');
  const canDelete = useCanWrite(resource, 'delete');
  const [dialog, setDialog] = useState<'edit' | 'delete' | null>(null);
  const close = () => {
    setDialog(null);
    focusRows();
  };
  return (
    <Box
      className="on-screen"
      sx={BAR}
      role="region"
      aria-label={translate('selected.some', { smart_count: target.total })}
    >
      <Selection />
      <Box sx={{ flex: 1 }} />
      <FeatureParts of="BulkAction" />
      {canEdit && fields.length > 0 && (
        <Button variant="outlined" startIcon={<EditIcon />} onClick={() => setDialog('edit')}>
          {translate('list.bulk_edit')}
        </Button>
      )}
      {canDelete && (
        <Button
          variant="outlined"
          color="error"
          startIcon={<DeleteIcon />}
          onClick={() => setDialog('delete')}
        >
          {translate('list.bulk_delete')}
        </Button>
      )}
      {dialog !== null && (
        <OnDemand onClose={close}>
          {dialog === 'edit' && <BulkEditDialog fields={fields} target={target} onClose={close} />}
          {dialog === 'delete' && <BulkDeleteDialog target={target} onClose={close} />}
        </OnDemand>
      )}
    </Box>
  );
}

/** When nothing is selected any more, the button that had the focus is gone, and the keyboard would begin at the top again. */
function focusRows(): void {
  setTimeout(() => {
    if (document.activeElement !== document.body) return;
    document.querySelector<HTMLElement>(`main .${CELL.box}`)?.focus();
  });
}

const BAR = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 1,
  p: 1.25,
  minHeight: MEASURES.bar,
  position: 'sticky',
  top: MEASURES.header,
  zIndex: 3,
  bgcolor: 'background.paper',
  // Rows scroll beneath it, so it must be opaque.
  backgroundImage: ({ palette }: Theme) => `linear-gradient(${palette.action.selected} 0 0)`,
} satisfies SxProps<Theme>;

function Selection() {
  const translate = useTranslate();
  const { target, isAll, total, elsewhere, select, selectAll } = useSelection();
  const key = `${isAll ? 'all' : 'some'}${elsewhere > 0 ? '_elsewhere' : ''}`;
  return (
    <>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, minWidth: 0 }}>
        <IconButton aria-label={translate('ra.action.unselect')} onClick={() => select([])}>
          <CloseIcon fontSize="small" />
        </IconButton>
        <Box component="span" role="status">
          <strong>{translate(`selected.${key}`, { smart_count: target.total, elsewhere })}</strong>
        </Box>
      </Box>
      {target.total < total && (
        <Button onClick={selectAll}>{translate('list.select_all', { smart_count: total })}</Button>
      )}
    </>
  );
}

/** The column that selects rows; also present where nobody may change them, since columns are counted. */
export function SelectColumn({ enabled }: { enabled: boolean }) {
  const place = useDataTableRenderContext();
  if (!enabled) return null;
  if (place === 'header') return <SelectPage />;
  return place === 'data' ? <SelectRow /> : null;
}

function SelectPage() {
  const translate = useTranslate();
  const { target, pageIds, has, select } = useSelection();
  const count = pageIds.filter(has).length;
  const isWhole = count > 0 && count === pageIds.length;
  const others = (target.ids ?? []).filter((id) => !pageIds.includes(id));
  return (
    <TableCell variant="head" padding="checkbox" className={`RaDataTable-headerCell ${CELL.check}`}>
      <Check
        checked={isWhole}
        some={count > 0 && !isWhole}
        onChange={() => select(isWhole ? others : [...others, ...pageIds])}
        label={translate('list.select_page')}
      />
    </TableCell>
  );
}

function SelectRow() {
  return (
    <td className={CELL.check} onClick={stayOnPage}>
      <SelectRecord />
    </td>
  );
}

/** Selects the record of the context. */
export function SelectRecord() {
  const translate = useTranslate();
  const record = useRecordContext<Row>();
  const { has, toggle } = useSelection();
  if (record === undefined) return null;
  return (
    <Check
      checked={has(record.id)}
      onChange={() => toggle(record.id)}
      label={translate('list.select_row', { name: record._label })}
    />
  );
}

interface CheckProps {
  checked: boolean;
  /** Some of the rows are selected. */
  some?: boolean;
  label: string;
  onChange: () => void;
}

/** A native checkbox, styled by the theme: each of a hundred rows has one. */
function Check({ checked, some = false, label, onChange }: CheckProps) {
  return (
    <input
      type="checkbox"
      className={CELL.box}
      aria-label={label}
      checked={checked}
      ref={(box) => {
        if (box) box.indeterminate = some;
      }}
      onChange={onChange}
    />
  );
}
