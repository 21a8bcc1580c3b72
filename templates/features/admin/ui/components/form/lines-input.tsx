import AddIcon from '@mui/icons-material/Add';
import { Box, Button, Typography } from '@mui/material';
import {
  Children,
  isValidElement,
  useCallback,
  useId,
  useMemo,
  useRef,
  useState,
  type HTMLAttributes,
  type ReactElement,
  type ReactNode,
  type RefObject,
} from 'react';
import {
  ResourceContextProvider,
  useRecordContext,
  useResourceContext,
  useTranslate,
} from 'react-admin';
import { useWatch } from 'react-hook-form';
import { factorsOf, isKept, sumOf, type FormLine } from '../../api/lines';
import { needsNoInput, sessionMayDo, useCanWrite, useFieldRules } from '../../api/session';
import { ofTenant } from '../../api/tenants';
import { useDefinition, type FieldFact, type Row } from '../../application';
import { VISUALLY_HIDDEN } from '../../theme/theme';
import { formatNumber } from '../formats';
import { isCurrency } from '../units';
import { useLabels } from '../texts';
import { momentOf } from './inputs';
import { focusLine, onFirst, onRest, rowsIn } from './line-keys';
import { LineRow, type LineColumn } from './line-row';
import { LINES } from './line-styles';
import { MAX_LINES, useLines } from './use-lines';
import { FormFacts, firstValue, type FormInputProps } from './use-form-input';

export interface LinesInputProps {
  /** The relation of the lines: `lines`. */
  source: string;
  /** The resource of a line. */
  reference: string;
  label?: string;
  /** Columns of amounts, whose sums stand below them, or products of columns: `quantity * price`. */
  totals?: readonly string[];
  /** Inputs of a line, as in its own form: each is a column. */
  children: ReactNode;
}

/** A grid of the records that are lines of this one: they are saved together with it. */
export function LinesInput(props: LinesInputProps) {
  const { source, reference } = props;
  const parent = useResourceContext() ?? '';
  const record = useRecordContext<Row>();
  const canCreate = useCanWrite(reference, 'create');
  const isThere = record?.id === undefined ? canCreate : Array.isArray(record[source]);
  if (!isThere) return null;
  return (
    <Box className="wide">
      <ResourceContextProvider value={reference}>
        <FormFacts fields={undefined}>
          <LinesGrid {...props} parent={parent} />
        </FormFacts>
      </ResourceContextProvider>
    </Box>
  );
}

/** The field that says which place a line has among the others; the service numbers it. */
const POSITION = 'position';

interface LinesGridProps extends LinesInputProps {
  /** The resource of the record that has the lines. */
  parent: string;
}

function LinesGrid({ source, reference, label, totals = [], parent, children }: LinesGridProps) {
  const translate = useTranslate();
  const labels = useLabels();
  const title = useId();
  const body = useRef<HTMLTableSectionElement>(null);
  const columns = useLineColumns(children, reference);
  const read = useRecordContext<Row>()?.[source] as readonly Row[] | undefined;
  const { canCreate, canEdit, canDelete, canMove } = useRights(reference);
  const first = useCallback(() => firstLine(columns, reference), [columns, reference]);
  const { rows, said, add, move, remove, undo } = useLines(source, body, first);
  const drag = useDrag(body, move);
  const keys = useKeys(body, canCreate ? add : null, canMove ? move : null);
  return (
    <Box component="section" aria-labelledby={title} sx={LINES}>
      <Typography variant="h3" component="h2" id={title}>
        {label ?? labels.field(parent, source)}
      </Typography>
      {rows.length > 0 && (
        <div className="lines-frame">
          <table aria-labelledby={title}>
            <LinesHead columns={columns} />
            <tbody ref={body} {...keys} {...drag.handlers}>
              {rows.map((line, place) => (
                <LineRow
                  // A form begins anew where its record was read; the rows need not.
                  key={line.id ?? line._key}
                  list={source}
                  place={place}
                  columns={columns}
                  line={line}
                  read={read?.find(({ id }) => id === line.id)}
                  canEdit={canEdit || isNew(line)}
                  canRemove={canDelete || isNew(line)}
                  canMove={canMove}
                  mark={drag.markOf(place)}
                  onRemove={remove}
                  onUndo={undo}
                />
              ))}
            </tbody>
            {totals.length > 0 && <LinesFoot source={source} columns={columns} totals={totals} />}
          </table>
        </div>
      )}
      {rows.length === 0 && !canCreate && <p>{translate('show.none')}</p>}
      {canCreate && <LinesBar count={rows.length} canMove={canMove} onAdd={add} />}
      <Box role="status" sx={VISUALLY_HIDDEN}>
        {said}
      </Box>
    </Box>
  );
}

