import { CELL } from './react-admin';

/** What is of no use on paper: controls to click, type into or choose from. */
const SCREEN_ONLY = [
  'nav',
  '.on-screen',
  '.MuiButton-root',
  '.MuiIconButton-root',
  '.MuiCheckbox-root',
  '.MuiTablePagination-root',
  '.MuiTableCell-paddingCheckbox',
  `.${CELL.check}`,
  '.MuiTableSortLabel-icon',
  '.MuiSnackbar-root',
].join(', ');

/** The printed page: all of it, in black, without controls. */
export const PRINT = {
  [SCREEN_ONLY]: { display: 'none !important' },
  '*': {
    color: '#000 !important',
    background: 'none !important',
    boxShadow: 'none !important',
  },
  main: { maxWidth: 'none !important', padding: '0 !important' },
  '.MuiPaper-root, [class*="tableWrapper"]': {
    overflow: 'visible !important',
    maxHeight: 'none !important',
  },
  'td, th': {
    position: 'static !important',
    maxWidth: 'none !important',
    overflow: 'visible !important',
    whiteSpace: 'normal !important',
    padding: '4px 6px !important',
  },
  tr: { breakInside: 'avoid' },
};
