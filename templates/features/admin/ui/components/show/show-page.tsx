import { Box, Button, Paper } from '@mui/material';
import {
  Children,
  Fragment,
  isValidElement,
  useState,
  type ComponentType,
  type ReactElement,
  type ReactNode,
} from 'react';
import {
  ShowBase,
  useRecordContext,
  useResourceContext,
  useShowContext,
  useTranslate,
} from 'react-admin';
import { Navigate } from 'react-router';
import type { Row } from '../../application';
import { useFirstData } from '../../first-paint';
import { isRefused, useFieldRule, useFieldRuleOf } from '../../api/session';
import { RecordError, StaleNote, isOnlyStale } from '../messages';
import { useAddressedId } from '../navigation';
import { PageLoading } from '../loading';
import { useLabels } from '../texts';
import {
  BooleanValue,
  ChoiceValue,
  ColorValue,
  DateValue,
  DatetimeValue,
  EmailValue,
  JsonValue,
  LongTextValue,
  NumberValue,
  PhoneValue,
  ReferenceValue,
  ReferencesValue,
  TextValue,
  UrlValue,
  type ValueProps,
} from '../fields';
import { RecordStamps, type RecordStampsProps } from './record-stamps';
import { ShowHead } from './show-head';

export interface ShowPageProps {
  /** The field that says how far the record has come: it stands beside the title, as a menu for those who may change it. */
  state?: string;
  /** What is asked first, in a line below the title. */
  facts?: ReactNode;
  /** Lists of records that are parts of it. */
  lines?: ReactNode;
  /** What is long to read, in `Details`. */
  texts?: ReactNode;
  /** What the record refers to, each a `ReferenceCard`, beside the rest. */
  cards?: ReactNode;
  /** Lists of related records, each a `RelatedTab`, in a `RelatedTabs`. */
  related?: ReactNode;
  /** When it was made and changed, and by whom. */
  stamps?: RecordStampsProps;
  /** More buttons in the page header. */
  actions?: ReactNode;
  /** The other details, beside the rest or, where there is nothing else, in its place. */
  children?: ReactNode;
}

const QUERY_OPTIONS = { onError: () => undefined, retry: false };

/** One record: its head, what belongs to it, and beside that what it refers to and its other fields. */
export function ShowPage(props: ShowPageProps) {
  const resource = useResourceContext() ?? '';
  const id = useAddressedId();
  if (isRefused('show', resource)) return <Navigate to="/access-denied" />;
  return (
    <ShowBase id={id} disableAuthentication queryOptions={QUERY_OPTIONS}>
      <ShowView {...props} />
    </ShowBase>
  );
}

function ShowView({ state, facts, actions, stamps, ...parts }: ShowPageProps) {
  const { error, isPending, record } = useShowContext();
  const stale = isOnlyStale(error, record);
  if (!useFirstData(isPending)) return null;
  if (error && !stale) return <RecordError error={error as Error} />;
  if (isPending) return <PageLoading />;
  return (
    <>
      <ShowHead state={state} facts={facts} actions={actions} />
      {stale && <StaleNote error={error} />}
      <Box sx={PAGE}>
        <Box className="main">
          {parts.lines}
          {parts.texts}
        </Box>
        <Box className="side">
          <Box className="cards">{parts.cards}</Box>
          <Box className="fields">
            <Details>{parts.children}</Details>
            {stamps && <RecordStamps {...stamps} />}
          </Box>
        </Box>
        <Box className="related">{parts.related}</Box>
      </Box>
    </>
  );
}

const COLUMNS = { xs: 'minmax(0, 1fr)', md: 'minmax(0, 1fr) 320px' };