interface LinesBarProps {
  count: number;
  canMove: boolean;
  onAdd: () => void;
}

/** Adds a line, and says what keys do. */
function LinesBar({ count, canMove, onAdd }: LinesBarProps) {
  const translate = useTranslate();
  const labels = useLabels();
  const name = labels.oneWithin(useResourceContext() ?? '');
  return (
    <div className="lines-bar">
      <Button
        variant="outlined"
        startIcon={<AddIcon />}
        onClick={onAdd}
        disabled={count >= MAX_LINES}
      >
        {translate('show.add', { name })}
      </Button>
      {count > 0 && <small>{translate(canMove ? 'lines.keys_move' : 'lines.keys')}</small>}
    </div>
  );
}

/** What the user may do with lines; they can be moved where the service numbers them. */
function useRights(reference: string) {
  const canEdit = useCanWrite(reference, 'edit');
  const facts = useDefinition(reference)?.fields ?? [];
  const isNumbered = facts.some(({ source, type }) => source === POSITION && type === 'integer');
  return {
    canCreate: useCanWrite(reference, 'create'),
    canEdit,
    canDelete: sessionMayDo('delete', reference),
    canMove: canEdit && isNumbered,
  };
}

/** What keys do in the body of the table; null stands for what the user may not. */
function useKeys(
  body: RefObject<HTMLElement | null>,
  add: (() => void) | null,
  move: ((from: number, to: number) => void) | null,
): HTMLAttributes<HTMLElement> {
  const keys = {
    onNext: (place: number, column: string) => {
      const next = rowsIn(body.current).findIndex((row, at) => at > place && !isGone(row));
      if (next >= 0) focusLine(body.current, next, column);
      else add?.();
    },
    onMove: (from: number, to: number) => move?.(from, to),
  };
  return {
    onKeyDownCapture: (event) => onFirst(event, keys),
    onKeyDown: (event) => onRest(event, keys),
  };
}

const isNew = ({ id }: FormLine): boolean => id === undefined;
const isGone = ({ dataset }: HTMLElement): boolean => dataset['removed'] !== undefined;

/** The inputs as columns, without those of fields that the user may neither see nor set. */
function useLineColumns(children: ReactNode, reference: string): readonly LineColumn[] {
  const rules = useFieldRules()?.[reference];
  const facts = useDefinition(reference)?.fields;
  return useMemo(() => {
    const isOpen = (source: string) => rules?.[source]?.read !== false || rules[source].write;
    return Children.toArray(children)
      .filter((child): child is ReactElement<FormInputProps> => isValidElement(child))
      .flatMap((input) => {
        const { source } = input.props;
        const fact = facts?.find((one) => one.source === source);
        const isFilled = fact !== undefined && needsNoInput(reference, fact);
        return isOpen(source) && !isFilled ? { source, input, kind: kindOf(fact) } : [];
      });
  }, [children, facts, reference, rules]);
}

const kindOf = (fact: FieldFact | undefined): string => {
  if (fact === undefined || fact.values) return 'text';
  return NUMBERS.includes(fact.type) ? 'number' : fact.type;
};

const NUMBERS: readonly string[] = ['integer', 'float', 'decimal'];

/** What a new line begins with. */
function firstLine(columns: readonly LineColumn[], reference: string): Record<string, unknown> {
  const now = new Date();
  const values = columns.map(({ source, input: { props } }) => [
    source,
    momentOf(firstValue(props, reference), now),
  ]);
  const own = values.filter(([, value]) => value !== undefined);
  return { ...ofTenant(reference), ...(Object.fromEntries(own) as object) };
}

