import type { ThemeOptions } from '@mui/material/styles';
import type { Ink } from './palette';

/** Tables, tabs and chips. */
export function tables(ink: Ink): NonNullable<ThemeOptions['components']> {
  return {
    MuiChip: {
      defaultProps: { size: 'small' },
      styleOverrides: { root: { borderRadius: 6, fontWeight: 500 } },
    },
    MuiTableCell: {
      styleOverrides: {
        root: { borderColor: ink.line, fontSize: '0.8125rem' },
        head: {
          color: ink.quiet,
          fontSize: '0.75rem',
          fontWeight: 600,
          whiteSpace: 'nowrap',
          backgroundColor: ink.sunken,
          lineHeight: 1.5,
        },
        sizeSmall: { padding: '7px 12px' },
      },
    },
    MuiTableSortLabel: {
      styleOverrides: { root: { verticalAlign: 'top' }, icon: { fontSize: 15 } },
    },
    MuiTableRow: {
      styleOverrides: {
        root: { '&:last-child > td, &:last-child > th[scope="row"]': { borderBottom: 0 } },
      },
    },
    MuiTab: { styleOverrides: { root: { minHeight: 42, padding: '8px 14px', minWidth: 0 } } },
    MuiTabs: { styleOverrides: { root: { minHeight: 42 }, indicator: { height: 2 } } },
    MuiTablePagination: { styleOverrides: { root: { borderTop: `1px solid ${ink.line}` } } },
  };
}
