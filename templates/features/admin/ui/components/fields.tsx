import CheckIcon from '@mui/icons-material/Check';
import CloseIcon from '@mui/icons-material/Close';
import { Box, Chip, Skeleton, Tooltip } from '@mui/material';
import {
  useFieldValue,
  useGetList,
  useGetManyAggregate,
  useRecordContext,
  useResourceContext,
  useTranslate,
} from 'react-admin';
import {
  formatDate,
  formatDatetime,
  formatNumber,
  isState,
  isYear,
  jsonText,
  numberIn,
  numberOf,
} from './formats';
import { createContext, useContext, useState, type MouseEvent, type ReactNode } from 'react';
import { Link } from 'react-router';
import { hasTones, toneOf, VALUE, type Tone } from '../theme/tone';
import { knownRecord, sessionMayDo } from '../api/session';
import { recordPath, type RecordId, type Row, useAppResource, useDefinition } from '../application';
import { FaceOf } from './avatar';
import { useLabels } from './texts';

export interface ValueProps {
  source: string;
}

/** A component that shows a field's value, and a dash without one. */
function valueOf<T>(show: (value: T) => ReactNode) {
  return function Value({ source }: ValueProps) {
    const value = useFieldValue({ source }) as T | '' | null | undefined;
    return value === null || value === undefined || value === '' ? <Nothing /> : show(value);
  };
}

/** Text as it is. */
export const TextValue = valueOf((value: string | number) => <Text>{String(value)}</Text>);

/** Long text with its line breaks. */
export const LongTextValue = valueOf((value: string) => <div style={LINES}>{value}</div>);

export interface NumberValueProps extends ValueProps {
  /** Decimals; by default those of its field, or as many as there are. */
  digits?: number;
  /** What it is of, where its model does not say so: `EUR`, `km`, `%`. */
  unit?: string;
}

/** A number with the reader's separators, and with its unit. */
export function NumberValue({ source, digits, unit }: NumberValueProps) {
  const known = useDefinition(useResourceContext())?.fields;
  const fact = known?.find((one) => one.source === source);
  const of = unit ?? fact?.unit;
  const value = numberIn(useFieldValue({ source }), of);
  if (value === null || isYear(source)) return <TextValue source={source} />;
  return <span>{formatNumber(value, digits ?? fact?.digits, of)}</span>;
}

/** A day. */
export const DateValue = valueOf((value: string) => (
  <time dateTime={value}>{formatDate(value)}</time>
));

/** A datetime in the reader's time zone. */
export const DatetimeValue = valueOf((value: string) => (
  <time dateTime={value}>{formatDatetime(value)}</time>
));

/** A colour beside its text. */
export const ColorValue = valueOf((value: string) => (
  <span className={VALUE.color}>
    <span aria-hidden style={{ backgroundColor: value }} />
    <bdi>{value}</bdi>
  </span>
));

/** Yes or no as an icon with a name. */
export const BooleanValue = valueOf((value: boolean) => <Mark value={value} />);

function Mark({ value }: { value: boolean }) {
  const translate = useTranslate();
  const Icon = value ? CheckIcon : CloseIcon;
  const label = translate(value ? 'app.yes' : 'app.no');
  return (
    <Tooltip title={label}>
      <Icon
        aria-label={label}
        aria-hidden={false}
        role="img"
        sx={{ fontSize: 18, display: 'block', color: value ? 'success.main' : 'text.disabled' }}
      />
    </Tooltip>
  );
}

/** A value of a list, coloured by its meaning; text where none of the list has a meaning, as of `pc` and `kg`. */
export function ChoiceValue({ source }: ValueProps) {
  const value = useFieldValue({ source }) as string | null | undefined;
  const labels = useLabels();
  const resource = useResourceContext() ?? '';
  const tones = useAppResource(resource)?.tones;
  const fact = useDefinition(resource)?.fields.find((one) => one.source === source);
  if (!value) return <Nothing />;
  const label = labels.value(resource, source, value);
  const state = isState(source);
  if (!state && !hasTones([value, ...(fact?.values ?? [])], tones, source))
    return <Text>{label}</Text>;
  return <ToneChip value={value} label={label} tone={toneOf(value, tones, source)} state={state} />;
}

/** An address that opens the mail program. */
export const EmailValue = valueOf((value: string) => (
  <Outside href={`mailto:${value}`}>{value}</Outside>
));

/** A number that opens the telephone. */
export const PhoneValue = valueOf((value: string) => (
  <Outside href={`tel:${value.replace(/[^\d+]/g, '')}`}>{value}</Outside>
));

