import type { SxProps, Theme } from '@mui/material';
import { VISUALLY_HIDDEN } from '../theme/theme';

/** A grid of lines: inputs fill their cells, and their labels are those of the columns. */
export const LINES: SxProps<Theme> = (theme) => ({
  '& h2': { mb: 1 },
  '& .lines-frame': { overflowX: 'auto', border: 1, borderColor: 'divider', borderRadius: 1 },
  '& table': { width: '100%', borderCollapse: 'collapse', fontSize: '0.8125rem' },
  '& th, & td': { p: 0, textAlign: 'start', verticalAlign: 'top' },
  '& tbody td, & tbody th': { borderTop: 1, borderColor: 'divider' },
  '& thead th, & tfoot th, & tfoot td': {
    px: 1,
    py: 0.75,
    bgcolor: 'background.default',
    fontWeight: 600,
    whiteSpace: 'nowrap',
  },
  '& thead th, & thead td': {
    color: 'text.secondary',
    bgcolor: 'background.default',
    fontSize: '0.75rem',
  },
  '& tfoot td, & tfoot th': { borderTop: 1, borderColor: 'divider' },
  '& [data-kind=number]': {
    textAlign: 'end',
    fontVariantNumeric: 'tabular-nums',
    '& input': { textAlign: 'end', MozAppearance: 'textfield' },
    // Their place would push the number away from below its heading.
    '& input::-webkit-inner-spin-button': { display: 'none' },
  },
  '& .lines-bar': { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.5, mt: 1 },
  '& small': { color: 'text.secondary', fontSize: '0.75rem' },
  '& tbody th': {
    width: 52,
    whiteSpace: 'nowrap',
    color: 'text.secondary',
    fontWeight: 400,
    fontVariantNumeric: 'tabular-nums',
    '& > span': { display: 'inline-block', minWidth: 20, lineHeight: '37px', textAlign: 'center' },
  },
  '& .lines-button': BUTTON,
  '& [data-handle]': { cursor: 'grab', touchAction: 'none' },
  // As wide as the button that takes a line back: nothing moves where one is removed.
  '& tbody td:last-child': { width: 64, textAlign: 'end' },
  '& tbody td:last-child .lines-button': { m: '4px' },
  '& .lines-text': TEXT,
  '& td[data-plain]': { cursor: 'text' },
  '& td[data-amount]': { whiteSpace: 'nowrap' },
  '& .lines-problem': { m: 0, color: 'error.main', fontSize: '0.75rem' },
  '& td > .lines-problem': { pointerEvents: 'none' },
  // What has the focus is neither below the header, nor behind the bar of buttons or that of its line.
  '& input, & textarea, & [role="combobox"]': { scrollMargin: '80px 60px' },
  '& tr[data-removed] td[inert]': {
    textDecoration: 'line-through',
    '& input, & textarea, & [role="combobox"]': {
      textDecoration: 'line-through',
      color: theme.palette.text.secondary,
    },
  },
  '& tr[data-mark=before] > *': { boxShadow: `inset 0 2px ${theme.palette.primary.main}` },
  '& tr[data-mark=after] > *': { boxShadow: `inset 0 -2px ${theme.palette.primary.main}` },
  [theme.breakpoints.up('sm')]: CELLS,
  [theme.breakpoints.down('sm')]: CARDS,
});

const BUTTON = {
  width: 28,
  height: 28,
  p: 0.5,
  border: 0,
  borderRadius: '50%',
  color: 'text.secondary',
  bgcolor: 'transparent',
  cursor: 'pointer',
  verticalAlign: 'middle',
  '&:hover': { bgcolor: 'action.hover' },
  '&:focus-visible': { outline: '2px solid currentColor' },
  '& svg': { display: 'block', fill: 'currentColor' },
};

/** A cell that is text; no wider than its input will be. What is pressed is the cell: the text is gone once it is an input. */
const TEXT = {
  pointerEvents: 'none',
  width: 0,
  minWidth: '100%',
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
};

/** The line that is there once it is pressed. */
const NEXT = {
  color: 'text.secondary',
  cursor: 'text',
  '& th': { textAlign: 'center' },
  '& svg': { width: 20, height: 20, my: '8.5px', fill: 'currentColor' },
  '& .lines-text': { minHeight: 37 },
  // Over the ground of each cell: that of a sticky one is opaque.
  '& tr:hover > *': {
    backgroundImage: ({ palette }: Theme) =>
      `linear-gradient(${palette.action.hover}, ${palette.action.hover})`,
  },
};

