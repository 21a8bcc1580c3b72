import OpenIcon from '@mui/icons-material/ChevronRight';
import { Box, IconButton } from '@mui/material';
import {
  createContext,
  useContext,
  type ComponentType,
  type MouseEvent,
  type ReactNode,
} from 'react';
import { DataTable, useFieldValue, useRecordContext, useResourceContext } from 'react-admin';
import { Link } from 'react-router';
import type { Row } from '../../application';
import { sessionMayDo, useFieldRule } from '../../api/session';
import { CELL } from '../../theme/react-admin';
import { VISUALLY_HIDDEN } from '../../theme/theme';
import {
  BooleanValue,
  ChoiceValue,
  DateValue,
  DatetimeValue,
  EmailValue,
  JsonValue,
  NumberValue,
  ReferenceValue,
  ReferencesValue,
  TextValue,
  UrlValue,
  type ValueProps,
} from '../fields';

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
export function columnOf<P extends ValueProps>(Field: ComponentType<P>, style: Style = {}) {
  const { plain = false } = style;
  const className = classOf(style);
  const Column = ({ label, sortable = true, ...props }: P & ColumnProps) => {
    const { read } = useFieldRule(props.source);
    if (!read) return null;
    return (
      <DataTable.Col
        source={props.source}
        label={label}
        disableSort={!sortable}
        align={style.align ?? 'left'}
        className={className}
      >
        <RecordLink source={props.source} plain={plain}>
          <Field {...(props as unknown as P)} />
        </RecordLink>
      </DataTable.Col>
    );
  };
  return Object.assign(Column, { plain });
}

/** The theme has the styles, once for all cells: to make them for each takes as long as what it shows. */
const classOf = ({ wide, align }: Style): string =>
  [CELL.any, wide && CELL.wide, align === 'right' && CELL.number].filter(Boolean).join(' ');

export const TextColumn = columnOf(TextValue, { wide: true, plain: true });
export const NumberColumn = columnOf(NumberValue, { align: 'right', plain: true });
export const DateColumn = columnOf(DateValue, { plain: true });
export const DatetimeColumn = columnOf(DatetimeValue, { plain: true });
export const BooleanColumn = columnOf(BooleanValue);
export const ChoiceColumn = columnOf(ChoiceValue, { plain: true });
export const EmailColumn = columnOf(EmailValue);
export const UrlColumn = columnOf(UrlValue);
export const JsonColumn = columnOf(JsonValue);
export const ReferenceColumn = columnOf(ReferenceValue);
const UnsortedReferences = columnOf(ReferencesValue);

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
    <Link to={to} onClick={stayInCell} className={CELL.link}>
      {children}
      {!saysItself && (
        <Box component="span" sx={VISUALLY_HIDDEN}>
          {` ${name}`}
        </Box>
      )}
    </Link>
  );
}

const OPEN = { p: 0, ml: 0.5, fontSize: 18, verticalAlign: 'middle' };

/** The row is a target of its own, which must not follow the link a second time. */
function stayInCell(event: MouseEvent): void {
  event.stopPropagation();
}
