import CopyIcon from '@mui/icons-material/ContentCopyOutlined';
import { Box, Paper } from '@mui/material';
import type { ComponentType, ReactNode } from 'react';
import {
  ShowBase,
  useRecordContext,
  useResourceContext,
  useShowContext,
  useTranslate,
} from 'react-admin';
import { Navigate } from 'react-router';
import { useDefinition, useParts, type Row } from '../../application';
import { useFirstData } from '../../first-paint';
import { notCopied } from '../../api/copies';
import { sendable } from '../../api/record-values';
import { useCanWrite, isRefused, useFieldRule } from '../../api/session';
import { CompactButton, EditRecordButton, FeatureParts, PageHeader } from '../page-header';
import { DeleteRecordButton } from '../delete-record';
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
  ReferenceValue,
  ReferencesValue,
  TextValue,
  UrlValue,
  type ValueProps,
} from '../fields';

export interface ShowPageProps {
  /** Lists of records that are shown with it, below its fields. */
  lines?: ReactNode;
  /** Lists of related records, each a `RelatedTab`, in a `RelatedTabs`. */
  related?: ReactNode;
  /** More buttons in the page header. */
  actions?: ReactNode;
  children: ReactNode;
}

const QUERY_OPTIONS = { onError: () => undefined, retry: false };

/** One record: its fields, its actions, and its related records. */
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

function ShowView({ lines, related, actions, children }: ShowPageProps) {
  const { error, isPending, record } = useShowContext();
  const stale = isOnlyStale(error, record);
  if (!useFirstData(isPending)) return null;
  if (error && !stale) return <RecordError error={error as Error} />;
  if (isPending) return <PageLoading />;
  return (
    <>
      <ShowHeader actions={actions} />
      {stale && <StaleNote error={error} />}
      <Paper variant="outlined" sx={{ p: { xs: 2, sm: 3 } }}>
        <Box component="dl" sx={GRID}>
          {children}
        </Box>
      </Paper>
      {lines}
      {related}
    </>
  );
}

const GRID = {
  m: 0,
  display: 'grid',
  gridTemplateColumns: { xs: '1fr 1fr', md: 'repeat(3, 1fr)', lg: 'repeat(4, 1fr)' },
  columnGap: 3,
  rowGap: 2.25,
  // A title above a long text is as wide as the text.
  '& > .wide, & > :first-of-type:has(+ .wide)': { gridColumn: '1 / -1' },
};

function ShowHeader({ actions }: { actions: ReactNode }) {
  const resource = useResourceContext() ?? '';
  const labels = useLabels();
  const record = useRecordContext<Row>();
  if (record === undefined) return null;
  return (
    <PageHeader
      title={record._label}
      crumbs={[{ label: labels.many(resource), to: `/${resource}` }]}
    >
      {actions}
      <FeatureParts of="ShowAction" />
      <DeleteRecordButton />
      <CloneButton record={record} />
      <EditRecordButton record={record} />
    </PageHeader>
  );
}

function CloneButton({ record }: { record: Row }) {
  const resource = useResourceContext() ?? '';
  const translate = useTranslate();
  const canClone = useCanWrite(resource, 'clone');
  const canCreate = useCanWrite(resource, 'create');
  const fields = useDefinition(resource)?.fields ?? [];
  const parts = useParts();
  if (!canClone || !canCreate) return null;
  const left = notCopied(resource, fields);
  const own = Object.entries(sendable(record)).filter(([source]) => !left.has(source));
  const copied = parts ? parts.copied(resource, record) : NO_PARTS;
  return (
    <CompactButton
      icon={CopyIcon}
      label={translate('form.clone')}
      to={`/${resource}/create`}
      state={{ record: { ...Object.fromEntries(own), ...copied } }}
      variant="outlined"
      disabled={copied === null}
    />
  );
}

const NO_PARTS = {};

export interface DetailProps {
  source: string;
  label?: string;
}

/** A labelled field of a record, absent where the user may not read it. */
export function detailOf<P extends ValueProps>(Field: ComponentType<P>, wide = false) {
  return function Detail({ label, ...props }: P & DetailProps) {
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
export const UrlDetail = detailOf(UrlValue);
export const JsonDetail = detailOf(JsonValue, true);
export const ReferenceDetail = detailOf(ReferenceValue);
export const ReferencesDetail = detailOf(ReferencesValue);
