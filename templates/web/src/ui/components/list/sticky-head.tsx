import { Box, type SxProps, type Theme } from '@mui/material';
import { useEffectEvent, useLayoutEffect, useRef, useState, type ReactNode } from 'react';

export interface StickyHeadProps {
  /** How far from the top of the window the head stays. */
  top: number;
  /** A table of react-admin's. */
  children: ReactNode;
}

/** Keeps the head of a table in sight: of the page, or of a window of its own where the table is wider than the page. */
export function StickyHead({ top, children }: StickyHeadProps) {
  const frame = useRef<HTMLDivElement>(null);
  const [fits, setFits] = useState(true);
  const measure = useEffectEvent(() => {
    const table = frame.current?.querySelector('table');
    setFits(!table || table.offsetWidth <= (frame.current?.clientWidth ?? 0));
  });
  // Columns come and go without a change of the frame.
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
    // The line above a cell is the table's, and stays behind: nothing shows through where it was.
    top: top - 1,
    zIndex: 2,
    borderRadius: 0,
    // A line of a table does not move with its cell.
    boxShadow: ({ palette }: Theme) => `inset 0 -1px ${palette.divider}`,
  },
});

const WRAPPER = '&& .RaDataTable-tableWrapper';
const OPEN = { [WRAPPER]: { overflow: 'visible' } };
const WINDOW = { [WRAPPER]: { overflow: 'auto', maxHeight: { md: '75vh' } } };
