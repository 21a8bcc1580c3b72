import { Box } from '@mui/material';
import { lazy, Suspense, useRef, type ReactNode } from 'react';
import { useResourceContext } from 'react-admin';
import { ErrorBoundary } from 'react-error-boundary';
import type { ListFrameProps } from '../application';
import { TableStore } from '../components/list/table-store';
import { tableKeyOf, useCurrentView } from './current-view';
import { UsualSort } from './usual-sort';

const ViewTabs = lazy(() =>
  import('./view-tabs').then(({ ViewTabs: Tabs }) => ({ default: Tabs })),
);
const CellFilter = lazy(() =>
  import('./cell-filter').then(({ CellFilter: Filter }) => ({ default: Filter })),
);

/** The height of the tabs, which is there before them: nothing moves when they come. */
const TABS = 36;

/** A list below its tabs, with the columns of the view that is open. */
export function ListFrame({ children, ...list }: ListFrameProps) {
  const resource = useResourceContext() ?? '';
  const frame = useRef<HTMLDivElement>(null);
  const { key, kept } = useCurrentView();
  const hasColumns = key !== null && kept?.key === key && kept.columns;
  return (
    <TableStore value={hasColumns ? tableKeyOf(resource, key) : null}>
      <Box className="on-screen" sx={{ minHeight: TABS, mb: 1 }}>
        <Beside>
          <ViewTabs {...list} />
        </Beside>
      </Box>
      <Box ref={frame} sx={{ position: 'relative' }}>
        <UsualSort value={list.sort}>{children}</UsualSort>
        <Beside>
          <CellFilter frame={frame} fields={list.fields} />
        </Beside>
      </Box>
    </TableStore>
  );
}

/** A part that the list neither waits for nor misses. */
const Beside = ({ children }: { children: ReactNode }) => (
  <ErrorBoundary fallback={null}>
    <Suspense fallback={null}>{children}</Suspense>
  </ErrorBoundary>
);
