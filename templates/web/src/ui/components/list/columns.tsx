import OpenIcon from '@mui/icons-material/ChevronRight';
import { Box, IconButton } from '@mui/material';
import {
  createContext,
  useContext,
  type ComponentType,
  type MouseEvent,
  type ReactNode,
} from 'react';
import {
  DataTable,
  useDataTableRenderContext,
  useFieldValue,
  useRecordContext,
  useResourceContext,
} from 'react-admin';
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
  const { align = 'left', plain = false } = style;
  const className = classOf(style);
  const Column = ({ label, sortable = true, ...props }: P & ColumnProps) => {
    const { source } = props;
    const table = useContext(TableContext);
    const isCell = useDataTableRenderContext() === 'data' && table !== null;
    if (isCell && !table.shown.has(source)) return null;
    const field = <Field {...(props as unknown as P)} />;
    const link = table?.linked;
    const content =
      link?.source !== source ? (
        field
      ) : (
        <RecordLink {...link} plain={plain}>
          {field}
        </RecordLink>
      );
    // A cell of react-admin's makes its own styles and keeps watch over the hidden columns: several times the work.
    if (isCell) return <td className={`${className} column-${source}`}>{content}</td>;
    return (
      <Readable source={source}>
        <DataTable.Col
          source={source}
          label={label}
          disableSort={!sortable}
          align={align}
          className={className}
        >
          {content}
        </DataTable.Col>
      </Readable>
    );
  };
  return Object.assign(Column, { plain });
}

/** What the user may read, where no table has asked for all its columns. */
function Readable({ source, children }: ValueProps & { children: ReactNode }) {
  return useFieldRule(source).read ? children : null;
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

/** What the columns of a table go by. */
export interface TableColumns {
  /** The fields of those that are there: neither hidden nor forbidden. */
  shown: ReadonlySet<string>;
  /** The column whose cells lead to their records, for the keyboard, for screen readers and for new tabs. */
  linked: LinkedColumn | null;
}

interface LinkedColumn {
  source: string;
  page: RecordPage;
}

export const TableContext = createContext<TableColumns | null>(null);

/** The columns of a table whose rows lead to a page. The first that shows plain text carries the links, else the first. */
export function tableColumns(
  shown: readonly { source: string; plain: boolean }[],
  page: RecordPage | false,
): TableColumns {
  const source = (shown.find(({ plain }) => plain) ?? shown[0])?.source;
  return {
    shown: new Set(shown.map((column) => column.source)),
    linked: page && source !== undefined ? { source, page } : null,
  };
}

interface RecordLinkProps extends LinkedColumn {
  /** Whether the cell has no links of its own, so that all of it can be one. */
  plain: boolean;
  children: ReactNode;
}

/** What a cell shows, as a link to its record. */
function RecordLink({ source, page, plain, children }: RecordLinkProps) {
  const resource = useResourceContext() ?? '';
  const record = useRecordContext<Row>();
  const value: unknown = useFieldValue({ source });
  if (record === undefined) return children;
  const to = `/${resource}/${record.id}${page === 'show' ? '/show' : ''}`;
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