function LinesHead({ columns }: { columns: readonly LineColumn[] }) {
  const translate = useTranslate();
  const labels = useLabels();
  const resource = useResourceContext() ?? '';
  return (
    <thead>
      <tr>
        <th scope="col" aria-label={translate('lines.number')} />
        {columns.map(({ source, kind, input: { props } }) => (
          <th key={source} scope="col" data-kind={kind}>
            {props.label ?? labels.field(resource, source)}
            {props.required === true && <span aria-hidden> *</span>}
          </th>
        ))}
        <td />
      </tr>
    </thead>
  );
}

interface LinesFootProps {
  source: string;
  columns: readonly LineColumn[];
  totals: readonly string[];
}

/** The sums of what saving leaves in the record. */
function LinesFoot({ source, columns, totals }: LinesFootProps) {
  const translate = useTranslate();
  const labels = useLabels();
  const resource = useResourceContext() ?? '';
  const facts = useDefinition(resource)?.fields ?? [];
  const lines = (useWatch({ name: source }) ?? []) as FormLine[];
  const isShown = (field: string) => columns.some((column) => column.source === field);
  const shown = new Map(
    totals
      .filter((total) => factorsOf(total).every(isShown))
      .map((total) => [factorsOf(total).at(-1)!, total]),
  );
  const first = columns.findIndex((column) => shown.has(column.source));
  if (first < 0 || !lines.some(isKept)) return null;
  return (
    <tfoot>
      <tr>
        <th scope="row" colSpan={first + 1}>
          {translate('list.totals')}
        </th>
        {columns.slice(first).map(({ source: field, kind }) => {
          const total = shown.get(field);
          if (total === undefined) return <td key={field} />;
          const digits = facts.find((fact) => fact.source === field)?.digits;
          return (
            <td key={field} data-kind={kind}>
              <span className="lines-label">{labels.field(resource, field)}</span>
              {formatNumber(sumOf(lines, total, digits), digits, unitOf(total, facts))}
            </td>
          );
        })}
        <td />
      </tr>
    </tfoot>
  );
}

/** What a sum is of: of products, the currency of a price, which has been multiplied by how many there are. */
function unitOf(total: string, facts: readonly FieldFact[]): string | undefined {
  const factors = factorsOf(total);
  const units = factors.map((field) => facts.find(({ source }) => source === field)?.unit);
  return factors.length === 1 ? units[0] : units.find(isCurrency);
}

interface Drag {
  /** Of the body of the table. */
  handlers: HTMLAttributes<HTMLElement>;
  /** Where a row stands to the place at which the dragged one would be dropped. */
  markOf: (place: number) => 'before' | 'after' | undefined;
}

/** Moves a line by its handle, with a mouse, a pen or a finger. */
function useDrag(
  body: RefObject<HTMLElement | null>,
  move: (from: number, to: number) => void,
): Drag {
  const [drag, setDrag] = useState<{ from: number; to: number } | null>(null);
  const end = () => setDrag(null);
  const handlers: Drag['handlers'] = {
    onPointerDown: ({ target, button, pointerId }) => {
      const handle = target instanceof Element ? target.closest('[data-handle]') : null;
      if (handle === null || button !== 0) return;
      const from = rowsIn(body.current).findIndex((row) => row.contains(handle));
      handle.setPointerCapture(pointerId);
      setDrag({ from, to: from });
    },
    onPointerMove: ({ clientY }) => {
      if (drag === null) return;
      const others = rowsIn(body.current).filter((_, at) => at !== drag.from);
      const to = others.filter((row) => middleOf(row) < clientY).length;
      if (to !== drag.to) setDrag({ ...drag, to });
    },
    onPointerUp: () => {
      if (drag !== null) move(drag.from, drag.to);
      end();
    },
    onPointerCancel: end,
  };
  const markOf = (place: number) => {
    if (drag === null || drag.from === drag.to || place !== drag.to) return undefined;
    return drag.to < drag.from ? 'before' : 'after';
  };
  return { handlers, markOf };
}

function middleOf(row: HTMLElement): number {
  const { top, height } = row.getBoundingClientRect();
  return top + height / 2;
}
