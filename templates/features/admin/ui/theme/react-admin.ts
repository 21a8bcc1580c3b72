import { alpha, type ThemeOptions } from '@mui/material';
import { createElement } from 'react';
import type { Ink } from './palette';

type Components = NonNullable<ThemeOptions['components']>;

const styled = (root: object) => ({ styleOverrides: { root } });

/**
 * Styles and defaults of react-admin's own components, so that a page from its documentation looks like the others: lists,
 * forms, details, and inputs that convert to and from the service's values.
 */
export function reactAdmin(ink: Ink, formWidth: number): Components {
  return {
    ...BARS,
    ...lists(ink),
    ...forms(ink, formWidth),
    ...details(ink),
    ...INPUTS,
    ...FIELDS,
  };
}

/** Height of the bar above a table, and of that for selected rows, which covers it. */
const BAR = 60;

/** Between inputs, and between details. */
const GAP = 18;

export const PHONE = '@media (max-width: 599.95px)';

/** The parts above a page: buttons, and the filters of a list. */
const BARS: Components = {
  RaListToolbar: styled({
    alignItems: 'center',
    gap: 8,
    minHeight: BAR,
    paddingBottom: 10,
    [PHONE]: { alignItems: 'stretch', backgroundColor: 'transparent' },
  }),
  RaTopToolbar: styled({
    '&&': { minHeight: 36, padding: 0, paddingBottom: 8, alignItems: 'center' },
    '.RaList-actions &&': { padding: 0 },
    [PHONE]: {
      flex: '0 0 auto',
      backgroundColor: 'transparent',
      '& .MuiIconButton-root': { padding: 8 },
    },
  }),
  RaFilterForm: styled({
    '&&': { minHeight: 36, padding: 0, gap: 8, alignItems: 'center' },
    '& .RaFilterFormInput-spacer': { display: 'none' },
    '& .RaFilterForm-filterFormInput .MuiFormControl-root': { marginTop: 0 },
    [PHONE]: { flex: '0 0 auto' },
  }),
  RaFilterFormInput: styled({
    alignItems: 'center',
    [PHONE]: { width: '100%', '& .MuiFormControl-root, & > div': { width: '100%' } },
  }),
  RaButton: { defaultProps: { color: 'inherit' } },
  RaCreateButton: { defaultProps: { variant: 'contained', color: 'primary' } },
  RaEditButton: { defaultProps: { variant: 'contained', color: 'primary' } },
};

function lists(ink: Ink): Components {
  return {
    RaList: styled({
      '& .RaList-main, & .RaList-content': { minWidth: 0 },
      '& .RaList-content .MuiTableCell-head': { borderTop: 0 },
      '& .MuiTablePagination-root': { borderTop: 0 },
      // Room for the floating button for a new record.
      [PHONE]: { paddingBottom: 72 },
    }),
    RaBulkActionsToolbar: styled({
      '& .RaBulkActionsToolbar-toolbar': {
        color: ink.text,
        backgroundColor: ink.surface,
        backgroundImage: `linear-gradient(${alpha(ink.primary, ink.wash)} 0 0)`,
        left: -1,
        right: -1,
        [PHONE]: { paddingLeft: 8, paddingRight: 8 },
      },
      '& .RaBulkActionsToolbar-toolbar:not(.RaBulkActionsToolbar-collapsed)': {
        border: `1px solid ${ink.line}`,
        height: BAR,
        transform: `translateY(-${BAR}px)`,
      },
    }),
    RaDataTable: styled(table(ink, 'RaDataTable')),
    RaDatagrid: styled(table(ink, 'RaDatagrid')),
    RaEmpty: styled({
      padding: '72px 24px',
      '& .RaEmpty-icon': { width: 36, height: 36 },
      '& .RaEmpty-message': { color: ink.quiet },
      '& .RaEmpty-message p': { fontSize: '1rem', margin: 0 },
      '& .RaEmpty-toolbar': { marginTop: 20 },
    }),
  };
}

/** Classes of the cells of `ListPage`, of the links in them and in cards, and of the checkboxes. */
export const CELL = {
  any: 'cell',
  wide: 'cell-wide',
  narrow: 'cell-narrow',
  number: 'cell-number',
  link: 'cell-link',
  kind: 'cell-kind',
  card: 'card-link',
  check: 'cell-check',
  box: 'cell-box',
} as const;

/** The class of the square of any other checkbox. */
export const TICK = 'tick';

/** The attribute of a page whose tables have more room between their lines. */
export const ROOMY = 'data-roomy';

