import CheckIcon from '@mui/icons-material/Check';
import CloseIcon from '@mui/icons-material/Close';
import Box from '@mui/material/Box';
import Tooltip from '@mui/material/Tooltip';
import { useFieldValue, useTranslate } from 'react-admin';
import { formatDate, formatDatetime, formatNumber, humanize, jsonText } from '../formats';
import { ToneChip } from './tone-chip';

export interface FieldProps {
  source: string;
}

/** Text as it is; long text keeps its line breaks where there is room. */
export function TextField({ source }: FieldProps) {
  const value: unknown = useFieldValue({ source });
  return <Text>{value === null || value === undefined ? '' : String(value)}</Text>;
}

/** Long text with its line breaks. */
export function LongTextField({ source }: FieldProps) {
  const value = useFieldValue({ source }) as string | null | undefined;
  return value ? <Box sx={{ whiteSpace: 'pre-line' }}>{value}</Box> : <Nothing />;
}

export interface NumberFieldProps extends FieldProps {
  /** Digits after the point; as many as there are by default. */
  digits?: number;
}

/** A number with the reader's separators. */
export function NumberField({ source, digits }: NumberFieldProps) {
  const value: unknown = useFieldValue({ source });
  if (typeof value !== 'number') return <TextField source={source} />;
  return <Box component="span">{formatNumber(value, digits)}</Box>;
}

/** A day. */
export function DateField({ source }: FieldProps) {
  const value = useFieldValue({ source }) as string | null | undefined;
  return value ? <time dateTime={value}>{formatDate(value)}</time> : <Nothing />;
}

/** A moment in the reader's zone. */
export function DatetimeField({ source }: FieldProps) {
  const value = useFieldValue({ source }) as string | null | undefined;
  return value ? <time dateTime={value}>{formatDatetime(value)}</time> : <Nothing />;
}

/** Yes or no as a mark with a name. */
export function BooleanField({ source }: FieldProps) {
  const translate = useTranslate();
  const value = useFieldValue({ source }) as boolean | null | undefined;
  if (value === null || value === undefined) return <Nothing />;
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

/** A value of a list, coloured by what the word means. */
export function ChoiceField({ source }: FieldProps) {
  const value = useFieldValue({ source }) as string | null | undefined;
  return value ? <ToneChip value={value} label={humanize(value)} /> : <Nothing />;
}

/** An address that opens the mail program. */
export function EmailField({ source }: FieldProps) {
  const value = useFieldValue({ source }) as string | null | undefined;
  return value ? <Link href={`mailto:${value}`}>{value}</Link> : <Nothing />;
}

/** A web address; anything but http(s) stays text. */
export function UrlField({ source }: FieldProps) {
  const value = useFieldValue({ source }) as string | null | undefined;
  if (!value) return <Nothing />;
  return /^https?:\/\//i.test(value) ? <Link href={value}>{value}</Link> : <Text>{value}</Text>;
}

/** Any JSON value, on as many lines as it needs. */
export function JsonField({ source }: FieldProps) {
  const value: unknown = useFieldValue({ source });
  if (value === null || value === undefined) return <Nothing />;
  return (
    <Box
      component="code"
      sx={{ whiteSpace: 'pre-wrap', fontSize: '0.75rem', overflowWrap: 'anywhere' }}
    >
      {jsonText(value)}
    </Box>
  );
}

/** What stands where there is no value. */
export function Nothing() {
  const translate = useTranslate();
  return (
    <Box component="span" sx={{ color: 'text.disabled' }} aria-hidden>
      {translate('app.nothing')}
    </Box>
  );
}

function Text({ children }: { children: string }) {
  if (children === '') return <Nothing />;
  return (
    <Box component="span" sx={{ overflowWrap: 'anywhere' }}>
      {children}
    </Box>
  );
}

function Link({ href, children }: { href: string; children: string }) {
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
