import { Box, type SxProps, type Theme } from '@mui/material';
import { useEffectEvent, useLayoutEffect, useRef, useState, type ReactNode } from 'react';

export interface StickyHeadProps {
  /** Distance of the sticky header from the top of the window. */
  top: number;
  /** A table of react-admin's. */
  children: ReactNode;
}

/** Makes a table's header sticky: within the page, or within a scroll container where the table is wider than the page. */
export function StickyHead({ top, children }: StickyHeadProps) {
  const frame = useRef<HTMLDivElement>(null);
  const [fits, setFits] = useState(true);
  const measure = useEffectEvent(() => {
    const table = frame.current?.querySelector('table');
    setFits(!table || table.offsetWidth <= (frame.current?.clientWidth ?? 0));
  });
  // Columns may change without a resize.
  useLayoutEffect(() => measure());
  useLayoutEffect(() => {
    const observer = new ResizeObserver(() => measure());
    observer.observe(frame.current!);
    return () => observer.disconnect();
  }, []);
  return (
    <Box ref={frame} sx={fits ? { ...HEAD(top), ...OPEN } : { ...HEAD(0), ...WINDOW }}>
      {children}
    </Box>
  );
}

const HEAD = (top: number): SxProps<Theme> & object => ({
  '&& .RaDataTable-headerCell': {
    position: { md: 'sticky' },
    // The line above a cell belongs to the table, and scrolls away: nothing must show through there.
    top: top - 1,
    zIndex: 2,
    borderRadius: 0,
    // A table's borders do not move with a sticky cell.
    boxShadow: ({ palette }: Theme) => `inset 0 -1px ${palette.divider}`,
  },
});

const WRAPPER = '&& .RaDataTable-tableWrapper';
const OPEN = { [WRAPPER]: { overflow: 'visible' } };
const WINDOW = { [WRAPPER]: { overflow: 'auto', maxHeight: { md: '75vh' } } };
