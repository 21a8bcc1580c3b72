import { Alert, Box, Button, Checkbox, FormControlLabel, Paper, Typography } from '@mui/material';
import { useState } from 'react';
import { useNotify, useResourceContext, useTranslate } from 'react-admin';
import { isRefused } from '../api/session';
import { useDefinition } from '../application';
import { ConfirmDialog } from '../components/confirm-dialog';
import { ItemList } from '../components/item-list';
import { PageLoading } from '../components/loading';
import { NotAllowed } from '../components/messages';
import { PageHeader } from '../components/page-header';
import { useErrorText, useLabels } from '../components/texts';
import { useFirstData } from '../first-paint';
import { RefusedList } from './refused-list';
import { TrashedItem } from './trashed-item';
import { useTrash, type Refused, type TrashedRow } from './use-trash';

/** The deleted records of a list, the latest first: who deleted them, and what brings them back or ends them. */
export function TrashPage() {
  const resource = useResourceContext() ?? '';
  const markedBy = useDefinition(resource)?.trashedAt;
  const isForbidden = isRefused('list', resource) || isRefused('delete', resource);
  if (isForbidden) return <NotAllowed />;
  return markedBy === undefined ? <PageLoading /> : <Page {...{ resource, markedBy }} />;
}

function Page({ resource, markedBy }: { resource: string; markedBy: string }) {
  const translate = useTranslate();
  const labels = useLabels();
  const errorText = useErrorText();
  const trash = useTrash(resource, markedBy);
  const { rows = [], error, isPending, hasMore, isReading, readMore } = trash;
  const actions = useActions(trash);
  const { selected, toggle, setSelected, refused } = actions;
  if (!useFirstData(isPending)) return null;
  const many = labels.many(resource);
  return (
    <>
      <PageHeader
        title={translate('trash.title', { name: many })}
        crumbs={[{ label: many, to: `/${resource}` }]}
      />
      <Typography sx={{ mb: 2, color: 'text.secondary' }}>{translate('trash.help')}</Typography>
      {error && <Alert severity="error">{errorText(error)}</Alert>}
      {refused.length > 0 && <RefusedList refused={refused} onClose={actions.forget} />}
      {isPending && <PageLoading />}
      {rows.length > 0 && (
        <Selection
          {...actions}
          isBusy={trash.isBusy}
          isAll={rows.length === selected.length}
          onAll={(isAll) => setSelected(isAll ? rows : [])}
        />
      )}
      {!isPending && (
        <Paper variant="outlined" sx={LIST}>
          <ItemList none={translate('trash.empty')}>
            {rows.map((row) => (
              <TrashedItem
                key={row.id}
                {...{ row, markedBy }}
                isBusy={trash.isBusy}
                isSelected={selected.some(({ id }) => id === row.id)}
                onToggle={() => toggle(row)}
                onRestore={() => void actions.restore([row])}
                onPurge={() => actions.ask([row])}
              />
            ))}
          </ItemList>
        </Paper>
      )}
      {hasMore && (
        <Button onClick={readMore} disabled={isReading} variant="outlined">
          {translate('trash.more')}
        </Button>
      )}
      {actions.asked.length > 0 && <PurgeDialog {...actions} isBusy={trash.isBusy} />}
    </>
  );
}

const LIST = { px: { xs: 2, sm: 3 }, mb: 2 };

/** What is selected, what is asked about, and what came of it. */
function useActions({ restore, purge }: ReturnType<typeof useTrash>) {
  const notify = useNotify();
  const [selected, setSelected] = useState<readonly TrashedRow[]>([]);
  const [asked, ask] = useState<readonly TrashedRow[]>([]);
  const [refused, setRefused] = useState<readonly Refused[]>([]);
  const tell = (key: string, rows: readonly TrashedRow[], left: readonly Refused[]) => {
    setRefused(left);
    setSelected(left.map(({ row }) => row).filter((row) => selected.includes(row)));
    const smart_count = rows.length - left.length;
    if (smart_count > 0) notify(key, { type: 'success', messageArgs: { smart_count } });
  };
  return {
    ...{ selected, setSelected, asked, ask, refused },
    forget: () => setRefused([]),
    toggle: (row: TrashedRow) =>
      setSelected(
        selected.some(({ id }) => id === row.id)
          ? selected.filter(({ id }) => id !== row.id)
          : [...selected, row],
      ),
    restore: async (rows: readonly TrashedRow[]) =>
      tell('trash.restored', rows, await restore(rows)),
    purge: async (rows: readonly TrashedRow[]) => {
      const left = await purge(rows);
      ask([]);
      tell('trash.purged', rows, left);
    },
  };
}

type Actions = ReturnType<typeof useActions>;

interface SelectionProps extends Pick<Actions, 'selected' | 'restore' | 'ask'> {
  isBusy: boolean;
  isAll: boolean;
  onAll: (isAll: boolean) => void;
}

/** What can be done with the selected records together. */
function Selection({ selected, restore, ask, isBusy, isAll, onAll }: SelectionProps) {
  const translate = useTranslate();
  const smart_count = selected.length;
  return (
    <Box sx={BAR}>
      <FormControlLabel
        control={
          <Checkbox
            checked={isAll}
            indeterminate={smart_count > 0 && !isAll}
            onChange={(_event, checked) => onAll(checked)}
          />
        }
        label={
          smart_count > 0
            ? translate('trash.selected', { smart_count })
            : translate('trash.select_all')
        }
      />
      {smart_count > 0 && (
        <>
          <Button variant="outlined" disabled={isBusy} onClick={() => void restore(selected)}>
            {translate('trash.restore')}
          </Button>
          <Button variant="outlined" color="error" disabled={isBusy} onClick={() => ask(selected)}>
            {translate('trash.purge')}
          </Button>
        </>
      )}
    </Box>
  );
}

const BAR = {
  ...{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 },
  ...{ pl: { xs: 2, sm: 3 }, mb: 1 },
};

function PurgeDialog({ asked, ask, purge, isBusy }: Actions & { isBusy: boolean }) {
  const translate = useTranslate();
  return (
    <ConfirmDialog
      title={translate('trash.purge_title', { smart_count: asked.length })}
      text={translate('trash.purge_help')}
      confirm={translate('trash.purge')}
      danger
      busy={isBusy}
      onConfirm={() => void purge(asked)}
      onClose={() => ask([])}
    />
  );
}