/** A phone has it all in one column: what a record refers to before what refers to it, and its other fields last. */
const PAGE = {
  display: 'grid',
  gap: 2.5,
  alignItems: 'start',
  gridTemplateColumns: COLUMNS,
  gridTemplateRows: { md: 'auto 1fr' },
  '& .main, & .side, & .related, & .cards, & .fields': {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    gap: 2.5,
  },
  // Sections of features have a distance of their own.
  '& .related > *': { mt: 0 },
  '& .main, & .related': { gridColumn: { md: 1 } },
  // Twice, to count for more than the styles of tables, whichever come first.
  '& .main.main :is(td, th):not(:first-child)': { px: 1 },
  '& .side': {
    display: { xs: 'contents', md: 'grid' },
    gridColumn: { md: 2 },
    gridRow: { md: '1 / span 2' },
  },
  '& .related': { order: { xs: 1, md: 0 } },
  // That there is no text comes after what there is.
  '& .main:has(> .bare:only-child)': { order: 1 },
  '& .fields': { order: { xs: 2, md: 0 } },
  '& .main:empty, & .related:empty, & .cards:empty, & .fields:empty': { display: 'none' },
  // Below the button that a phone has above the page.
  pb: { xs: 6, sm: 0 },
  // As on a letter: first whom it is for.
  '@media print': {
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'stretch',
    '& .side': { display: 'contents' },
    '& .cards': { order: -1, gridTemplateColumns: '1fr 1fr' },
    '& .fields': { order: 1 },
    '& .related': { order: 2 },
  },
  // A record with nothing else has its fields in the place of it.
  '&:has(> .main:empty):has(> .related:empty) > .side': {
    gridColumn: '1 / -1',
    alignItems: 'start',
    '&:has(> .cards:not(:empty))': {
      gridTemplateColumns: COLUMNS,
      '& .cards': { gridColumn: { md: 2 }, gridRow: { md: 1 } },
      '& .fields': { gridColumn: { md: 1 }, gridRow: { md: 1 } },
    },
  },
};

type DetailElement = ReactElement<Partial<DetailProps>>;

/** Labelled fields. Those without a value, and those that say nothing new, are folded until the reader asks for them. */
export function Details({ children }: { children: ReactNode }) {
  const translate = useTranslate();
  const [isOpen, setOpen] = useState(false);
  const { shown, folded, isEmpty } = useFolded(children);
  if (shown.length + folded.length === 0) return null;
  const text = translate(isEmpty ? 'show.empty_fields' : 'show.more_fields', {
    smart_count: folded.length,
  });
  const [only] = folded;
  const opener =
    only && isEmpty && folded.length === 1 ? (
      <EmptyField of={only.props} />
    ) : (
      folded.length > 0 && (
        <Button onClick={() => setOpen(!isOpen)} aria-expanded={isOpen} sx={FOLD}>
          {isOpen ? translate('show.fewer_fields') : text}
        </Button>
      )
    );
  const isBare = shown.length === 0 && isEmpty && !isOpen;
  return (
    <Paper
      variant={isBare ? 'elevation' : 'outlined'}
      elevation={0}
      className={isBare ? 'bare' : undefined}
      sx={isBare ? BARE : PANEL}
    >
      {shown.length > 0 && (
        <Box component="dl" sx={GRID}>
          {shown}
        </Box>
      )}
      {isOpen && (
        <Box component="dl" sx={GRID}>
          {folded}
        </Box>
      )}
      {opener}
    </Paper>
  );
}

/** A single empty field, which its name tells in less room than a button for it. */
function EmptyField({ of: { source = '', label } }: { of: Partial<DetailProps> }) {
  const translate = useTranslate();
  const labels = useLabels();
  const resource = useResourceContext() ?? '';
  const name = label ?? labels.field(resource, source);
  return <Box sx={QUIET}>{translate('show.empty_field', { name })}</Box>;
}

const QUIET = {
  pt: 0.75,
  fontSize: '0.8125rem',
  color: 'text.secondary',
  '&:only-child': { pt: 0 },
};

/** The details that are shown at once, and those that are folded; those that the user may not read are neither. */
export function useFolded(children: ReactNode) {
  const record = useRecordContext<Row>();
  const ruleOf = useFieldRuleOf();
  const all = flat(children).filter(({ props }) => !props.source || ruleOf(props.source).read);
  const isMissing = ({ props: { source } }: DetailElement) =>
    source !== undefined && isEmptyValue(record?.[source]);
  const isFolded = (one: DetailElement) => one.props.folded === true || isMissing(one);
  const folded = all.filter(isFolded);
  const shown = all.filter((one) => !isFolded(one));
  return { shown, folded, isEmpty: folded.every(isMissing) };
}

