import OpenIcon from '@mui/icons-material/ChevronRight';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import { createContext, useContext } from 'react';
import type { MouseEvent, ReactNode } from 'react';
import { useFieldValue, useRecordContext, useResourceContext } from 'react-admin';
import { Link } from 'react-router';
import type { Row } from '../../api/data-provider';
import { sessionMayDo } from '../../api/session';
import { VISUALLY_HIDDEN } from '../../theme/visually-hidden';

/** The page that a row of a table leads to. */
export type RecordPage = 'show' | 'edit';

/** Where rows lead: to the page of the record, or nowhere where the user may not open it. */
export function recordPageOf(resource: string, preferred: RecordPage = 'show'): RecordPage | false {
  const pages: readonly RecordPage[] = [preferred, 'show'];
  return pages.find((page) => sessionMayDo(page, resource)) ?? false;
}

export interface LinkedColumn {
  source: string;
  page: RecordPage;
}

/** The column whose cells lead to their records, for the keyboard, for screen readers and for new tabs. */
export const LinkedColumnContext = createContext<LinkedColumn | null>(null);

/** The column that carries the links: the first that shows plain text, else the first. */
export function linkedSource(
  columns: readonly { source: string; plain: boolean }[],
): string | undefined {
  return (columns.find(({ plain }) => plain) ?? columns[0])?.source;
}

export interface RecordLinkProps {
  source: string;
  /** Whether the cell has no links of its own, so that all of it can be one. */
  plain: boolean;
  children: ReactNode;
}

/** What a cell shows, as a link to its record where its column carries the links. */
export function RecordLink({ source, plain, children }: RecordLinkProps) {
  const linked = useContext(LinkedColumnContext);
  const resource = useResourceContext() ?? '';
  const record = useRecordContext<Row>();
  const value: unknown = useFieldValue({ source });
  if (linked?.source !== source || record === undefined) return children;
  const to = `/${resource}/${record.id}${linked.page === 'show' ? '/show' : ''}`;
  const name = record._label;
  if (!plain) {
    return (
      <>
        {children}
        <IconButton component={Link} to={to} aria-label={name} onClick={stayInCell} sx={OPEN}>
          <OpenIcon fontSize="inherit" />
        </IconButton>
      </>
    );
  }
  const saysItself = typeof value === 'string' && value !== '';
  return (
    <Box component={Link} to={to} onClick={stayInCell} sx={LINK}>
      {children}
      {!saysItself && (
        <Box component="span" sx={VISUALLY_HIDDEN}>
          {` ${name}`}
        </Box>
      )}
    </Box>
  );
}

const OPEN = { p: 0, ml: 0.5, fontSize: 18, verticalAlign: 'middle' };

const LINK = {
  color: 'text.primary',
  fontWeight: 500,
  '&:hover': { color: 'primary.main' },
};

/** The row is a target of its own, which must not follow the link a second time. */
function stayInCell(event: MouseEvent): void {
  event.stopPropagation();
}
