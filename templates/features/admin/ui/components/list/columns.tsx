import OpenIcon from '@mui/icons-material/ChevronRight';
import { Box, IconButton } from '@mui/material';
import { createContext, useContext, type ComponentType, type ReactNode } from 'react';
import {
  DataTable,
  useDataTableRenderContext,
  useFieldValue,
  useRecordContext,
  useResourceContext,
  useTranslate,
} from 'react-admin';
import { Link } from 'react-router';
import { sessionMayDo, useFieldRule, useFieldRules } from '../../api/session';
import {
  knownDefinition,
  recordPath,
  useDefinition,
  useFeaturePart,
  type CellParts,
  type CellProps,
  type Row,
} from '../../application';
import { CELL } from '../../theme/react-admin';
import { VISUALLY_HIDDEN } from '../../theme/theme';
import {
  BooleanValue,
  ChoiceValue,
  ColorValue,
  DateValue,
  DatetimeValue,
  EmailValue,
  JsonValue,
  NumberValue,
  OneLine,
  ReferenceValue,
  ReferencesValue,
  TextValue,
  UrlValue,
  type ValueProps,
  stayOnPage,
} from '../fields';
import { FaceOf } from '../avatar';
import { isState } from '../formats';
import { StateMenu } from '../state-menu';
import { useLabels } from '../texts';

/** What a column tells of all rows together. */
export type Total = 'sum' | 'avg' | 'min' | 'max';

/** A column's properties in every table; `label`, `sortable` and `totalBy` are for authors of pages. */
export interface ColumnProps {
  source: string;
  label?: string;
  sortable?: boolean;
  /**
   * What a list shows below a column of numbers (of dates `min` and `max`), of all rows that match its filters. No field is named
   * like it, so that a renamed field takes nothing along.
   */
  totalBy?: Total;
  /** Whether its values can be changed where they stand, by those who may; true by default. */
  editable?: boolean;
}

interface Style {
  align?: 'left' | 'right';
  width?: number;
  wide?: boolean;
  /** Whether it is as wide as its values, and leaves the rest of the width to texts. */
  narrow?: boolean;
  /** Whether its cells contain no links of their own, so that they can link to their records. */
  plain?: boolean;
}