/** Cells that are filled by their inputs. */
const CELLS = {
  '& .lines-next': NEXT,
  '& .lines-label': { display: 'none' },
  // Where the window is narrower than the table, a line can still be removed.
  '& tbody td:last-child': { position: 'sticky', insetInlineEnd: 0, bgcolor: 'background.paper' },
  '& td[data-amount]': { minWidth: 88, width: 88, px: 1, lineHeight: '37px' },
  '& td[data-column]': {
    minWidth: 160,
    '&[data-kind=number]': { minWidth: 76, width: 76 },
    // Names and texts share what the others leave.
    '&[data-kind=ref], &[data-kind=string], &[data-kind=text]': { minWidth: 200, width: '40%' },
    '&[data-kind=enum]': { minWidth: 110, width: 110 },
    '&[data-kind=boolean]': { minWidth: 70, width: 70, textAlign: 'center' },
    // An input of react-admin's has a width of its own.
    '& .MuiFormControl-root': { minWidth: 0 },
    // The column has the label; screen readers have it from here.
    '& .MuiInputLabel-root, & .MuiFormControlLabel-label': VISUALLY_HIDDEN,
    '& .MuiOutlinedInput-notchedOutline': { top: 0, borderRadius: 0 },
    '& .MuiOutlinedInput-notchedOutline legend': { display: 'none' },
    '& .MuiOutlinedInput-root:not(:hover, .Mui-focused, .Mui-error) .MuiOutlinedInput-notchedOutline':
      { borderColor: 'transparent' },
    '& .MuiOutlinedInput-root': { fontSize: '0.8125rem', backgroundColor: 'transparent' },
    '& .MuiOutlinedInput-input': { px: 1 },
    // What clears a choice lies over the end of its text: names need the room.
    '& .MuiAutocomplete-inputRoot': { '&&&': { paddingInline: '4px 30px' } },
    '& .MuiAutocomplete-clearIndicator': { bgcolor: 'background.paper' },
    // A unit stands at the edge of its cell, which is as wide as it needs beside a number.
    '&[data-kind=number] .MuiOutlinedInput-root:has(.MuiInputAdornment-root)': {
      px: 1,
      gap: '4px',
      '& .MuiInputAdornment-root': { m: 0, '& > *': { fontSize: 'inherit' } },
      '& input': { px: 0, minWidth: 72 },
    },
    '& .MuiFormHelperText-root, & > .lines-problem': { mx: 1, mt: 0, mb: 0.5 },
    '& > .lines-text': { px: 1, lineHeight: '37px' },
    '&[data-kind=ref] > .lines-text': { pl: '14px' },
    '&[data-plain]:hover': { boxShadow: 'inset 0 0 0 1px' },
  },
};

/** A phone has no room for a table: each line is a card. */
const CARDS = {
  '& .lines-next': { display: 'none' },
  '& .lines-frame': { overflow: 'visible', border: 0 },
  '& table, & tbody, & tfoot': { display: 'block' },
  '& thead': VISUALLY_HIDDEN,
  '& tbody tr': {
    display: 'grid',
    gridTemplateColumns: 'repeat(6, minmax(0, 1fr))',
    gap: '6px 10px',
    p: 1,
    mb: 1,
    border: 1,
    borderColor: 'divider',
    borderRadius: 1,
  },
  '& tbody td, & tbody th': { border: 0, width: 'auto' },
  '& tbody td': { gridColumn: 'span 2' },
  // The first field stands between the handle and the button that removes the line.
  '& tbody th': { order: -3, alignSelf: 'center', '& > span': { minWidth: 0 } },
  '& tbody td:nth-of-type(1)': { order: -2, gridColumn: 'span 4' },
  '& tbody td:last-child': { order: -1, width: 'auto', gridColumn: 'span 1', alignSelf: 'center' },
  '& td[data-label]': {
    minHeight: 44,
    px: 1,
    py: 0.25,
    border: 1,
    borderColor: 'divider',
    borderRadius: 1,
    textAlign: 'start',
    cursor: 'pointer',
    '&::before': {
      content: 'attr(data-label)',
      display: 'block',
      color: 'text.secondary',
      fontSize: '0.75rem',
    },
  },
  '& td[data-amount]': { border: 0, cursor: 'default' },
  '& td[data-kind=text], & td[data-kind=string], & td[data-kind=ref], & td[data-kind=refs], & td[data-kind=json], & td[data-kind=datetime]':
    { '&:not(:nth-of-type(1))': { gridColumn: '1 / -1' } },
  '& td[data-kind=enum], & td[data-kind=date]': {
    '&:not(:nth-of-type(1))': { gridColumn: 'span 3' },
  },
  '& tfoot tr': { display: 'flex', flexWrap: 'wrap', columnGap: 2 },
  '& tfoot th, & tfoot td': { border: 0, bgcolor: 'transparent', px: 0.5 },
  '& tfoot td:empty': { display: 'none' },
  '& .lines-label': { color: 'text.secondary', fontWeight: 400, mr: 0.75 },
  '& small': { display: 'none' },
};