/** A URL; anything but http(s) stays text. */
export const UrlValue = valueOf((value: string) =>
  /^https?:\/\//i.test(value) ? <Outside href={value}>{value}</Outside> : <Text>{value}</Text>,
);

/** Any JSON value, on as many lines as it needs. */
export const JsonValue = valueOf((value: unknown) => (
  <Box
    component="code"
    sx={{ whiteSpace: 'pre-wrap', fontSize: '0.75rem', overflowWrap: 'anywhere' }}
  >
    {jsonText(value)}
  </Box>
));

/** The placeholder for a missing value. */
export function Nothing() {
  const translate = useTranslate();
  return (
    <span className={VALUE.none} aria-hidden>
      {translate('app.nothing')}
    </span>
  );
}

function Text({ children }: { children: string }) {
  return <span style={BREAKING}>{children}</span>;
}

const LINES = { whiteSpace: 'pre-line' } as const;
const BREAKING = { overflowWrap: 'anywhere' } as const;

function Outside({ href, children }: { href: string; children: string }) {
  return (
    <a
      href={href}
      rel="noopener noreferrer"
      target={href.startsWith('http') ? '_blank' : undefined}
    >
      {children}
    </a>
  );
}

export interface ReferenceValueProps extends ValueProps {
  /** The resource that the id belongs to. */
  reference: string;
}

/** The referenced record, as a link where the reader may open it. */
export function ReferenceValue({ source, reference }: ReferenceValueProps) {
  const id = useFieldValue({ source }) as RecordId | null | undefined;
  const resource = useResourceContext();
  const fact = useDefinition(resource)?.fields.find((one) => one.source === source);
  const related = useRecordContext<Row>()?.[fact?.relation ?? ''] as Row | null | undefined;
  if (id === null || id === undefined) return <Nothing />;
  const { keyField } = fact ?? {};
  const isOfId = related === null || related?.[keyField ?? 'id'] === id;
  const row = isOfId ? related : undefined;
  return <RecordLabel resource={reference} id={id} keyField={keyField} row={row} />;
}

/** The records that a field lists. */
export function ReferencesValue({ source, reference }: ReferenceValueProps) {
  const ids = useFieldValue({ source }) as RecordId[] | null | undefined;
  if (!ids?.length) return <Nothing />;
  return (
    <Chips>
      {ids.map((id) => (
        <RecordChip key={id} resource={reference} id={id} />
      ))}
    </Chips>
  );
}

/** Whether there is one line for several values: in the row of a table. */
export const OneLine = createContext(false);

/** In a row the first ones of many stand for all. */
const FIRST = 2;

/** Several values side by side; in the row of a table on one line, until the reader asks for the rest. */
export function Chips({ children }: { children: readonly ReactNode[] }) {
  const translate = useTranslate();
  const [isOpen, setOpen] = useState(false);
  const isShort = useContext(OneLine) && !isOpen && children.length > FIRST;
  const rest = children.length - FIRST;
  const open = (event: MouseEvent) => {
    stayOnPage(event);
    setOpen(true);
  };
  return (
    <Box component="span" sx={isShort ? LINE_OF_CHIPS : CHIPS}>
      {isShort ? children.slice(0, FIRST) : children}
      {isShort && (
        <Chip
          component="button"
          clickable
          label={`+${formatNumber(rest)}`}
          aria-label={translate('list.show_more', { smart_count: rest })}
          title={translate('list.show_more', { smart_count: rest })}
          onClick={open}
          sx={{ flex: 'none', font: 'inherit', fontSize: '0.75rem' }}
        />
      )}
    </Box>
  );
}

const CHIPS = { display: 'inline-flex', flexWrap: 'wrap', gap: 0.5 };
const LINE_OF_CHIPS = {
  display: 'flex',
  gap: 0.5,
  '& > *': { minWidth: 0, flex: '0 1 auto' },
};

export interface RecordPlace {
  resource: string;
  /** What the reference has: the record's id, or the value of its `keyField`. */
  id: RecordId;
  keyField?: string | undefined;
}

interface RecordProps extends RecordPlace {
  /** The record, if it was expanded with the one that refers to it; null if the reader may not see it. */
  row?: Row | null | undefined;
}

/** A record's label as a link; its bare number where the reader may not see it, or it is deleted. */
export function RecordLabel({ row, ...place }: RecordProps) {
  return row === undefined ? <FetchedLabel {...place} /> : <Label {...place} row={row} />;
}

