import { Box, Button, Checkbox } from '@mui/material';
import { useTranslate } from 'react-admin';
import { useState } from 'react';
import { formatAgo } from '../components/ago';
import { formatDatetime, numberOf } from '../components/formats';
import { Item } from '../components/item-list';
import { useLabels } from '../components/texts';
import type { TrashedRow } from './use-trash';

export interface TrashedItemProps {
  row: TrashedRow;
  /** The field with the moment of the deletion. */
  markedBy: string;
  isBusy: boolean;
  isSelected: boolean;
  onToggle: () => void;
  onRestore: () => void;
  onPurge: () => void;
}

/** A deleted record: when, by whom and with what it went, and what can be done with it. */
export function TrashedItem(props: TrashedItemProps) {
  const { row, markedBy, isBusy, isSelected, onToggle, onRestore, onPurge } = props;
  const translate = useTranslate();
  const name = row._label;
  const title = (
    <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center' }}>
      <Checkbox
        checked={isSelected}
        onChange={onToggle}
        sx={{ ml: -1.25 }}
        slotProps={{ input: { 'aria-label': translate('trash.select', { name }) } }}
      />
      {name}
    </Box>
  );
  const actions = (
    <>
      <Button
        disabled={isBusy}
        onClick={onRestore}
        aria-label={translate('trash.restore_one', { name })}
      >
        {translate('trash.restore')}
      </Button>
      <Button
        color="error"
        disabled={isBusy}
        onClick={onPurge}
        aria-label={translate('trash.purge_one', { name })}
      >
        {translate('trash.purge')}
      </Button>
    </>
  );
  return (
    <Item title={title} actions={actions}>
      <Deletion row={row} at={String(row[markedBy])} />
    </Item>
  );
}

function Deletion({ row, at }: { row: TrashedRow; at: string }) {
  const translate = useTranslate();
  const labels = useLabels();
  const [now] = useState(() => Date.now());
  const { by = null, with: root = null } = row._deleted ?? {};
  const parts = [
    ...(by ? [translate('trash.by', { name: by.username })] : []),
    ...(root
      ? [translate('trash.with', { name: `${labels.one(root.model)} ${numberOf(root.id)}` })]
      : []),
  ];
  return (
    <time dateTime={at} title={formatDatetime(at)}>
      {[translate('trash.deleted', { when: formatAgo(at, now) }), ...parts].join(' · ')}
    </time>
  );
}
