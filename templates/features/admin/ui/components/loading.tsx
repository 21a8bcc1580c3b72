import { Box, Paper, Skeleton } from '@mui/material';
import type { ReactNode } from 'react';
import { useTranslate } from 'react-admin';

/** Placeholder while the code or the data of a page is loading. */
export function PageLoading() {
  return (
    <Loading>
      <Skeleton width="min(280px, 60%)" height={36} />
      <Paper variant="outlined" sx={{ mt: 2.5 }}>
        <Rows columns={4} />
      </Paper>
    </Loading>
  );
}

/** Placeholder while the rows of a table are loading. */
export function TableLoading({ columns }: { columns: number }) {
  return (
    <Loading>
      <Rows columns={columns} />
    </Loading>
  );
}

/** Content that loads quickly shows no skeleton. */
const FADE_IN = {
  animation: 'appear 1ms 150ms both',
  '@keyframes appear': { from: { opacity: 0 }, to: { opacity: 1 } },
};

function Loading({ children }: { children: ReactNode }) {
  const label = useTranslate()('app.loading');
  return (
    <Box role="progressbar" aria-label={label} sx={FADE_IN}>
      {children}
    </Box>
  );
}

function Rows({ columns }: { columns: number }) {
  return Array.from({ length: 8 }, (_, row) => (
    <Box key={row} sx={{ ...ROW, gridTemplateColumns: `repeat(${Math.max(1, columns)}, 1fr)` }}>
      {Array.from({ length: columns }, (__, column) => (
        <Skeleton key={column} width={column === 0 ? '80%' : '55%'} />
      ))}
    </Box>
  ));
}

const ROW = {
  display: 'grid',
  alignItems: 'center',
  columnGap: 3,
  height: 37,
  px: 2,
  '&:not(:last-child)': { borderBottom: 1, borderColor: 'divider' },
};