/** A shadow at each side of a table at which there is more of it: covers that scroll along hide it where there is not. */
function edges(ink: Ink) {
  const shade = alpha(ink.text, 0.16);
  const towards = [90, 270] as const;
  const cover = towards.map(
    (angle) => `linear-gradient(${angle}deg, ${ink.surface} 30%, transparent)`,
  );
  const shadow = towards.map((angle) => `linear-gradient(${angle}deg, ${shade}, transparent)`);
  return {
    backgroundImage: [...cover, ...shadow].join(),
    backgroundRepeat: 'no-repeat',
    backgroundPosition: '0 0, 100% 0, 0 0, 100% 0',
    backgroundSize: '40px 100%, 40px 100%, 12px 100%, 12px 100%',
    backgroundAttachment: 'local, local, scroll, scroll',
  };
}

/** A table that scrolls where the page is narrower. */
const table = (ink: Ink, name: string) => ({
  [`& .${name}-tableWrapper`]: { overflowX: 'auto', ...edges(ink) },
  [`& .${name}-clickableRow`]: { cursor: 'pointer' },
  [`& .${name}-rowCell`]: { paddingTop: 7, paddingBottom: 7 },
  [`& .${name}-headerCell`]: { backgroundColor: ink.surface, borderTop: `1px solid ${ink.line}` },
  [`& td.${CELL.any}, & td.${CELL.check}`]: {
    // Rows are equally high, whether chips and initials stand in them or only texts.
    height: 38,
    padding: '5px 12px',
    borderBottom: `1px solid ${ink.line}`,
    fontSize: '0.8125rem',
    lineHeight: 1.5,
  },
  [`[${ROOMY}] & td.${CELL.any}`]: { paddingBlock: 13 },
  [`& .${CELL.any}`]: {
    maxWidth: 260,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    // A text is cut at its end, whichever way its script runs in the language of the page.
    unicodeBidi: 'plaintext',
    textAlign: 'left',
  },
  [`& .${CELL.wide}`]: { maxWidth: 'clamp(180px, 22vw, 360px)' },
  // As wide as its longest value: a table has no cell that is narrower.
  [`& .${CELL.any}.${CELL.narrow}`]: { width: 1, paddingInline: 16 },
  // What a record refers to is as quiet as its other values.
  [`& td.${CELL.any} a`]: { color: ink.text, fontWeight: 400, '&:hover': { color: ink.primary } },
  [`& .${CELL.number}`]: { fontVariantNumeric: 'tabular-nums', textAlign: 'right' },
  [`& td .${CELL.link}.${CELL.link}`]: {
    // Clips the link to its visible part: a long text would extend below the next columns.
    display: 'block',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    unicodeBidi: 'plaintext',
    textAlign: 'left',
    color: ink.text,
    fontWeight: 500,
    '&:hover': { color: ink.primary },
  },
  '& tfoot th, & tfoot td': {
    padding: '7px 12px',
    backgroundColor: ink.surface,
    borderTop: `1px solid ${ink.line}`,
    borderBottom: `1px solid ${ink.line}`,
    fontSize: '0.8125rem',
    fontWeight: 600,
    lineHeight: 1.5,
    textAlign: 'left',
  },
  [`& tfoot td.${CELL.number}`]: { textAlign: 'right' },
  // It is the first of its type, but not the first of the row.
  [`& tfoot th + td.${CELL.any}`]: { paddingLeft: 12 },
  [`& .${CELL.kind}`]: { color: ink.quiet, fontWeight: 400 },
  '& td:first-of-type, & th:first-of-type': { paddingLeft: 16 },
  '& .MuiTableCell-paddingCheckbox': { paddingLeft: 8, width: 40 },
  [`& td.${CELL.check}, & th.${CELL.check}`]: { width: 40, padding: '0 0 0 8px' },
  [`& tr:has(.${CELL.box}:checked)`]: { backgroundColor: alpha(ink.primary, ink.wash) },
});

/** The checkbox of a row, in tables and cards, with a larger hit area. */
export const box = (ink: Ink) => ({
  appearance: 'none',
  display: 'grid',
  placeItems: 'center',
  width: 34,
  height: 34,
  margin: 0,
  borderRadius: 8,
  cursor: 'pointer',
  ...square(ink, { on: ':checked', some: ':indeterminate' }),
});

/** The square of a checkbox of the kit, which is none of the browser's. */
export const tick = (ink: Ink) => ({
  display: 'grid',
  placeItems: 'center',
  width: 20,
  height: 20,
  '.Mui-disabled > &': { opacity: 0.5 },
  ...square(ink, { on: '.on', some: '.some' }),
});

