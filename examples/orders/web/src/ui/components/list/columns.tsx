import OpenIcon from '@mui/icons-material/ChevronRight';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import type { ComponentType, MouseEvent, ReactNode } from 'react';
import { createContext, useContext } from 'react';
import { DataTable, useFieldValue, useRecordContext, useResourceContext } from 'react-admin';
import { Link } from 'react-router';
import type { Row } from '../../api/data-provider';
import { sessionMayDo } from '../../api/session';
import { VISUALLY_HIDDEN } from '../../theme/theme';
import type { FieldProps } from '../fields/fields';
import {
  BooleanField,
  ChoiceField,
  DateField,
  DatetimeField,
  EmailField,
  JsonField,
  NumberField,
  TextField,
  UrlField,
} from '../fields/fields';
import { ReferenceField, ReferencesField } from '../fields/reference-field';
import { useFieldRule } from '../use-field-rule';

/** How a column looks in every table; `label` and `sortable` are for the owner of a page. */
export interface ColumnProps {
  source: string;
  label?: string;
  sortable?: boolean;
}

interface Style {
  align?: 'left' | 'right';
  width?: number;
  wide?: boolean;
  /** Whether its cells hold no links of their own, so that they can lead to their records. */
  plain?: boolean;
}

/** A column that shows its field by `Field`, and is absent where the user may not read it. */
export function columnOf<P extends FieldProps>(Field: ComponentType<P>, style: Style = {}) {
  const { plain = false } = style;
  const Column = ({ label, sortable = true, ...props }: P & ColumnProps) => {
    const { read } = useFieldRule(props.source);
    if (!read) return null;
    return (
      <DataTable.Col
        source={props.source}
        label={label}
        disableSort={!sortable}
        align={style.align ?? 'left'}
        sx={cellStyle(style)}
      >
        <RecordLink source={props.source} plain={plain}>
          <Field {...(props as unknown as P)} />
        </RecordLink>
      </DataTable.Col>
    );
  };
  return Object.assign(Column, { plain });
}

function cellStyle({ wide, align }: Style) {
  return {
    maxWidth: wide ? 'clamp(180px, 22vw, 360px)' : 260,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    ...(align === 'right' && { fontVariantNumeric: 'tabular-nums' }),
  };
}

export const TextColumn = columnOf(TextField, { wide: true, plain: true });
export const NumberColumn = columnOf(NumberField, { align: 'right', plain: true });
export const DateColumn = columnOf(DateField, { plain: true });
export const DatetimeColumn = columnOf(DatetimeField, { plain: true });
export const BooleanColumn = columnOf(BooleanField);
export const ChoiceColumn = columnOf(ChoiceField, { plain: true });
export const EmailColumn = columnOf(EmailField);
export const UrlColumn = columnOf(UrlField);
export const JsonColumn = columnOf(JsonField);
export const ReferenceColumn = columnOf(ReferenceField);
const UnsortedReferences = columnOf(ReferencesField);

/** Several references; a database cannot sort by them. */
export function ReferencesColumn(props: Parameters<typeof UnsortedReferences>[0]) {
  return <UnsortedReferences {...props} sortable={false} />;
}

/** The page that a row of a table leads to. */
export type RecordPage = 'show' | 'edit';

/** Where rows lead: to the page of the record, or nowhere where the user may not open it. */
export function recordPageOf(resource: string, preferred: RecordPage = 'show'): RecordPage | false {
  const pages: readonly RecordPage[] = [preferred, 'show'];
  return pages.find((page) => sessionMayDo(page, resource)) ?? false;
}

export interface LinkedColumn {
  source: string;
  page: RecordPage;
}

/** The column whose cells lead to their records, for the keyboard, for screen readers and for new tabs. */
export const LinkedColumnContext = createContext<LinkedColumn | null>(null);

/** The column that carries the links: the first that shows plain text, else the first. */
export function linkedSource(
  columns: readonly { source: string; plain: boolean }[],
): string | undefined {
  return (columns.find(({ plain }) => plain) ?? columns[0])?.source;
}

export interface RecordLinkProps {
  source: string;
  /** Whether the cell has no links of its own, so that all of it can be one. */
  plain: boolean;
  children: ReactNode;
}

/** What a cell shows, as a link to its record where its column carries the links. */
function RecordLink({ source, plain, children }: RecordLinkProps) {
  const linked = useContext(LinkedColumnContext);
  const resource = useResourceContext() ?? '';
  const record = useRecordContext<Row>();
  const value: unknown = useFieldValue({ source });
  if (linked?.source !== source || record === undefined) return children;
  const to = `/${resource}/${record.id}${linked.page === 'show' ? '/show' : ''}`;
  const name = record._label;
  if (!plain) {
    return (
      <>
        {children}
        <IconButton component={Link} to={to} aria-label={name} onClick={stayInCell} sx={OPEN}>
          <OpenIcon fontSize="inherit" />
        </IconButton>
      </>
    );
  }
  const saysItself = typeof value === 'string' && value !== '';
  return (
    <Box component={Link} to={to} onClick={stayInCell} sx={LINK}>
      {children}
      {!saysItself && (
        <Box component="span" sx={VISUALLY_HIDDEN}>
          {` ${name}`}
        </Box>
      )}
    </Box>
  );
}

const OPEN = { p: 0, ml: 0.5, fontSize: 18, verticalAlign: 'middle' };

const LINK = {
  color: 'text.primary',
  fontWeight: 500,
  '&:hover': { color: 'primary.main' },
};

/** The row is a target of its own, which must not follow the link a second time. */
function stayInCell(event: MouseEvent): void {
  event.stopPropagation();
}