/** Elements, also those in fragments, which authors put around several. */
const flat = (children: ReactNode): DetailElement[] =>
  Children.toArray(children).flatMap((child) => {
    if (!isValidElement<{ children?: ReactNode }>(child)) return [];
    return child.type === Fragment ? flat(child.props.children) : (child as DetailElement);
  });

/** Whether a value is shown as a dash. */
export const isEmptyValue = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  value === '' ||
  (Array.isArray(value) && value.length === 0);

/** Labels before their values, in a list whose labels take the width of the longest one. */
export const LABELS_BESIDE = {
  display: 'grid',
  gridTemplateColumns: 'fit-content(45%) minmax(0, 1fr)',
  columnGap: 2,
};

/** A label before its value. */
export const LABEL_BESIDE = {
  display: 'grid',
  gridColumn: '1 / -1',
  gridTemplateColumns: 'subgrid',
  // As high as its value, which may be an icon.
  '& > dt': { lineHeight: 1.75 },
};

/** Empty texts are no panel of their own: a quiet line says so. */
const BARE = { px: 2, bgcolor: 'transparent' };

/** In a narrow panel a label stands before its value, in a wide one above it. */
const PANEL = {
  containerType: 'inline-size',
  px: 2,
  py: 1.5,
  '& > dl + dl': { mt: 1, pt: 1, borderTop: 1, borderColor: 'divider' },
};

const WIDE = '@container (min-width: 480px)';

const GRID = {
  ...LABELS_BESIDE,
  m: 0,
  rowGap: 0.75,
  [WIDE]: {
    gridTemplateColumns: 'repeat(auto-fill, minmax(180px, 1fr))',
    gap: '18px 24px',
    py: 0.5,
  },
  '& > div:not(.wide)': {
    ...LABEL_BESIDE,
    '& > dd': { fontSize: '0.8125rem' },
    [WIDE]: { display: 'block', gridColumn: 'auto', '& > dd': { fontSize: '0.875rem' } },
  },
  '& > .wide': { gridColumn: '1 / -1', maxWidth: '80ch' },
};

const FOLD = {
  minHeight: 30,
  mt: 0.75,
  mb: -0.5,
  ml: -1,
  px: 1,
  color: 'text.secondary',
  fontWeight: 500,
  '&:only-child': { mt: -0.5 },
};

export interface DetailProps {
  source: string;
  label?: string;
  /** Whether it is folded though it has a value: nobody looks for it here. */
  folded?: boolean;
}

/** A labelled field of a record, absent where the user may not read it. */
export function detailOf<P extends ValueProps>(Field: ComponentType<P>, wide = false) {
  return function Detail({ label, folded: _, ...props }: P & DetailProps) {
    const resource = useResourceContext() ?? '';
    const labels = useLabels();
    const { read } = useFieldRule(props.source);
    if (!read) return null;
    return (
      <Box className={wide ? 'wide' : undefined} sx={{ minWidth: 0 }}>
        <Box component="dt" sx={{ fontSize: '0.75rem', color: 'text.secondary', mb: 0.25 }}>
          {label ?? labels.field(resource, props.source)}
        </Box>
        <Box component="dd" sx={{ m: 0, fontSize: '0.875rem', overflowWrap: 'anywhere' }}>
          <Field {...(props as unknown as P)} />
        </Box>
      </Box>
    );
  };
}

export const TextDetail = detailOf(TextValue);
export const LongTextDetail = detailOf(LongTextValue, true);
export const NumberDetail = detailOf(NumberValue);
export const DateDetail = detailOf(DateValue);
export const DatetimeDetail = detailOf(DatetimeValue);
export const BooleanDetail = detailOf(BooleanValue);
export const ChoiceDetail = detailOf(ChoiceValue);
export const ColorDetail = detailOf(ColorValue);
export const EmailDetail = detailOf(EmailValue);
export const PhoneDetail = detailOf(PhoneValue);
export const UrlDetail = detailOf(UrlValue);
export const JsonDetail = detailOf(JsonValue, true);
export const ReferenceDetail = detailOf(ReferenceValue);
export const ReferencesDetail = detailOf(ReferencesValue);