/** A square with a tick in it, or with a line for some of several, as these selectors say. */
const square = (ink: Ink, { on, some }: { on: string; some: string }) => ({
  '&::before, &::after': { content: '""', gridArea: '1 / 1', boxSizing: 'border-box' },
  '&::before': { width: 16, height: 16, border: `1.5px solid ${ink.quiet}`, borderRadius: 5 },
  '&:hover::before': { borderColor: ink.primary },
  [`&${on}::before, &${some}::before`]: {
    borderColor: ink.primary,
    backgroundColor: ink.primary,
  },
  '&::after': { display: 'none', borderColor: ink.onPrimary, borderStyle: 'solid' },
  [`&${on}::after`]: {
    display: 'block',
    width: 6,
    height: 10,
    marginBottom: 2,
    borderWidth: '0 2px 2px 0',
    transform: 'rotate(45deg)',
  },
  [`&${some}::after`]: { display: 'block', width: 8, borderWidth: '2px 0 0' },
});

function forms(ink: Ink, maxWidth: number): Components {
  return {
    RaCreate: styled({ maxWidth }),
    RaEdit: styled({ maxWidth }),
    RaSimpleForm: styled({
      padding: 24,
      '& > .MuiStack-root': { gap: GAP },
      '& .ra-input': { width: '100%', margin: 0 },
      [PHONE]: { padding: 16 },
    }),
    RaToolbar: styled({
      position: 'sticky',
      bottom: 0,
      zIndex: 2,
      gap: 8,
      padding: '12px 24px',
      borderTop: `1px solid ${ink.line}`,
      '&.RaToolbar-mobileToolbar': { position: 'sticky', padding: '12px 16px' },
    }),
  };
}

function details(ink: Ink): Components {
  return {
    RaSimpleShowLayout: styled({
      padding: 24,
      '& .RaSimpleShowLayout-stack': {
        display: 'grid',
        gridTemplateColumns: 'repeat(auto-fill, minmax(200px, 1fr))',
        gap: `${GAP}px 24px`,
      },
      '& .RaSimpleShowLayout-row': { display: 'block', minWidth: 0, margin: 0 },
      [PHONE]: {
        padding: 16,
        '& .RaSimpleShowLayout-stack': { gridTemplateColumns: '1fr 1fr' },
      },
    }),
    RaLabeled: styled({
      marginBottom: 0,
      overflowWrap: 'anywhere',
      '& .RaLabeled-label': { fontSize: '0.75rem', color: ink.quiet },
    }),
  };
}

/** The UTC time of a `datetime-local` input's value; null if it is empty or invalid. */
export function fromLocalInput(text: string): string | null {
  const date = new Date(text);
  return text === '' || Number.isNaN(date.getTime()) ? null : date.toISOString();
}

/** A `time` input's value, with the seconds that the service expects. */
export function fromTimeInput(text: string): string | null {
  if (text === '') return null;
  return text.length === 5 ? `${text}:00` : text;
}

/** An input without a helper text has no line for it. */
const QUIET = { helperText: false } as const;

/** react-admin labels the frame of a table's checkboxes; the label belongs to the input. */
const NAMED_CHECKBOX: Components = {
  MuiCheckbox: {
    defaultProps: {
      size: 'small',
      icon: createElement('span', { className: TICK }),
      checkedIcon: createElement('span', { className: `${TICK} on` }),
      indeterminateIcon: createElement('span', { className: `${TICK} some` }),
      slotProps: {
        root: { 'aria-label': undefined },
        input: (owner) => ({ 'aria-label': owner['aria-label'] }),
      },
    },
  },
};

const INPUTS: Components = {
  ...NAMED_CHECKBOX,
  RaAutocompleteInput: { defaultProps: { ...QUIET, margin: 'none' } },
  RaBooleanInput: { defaultProps: QUIET },
  RaDateInput: { defaultProps: QUIET },
  RaDateTimeInput: { defaultProps: { ...QUIET, parse: fromLocalInput } },
  RaNullableBooleanInput: { defaultProps: QUIET },
  RaNumberInput: { defaultProps: QUIET },
  RaSelectInput: { defaultProps: { ...QUIET, margin: 'none' } },
  RaTextInput: { defaultProps: QUIET },
  RaTimeInput: {
    defaultProps: {
      ...QUIET,
      parse: fromTimeInput,
      format: (time: unknown) => (typeof time === 'string' ? time : ''),
      slotProps: { htmlInput: { step: 1 } },
    },
  },
};

const EMPTY = { defaultProps: { emptyText: 'app.nothing' } };

/** A missing value looks the same in every field. */
const FIELDS: Components = {
  RaBooleanField: EMPTY,
  RaDateField: EMPTY,
  RaEmailField: EMPTY,
  RaNumberField: EMPTY,
  RaReferenceField: EMPTY,
  RaTextField: EMPTY,
  RaUrlField: EMPTY,
};