/** A column that shows its field with `Field`, and is absent where the user may not read it. */
export function columnOf<P extends ValueProps>(Field: ComponentType<P>, style: Style = {}) {
  const { align = 'left', plain = false } = style;
  const className = classOf(style);
  const Column = ({
    label,
    sortable = true,
    totalBy,
    editable = true,
    ...given
  }: P & ColumnProps) => {
    const { source } = given;
    const props = Field === StateOrChoice ? { ...given, editable } : given;
    const place = useContext(ColumnPlace);
    const table = useContext(TableContext);
    const isCell = useDataTableRenderContext() === 'data' && table !== null;
    if (isCell && !table.shown.has(source)) return null;
    const field = <Field {...(props as unknown as P)} />;
    if (place === 'state') return field;
    if (place === 'field') return <CardField {...{ source, label }}>{field}</CardField>;
    if (place === 'total')
      return (
        <td className={`${className} column-${source}`}>
          <TotalKind of={totalBy} />
          {field}
        </td>
      );
    const link = table?.linked;
    const Cell = table?.Cell;
    const isMenu = isState(source) || (Cell !== undefined && Field === StateOrChoice);
    const content =
      link?.source !== source ? (
        field
      ) : (
        <RecordLink {...link} plain={plain && !isMenu}>
          {field}
        </RecordLink>
      );
    if (isCell)
      return (
        <RowCell {...{ Cell, source, editable }} className={`${className} column-${source}`}>
          {content}
        </RowCell>
      );
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

interface RowCellProps extends CellProps {
  Cell: CellParts['Cell'] | undefined;
}

/** A cell of a row. react-admin's own creates styles and subscribes to the hidden columns: several times the work. */
function RowCell({ Cell, ...props }: RowCellProps) {
  const { className, children } = props;
  return (
    <OneLine value={true}>
      {Cell ? <Cell {...props} /> : <td className={className}>{children}</td>}
    </OneLine>
  );
}

/**
 * Where a column stands: in the card of a phone's list beside its label, or among its fields, or in the row of totals; null in
 * other rows of a table.
 */
export const ColumnPlace = createContext<'state' | 'field' | 'total' | null>(null);

/** The texts that say what a total is, where it is not a sum. */
export const TOTAL_TEXTS: Partial<Record<Total, string>> = {
  avg: 'list.total_avg',
  min: 'list.total_min',
  max: 'list.total_max',
};

/** Says what a total is, unless it is a sum; a date beside it may run the other way. */
function TotalKind({ of }: { of: Total | undefined }) {
  const translate = useTranslate();
  const text = of && TOTAL_TEXTS[of];
  if (text === undefined) return null;
  return (
    <>
      <bdi className={CELL.kind}>{translate(text)}</bdi>{' '}
    </>
  );
}

/** A field of a card with its name. */
function CardField({ source, label, children }: ColumnProps & { children: ReactNode }) {
  const labels = useLabels();
  const resource = useResourceContext() ?? '';
  return (
    <div>
      <dt>{label ?? labels.field(resource, source)}</dt>
      <dd>
        <OneLine value={true}>{children}</OneLine>
      </dd>
    </div>
  );
}

/** Checks the permission where no table has done so for all its columns. */
function Readable({ source, children }: ValueProps & { children: ReactNode }) {
  return useFieldRule(source).read ? children : null;
}

/** The theme has the styles, once for all cells: creating them per cell takes as long as rendering its value. */
const classOf = ({ wide, narrow, align }: Style): string =>
  [
    CELL.any,
    wide && CELL.wide,
    (narrow === true || align === 'right') && CELL.narrow,
    align === 'right' && CELL.number,
  ]
    .filter(Boolean)
    .join(' ');

export const TextColumn = columnOf(TextValue, { wide: true, plain: true });
export const NumberColumn = columnOf(NumberValue, { align: 'right', plain: true });
export const DateColumn = columnOf(DateValue, { plain: true, narrow: true });
export const DatetimeColumn = columnOf(DatetimeValue, { plain: true, narrow: true });
export const BooleanColumn = columnOf(BooleanValue, { narrow: true });
/** A state can be changed where it stands; any choice where a feature has cells that can. */
function StateOrChoice({ source, editable }: ValueProps & { editable?: boolean }) {
  const hasMenus = useFeaturePart('cells') !== undefined;
  const fact = useDefinition(useResourceContext())?.fields.find((one) => one.source === source);
  const isMenu = isState(source) || (hasMenus && fact?.type === 'enum');
  return editable !== false && isMenu ? (
    <StateMenu source={source} />
  ) : (
    <ChoiceValue source={source} />
  );
}

export const ChoiceColumn = columnOf(StateOrChoice, { plain: true, narrow: true });
export const ColorColumn = columnOf(ColorValue, { plain: true, narrow: true });
export const EmailColumn = columnOf(EmailValue);
export const UrlColumn = columnOf(UrlValue);
export const JsonColumn = columnOf(JsonValue);
export const ReferenceColumn = columnOf(ReferenceValue);
const UnsortedReferences = columnOf(ReferencesValue);

/** Several references; a database cannot sort by them. */
export function ReferencesColumn(props: Parameters<typeof UnsortedReferences>[0]) {
  return <UnsortedReferences {...props} sortable={false} />;
}

/** The page that a row links to. */
export type RecordPage = 'show' | 'edit';

/** The page that rows link to, if the user may open it. */
export function recordPageOf(resource: string, preferred: RecordPage = 'show'): RecordPage | false {
  const known = knownDefinition(resource);
  if (known && !known.show) return false;
  const pages: readonly RecordPage[] = [preferred, 'show'];
  return pages.find((page) => sessionMayDo(page, resource)) ?? false;
}

/** What the columns of a table need to know. */
export interface TableColumns {
  /** The fields of visible columns: neither hidden nor forbidden. */
  shown: ReadonlySet<string>;
  /** The column whose cells link to their records, for keyboards, screen readers and new tabs. */
  linked: LinkedColumn | null;
  /** The cell of a feature, in place of the usual one. */
  Cell?: CellParts['Cell'] | undefined;
}

interface LinkedColumn {
  source: string;
  page: RecordPage;
}

export const TableContext = createContext<TableColumns | null>(null);

/** The columns of a table whose rows link to a page. The first one with plain text carries the links, else the first one. */
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
  /** Whether the cell has no links of its own, so that all of it can be a link. */
  plain: boolean;
  children: ReactNode;
}

/** A cell's content, as a link to its record. */
function RecordLink({ source, page, plain, children }: RecordLinkProps) {
  const resource = useResourceContext() ?? '';
  const record = useRecordContext<Row>();
  const value: unknown = useFieldValue({ source });
  if (record === undefined) return children;
  const to = recordPath(resource, record.id) + (page === 'show' ? '/show' : '');
  const name = record._label;
  if (!plain) {
    return (
      <>
        {children}
        <IconButton component={Link} to={to} aria-label={name} onClick={stayOnPage} sx={OPEN}>
          <OpenIcon fontSize="inherit" />
        </IconButton>
      </>
    );
  }
  const isTold = String(value) === name || (typeof value === 'string' && value !== '');
  return (
    <Link to={to} onClick={stayOnPage} className={CELL.link}>
      <FaceOf resource={resource} row={record} />
      {children}
      {!isTold && (
        <Box component="span" sx={VISUALLY_HIDDEN}>
          {` ${name}`}
        </Box>
      )}
    </Link>
  );
}

const OPEN = { p: 0, ml: 0.5, fontSize: 18, verticalAlign: 'middle' };

/**
 * A filter that expands the records that the visible columns refer to, so that none is first shown by its number, and none
 * requested on its own; for a given resource, or the current one.
 */
export function useShownRelations(
  isShown: (source: string) => boolean,
  ofResource?: string,
): { _expand?: string } {
  const resource = useResourceContext({ resource: ofResource }) ?? '';
  const fields = useDefinition(resource)?.fields ?? [];
  const rules = useFieldRules();
  if (rules === null) return {};
  const relations = fields
    .filter(({ source }) => isShown(source) && rules[resource]?.[source]?.read !== false)
    .flatMap(({ relation }) => relation ?? []);
  return relations.length > 0 ? { _expand: relations.join() } : {};
}