function FetchedLabel(place: RecordPlace) {
  const { row, isLoading } = useFetchedRow(place);
  if (isLoading) return <Skeleton sx={{ display: 'inline-block', width: 80 }} />;
  return <Label {...place} row={row} />;
}

/** The label of a record where there is only room for text. */
export function RecordText(place: RecordPlace) {
  const { row, isLoading } = useFetchedRow(place);
  const { label } = useRecordTarget({ ...place, row });
  return isLoading ? <Skeleton sx={{ display: 'inline-block', width: 80 }} /> : label;
}

function Label(props: RecordProps) {
  const { label, to, title } = useRecordTarget(props);
  const { resource, row } = props;
  if (to === null) return <span title={title}>{label}</span>;
  return (
    <Link to={to} onClick={stayOnPage} style={LINK}>
      <FaceOf resource={resource} row={row} />
      {label}
    </Link>
  );
}

/** One record among several, visually separated. */
function RecordChip(place: RecordPlace) {
  const { row, isLoading } = useFetchedRow(place);
  const { label, to, title } = useRecordTarget({ ...place, row });
  if (isLoading) return <Skeleton variant="rounded" width={64} height={24} />;
  if (to === null) return <Chip label={label} title={title} />;
  return <Chip component={Link} to={to} label={label} clickable onClick={stayOnPage} />;
}

/** A record that was not expanded; undefined where the service could not be reached. */
export function useFetchedRow({ resource, id, keyField }: RecordPlace) {
  const asked = sessionMayDo('list', resource) ? [id] : [];
  const { data, error, isLoading } = useReferredRows(resource, asked, keyField);
  return { row: data?.[0] ?? (error === null ? null : undefined), isLoading };
}

/** Records by what refers to them: their ids, or the values of their `keyField`. */
export function useReferredRows(
  resource: string,
  keys: readonly RecordId[],
  keyField: string | undefined,
) {
  const isById = keyField === undefined;
  const isAsked = keys.length > 0;
  const byId = useGetManyAggregate<Row>(
    resource,
    { ids: [...keys] },
    { enabled: isAsked && isById },
  );
  const pagination = { page: 1, perPage: Math.max(1, keys.length) };
  const byKey = useGetList<Row>(
    resource,
    { filter: { [keyField ?? 'id']: keys }, pagination, sort: BY_ID },
    { enabled: isAsked && !isById },
  );
  return isById ? byId : byKey;
}

const BY_ID = { field: 'id', order: 'ASC' } as const;

function useRecordTarget({ resource, id, keyField, row }: RecordProps) {
  const translate = useTranslate();
  // Without permission to list the records there is no way to tell.
  const isThere = row !== null || !sessionMayDo('list', resource);
  const own = keyField === undefined ? id : row?.id;
  const isOpen = isThere && own !== undefined && sessionMayDo('show', resource);
  return {
    label: row?._label ?? (keyField === undefined ? nameOfId(resource, id) : String(id)),
    title: isThere ? undefined : translate('app.hidden_record'),
    to: isOpen ? `${recordPath(resource, own)}/show` : null,
  };
}

const nameOfId = (resource: string, id: RecordId): string =>
  knownRecord(resource, id) ?? numberOf(id);

const LINK = { fontWeight: 500, overflowWrap: 'anywhere' } as const;

/** The row around a link or a box has a click handler of its own. */
export function stayOnPage(event: MouseEvent): void {
  event.stopPropagation();
}

/** The names of some records where there is only room for text, the bare number of one that the reader does not know. */
export function useRecordNames(
  resource: string,
  ids: readonly RecordId[],
  keyField?: string,
): string[] {
  const asked = sessionMayDo('list', resource) ? ids : [];
  const { data = [] } = useReferredRows(resource, asked, keyField);
  const rows = new Map(data.filter(Boolean).map((row) => [row[keyField ?? 'id'], row]));
  const bare = (id: RecordId) => (keyField === undefined ? nameOfId(resource, id) : String(id));
  return ids.map((id) => rows.get(id)?._label ?? bare(id));
}

export interface ToneChipProps {
  value: string;
  label: string;
  /** The tone of the value's word by default. */
  tone?: Tone;
  /** Whether it says how far something has come: it has a dot then, as by default. */
  state?: boolean;
}

/** A small coloured label for a value. */
export function ToneChip({ value, label, tone = toneOf(value), state = true }: ToneChipProps) {
  const dot = state ? ` ${VALUE.dot}` : '';
  return <span className={`${VALUE.chip} ${VALUE.chip}-${tone}${dot}`}>{label}</span>;
}
