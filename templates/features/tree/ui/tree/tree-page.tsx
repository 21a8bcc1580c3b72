import TableRowsIcon from '@mui/icons-material/TableRowsOutlined';
import { Box, Button, Paper, Typography } from '@mui/material';
import { useResourceContext, useTranslate } from 'react-admin';
import { Link, useNavigate, useParams } from 'react-router';
import { sessionMayDo } from '../api/session';
import { recordPath, type RecordId, type Row, useDefinition, useRecordId } from '../application';
import { NoSuchPage, RecordError, isOnlyStale } from '../components/messages';
import { CompactButton, EditRecordButton, PageHeader } from '../components/page-header';
import { useLabels } from '../components/texts';
import { useLineage, type Tree } from './tree-query';
import { useEffect, useRef, useState } from 'react';
import { TreeColumn } from './tree-column';
import { treePath } from './tree-path';
import MoveIcon from '@mui/icons-material/DriveFileMoveOutlined';
import { MoveDialog } from './move-dialog';

/** The records of a self-referencing model as columns: `/task/tree/9` selects task 9. */
export function TreePage() {
  const resource = useResourceContext() ?? '';
  const model = useDefinition(resource);
  if (model?.parent == null) return <NoSuchPage />;
  const { parent: parentField, children, place } = model;
  return <Columns tree={{ resource, parentField, children, place }} />;
}

function Columns({ tree }: { tree: Tree }) {
  const { resource } = tree;
  const { id } = useParams();
  const idOf = useRecordId(resource);
  const navigate = useNavigate();
  const selected = id === undefined ? null : idOf(id);
  const { data, error } = useLineage(tree, selected);
  const lineage = data ?? [];
  const select = (next: RecordId | null) =>
    void navigate(treePath(resource, next), {
      preventScrollReset: true,
      // Moving through a tree is one history entry: Back leaves it.
      replace: true,
    });
  return (
    <>
      <TreeHeader />
      {error && !isOnlyStale(error, data) ? (
        <RecordError error={error} />
      ) : (
        <Paper variant="outlined" sx={{ overflow: 'hidden' }}>
          <MillerColumns tree={tree} lineage={lineage} onSelect={select} />
          <Box sx={{ borderTop: 1, borderColor: 'divider' }}>
            <TreeDetail tree={tree} lineage={lineage} />
          </Box>
        </Paper>
      )}
    </>
  );
}

function TreeHeader() {
  const resource = useResourceContext() ?? '';
  const translate = useTranslate();
  const labels = useLabels();
  return (
    <PageHeader
      title={translate('tree.title', { name: labels.many(resource) })}
      crumbs={[{ label: labels.many(resource), to: `/${resource}` }]}
      aside={
        <Box component="span" sx={KEYS}>
          {translate('tree.keys')}
        </Box>
      }
    >
      <Button component={Link} to={`/${resource}`} variant="outlined" startIcon={<TableRowsIcon />}>
        {translate('tree.table')}
      </Button>
    </PageHeader>
  );
}

/** Devices with narrow screens have no arrow keys. */
const KEYS = {
  display: { xs: 'none', sm: 'inline' },
  color: 'text.secondary',
  fontSize: '0.8125rem',
};

export interface MillerColumnsProps {
  tree: Tree;
  /** The selected record and its ancestors, topmost first. */
  lineage: readonly Row[];
  onSelect: (id: RecordId | null) => void;
}

/** A column for the top level, and one for the children of each record on the path to the selected one. */
export function MillerColumns({ tree, lineage, onSelect }: MillerColumnsProps) {
  const translate = useTranslate();
  const strip = useRef<HTMLDivElement>(null);
  const parents = [null, ...lineage.map(({ id }) => id)];
  useEffect(() => {
    // Scrolls to the column of the selected record, and as much of its children's as there is room for.
    const column = strip.current?.children[Math.max(0, lineage.length - 1)] as HTMLElement;
    strip.current?.scrollTo({ left: column.offsetLeft });
  }, [lineage.length]);
  const wanted = useRef<number | null>(null);
  const focusColumn = (depth: number) => {
    wanted.current = depth;
    strip.current?.querySelector<HTMLElement>(`[data-depth="${depth}"]`)?.focus();
  };
  useEffect(() => {
    // The entered column may have been replaced since: by that of a record selected at the last moment.
    if (wanted.current !== null && document.activeElement === document.body)
      focusColumn(wanted.current);
    wanted.current = null;
  }, [lineage]);
  return (
    <Box ref={strip} sx={STRIP}>
      {parents.map((parent, depth) => (
        <TreeColumn
          key={JSON.stringify(parent)}
          tree={tree}
          parent={parent}
          depth={depth}
          title={
            parent === null
              ? translate('tree.top')
              : translate('tree.children', { name: lineage[depth - 1]?._label ?? '' })
          }
          selected={lineage[depth]?.id ?? null}
          isLast={depth === lineage.length}
          onSelect={onSelect}
          onLeave={(direction) => {
            if (direction === 'left' && depth > 0) {
              focusColumn(depth - 1);
              onSelect(parent);
            }
            if (direction === 'right') focusColumn(depth + 1);
          }}
        />
      ))}
    </Box>
  );
}

const STRIP = {
  position: 'relative',
  display: 'flex',
  overflowX: 'auto',
  height: 'min(58vh, 560px)',
};

export interface TreeDetailProps {
  tree: Tree;
  lineage: readonly Row[];
}

/** The selected record below the columns: its path and its actions. */
export function TreeDetail({ tree, lineage }: TreeDetailProps) {
  const translate = useTranslate();
  const [moving, setMoving] = useState(false);
  const canEdit = sessionMayDo('edit', tree.resource);
  const canShow = sessionMayDo('show', tree.resource);
  const row = lineage.at(-1);
  if (row === undefined) {
    return (
      <Typography sx={{ p: 2, color: 'text.secondary' }}>{translate('tree.select')}</Typography>
    );
  }
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, p: 2 }}>
      <Box sx={{ flex: 1, minWidth: { xs: '100%', sm: 200 } }} role="status">
        <Typography variant="caption">
          {lineage
            .slice(0, -1)
            .map(({ _label }) => _label)
            .join(' / ')}
        </Typography>
        <Typography variant="h2" component="p">
          {row._label}
        </Typography>
      </Box>
      {canEdit && (
        <CompactButton
          icon={MoveIcon}
          label={translate('tree.move')}
          onClick={() => setMoving(true)}
        />
      )}
      {canShow && (
        <Button
          component={Link}
          to={`${recordPath(tree.resource, row.id)}/show`}
          variant="outlined"
        >
          {translate('form.show')}
        </Button>
      )}
      <EditRecordButton record={row} quiet />
      {moving && <MoveDialog tree={tree} row={row} onClose={() => setMoving(false)} />}
    </Box>
  );
}
