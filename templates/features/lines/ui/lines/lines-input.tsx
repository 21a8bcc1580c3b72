import AddIcon from '@mui/icons-material/Add';
import { Box, Button, Typography } from '@mui/material';
import {
  Children,
  Fragment,
  isValidElement,
  useCallback,
  useEffect,
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
  useTranslateLabel,
} from 'react-admin';
import { get, useFormContext, useFormState, useWatch, type FieldErrors } from 'react-hook-form';
import { checkOf } from './cell-rules';
import { isKept, type FormLine } from './lines';
import { needsNoInput, sessionMayDo, useCanWrite, useFieldRules } from '../api/session';
import { ofTenant } from '../api/tenants';
import { useDefinition, type FieldFact, type Row } from '../application';
import { VISUALLY_HIDDEN } from '../theme/theme';
import { productsIn, totalText, totalsByColumn } from './line-totals';
import { useLabels } from '../components/texts';
import { isState } from '../components/formats';
import { momentOf } from '../components/form/inputs';
import { focusLine, onFirst, onRest, rowsIn } from './line-keys';
import { LineRow, keyOf, type LineColumn, type Products } from './line-row';
import { LINES } from './line-styles';
import { NextLine, addPressed } from './next-line';
import {
  FormFacts,
  firstValue,
  useIsAlone,
  type FormInputProps,
  type RulesOf,
} from '../components/form/use-form-input';
import { MAX_LINES, useLines, type FirstLine, type Lines } from './use-lines';
import { useOpenLines, type OpenLines } from './use-open-lines';

export interface LinesInputProps {
  /** The relation of the lines: `lines`. */
  source: string;
  /** The resource of a line. */
  reference: string;
  label?: string;
  /** What is summed: columns of amounts, or products, which each line has beside their last field: `quantity * price`. */
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
  if (useIsAlone() || !isThere) return null;
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
  const products = useProducts(totals, columns);
  const rights = useRights(reference);
  const first = useCallback<FirstLine>(
    (previous) => firstLine(columns, reference, previous),
    [columns, reference],
  );
  const lines = useLines(source, body, first);
  const addOpen = (column?: string) => addPressed(column, { columns, first, lines });
  const wrong = useWrongLines(source);
  const { canCreate, canMove } = rights;
  const count = lines.rows.length;
  return (
    <Box component="section" aria-labelledby={title} sx={LINES}>
      <Typography variant="h3" component="h2" id={title}>
        {label ?? labels.field(parent, source)}
      </Typography>
      {(count > 0 || canCreate) && (
        <div className="lines-frame wide-part">
          <table aria-labelledby={title}>
            <LinesHead columns={columns} products={products} />
            <LinesBody {...{ source, columns, products, lines, rights, wrong, body }} />
            {canCreate && count < MAX_LINES && (
              <NextLine {...{ source, columns, products, first, onAdd: addOpen }} />
            )}
            {totals.length > 0 && <LinesFoot {...{ source, columns, products, totals }} />}
          </table>
        </div>
      )}
      {count === 0 && !canCreate && (
        <p>{translate('show.none', { name: labels.manyWithin(reference) })}</p>
      )}
      {wrong.size > 0 && (
        <p className="lines-problem">{translate('lines.wrong', { smart_count: wrong.size })}</p>
      )}
      {canCreate && <LinesBar {...{ count, canMove }} onAdd={() => addOpen()} />}
      <Box role="status" sx={VISUALLY_HIDDEN}>
        {lines.said}
      </Box>
    </Box>
  );
}

interface LinesBodyProps {
  source: string;
  columns: readonly LineColumn[];
  products: Products;
  lines: Lines;
  rights: Rights;
  wrong: WrongLines;
  body: RefObject<HTMLTableSectionElement | null>;
}

function LinesBody(props: LinesBodyProps) {
  const { source, columns, products, lines, rights, wrong, body } = props;
  const { rows, add, move, remove, undo } = lines;
  const { canCreate, canEdit, canDelete, canMove } = rights;
  const read = useReadLines(source);
  const open = useOpenLines();
  const learn = usePlainChecks(props, open);
  const drag = useDrag(body, move);
  const keys = useKeys(body, canCreate ? () => add() : null, canMove ? move : null);
  return (
    <tbody ref={body} {...keys} {...drag.handlers} {...open.handlers}>
      {rows.map((line, place) => {
        const isOpen = open.isOpen(keyOf(line), place);
        return (
          <LineRow
            key={keyOf(line)}
            list={source}
            {...{ place, columns, products, line, isOpen, learn, canMove }}
            read={read.get(line.id)}
            problems={isOpen ? undefined : wrong.get(place)}
            canEdit={canEdit || isNew(line)}
            canRemove={canDelete || isNew(line)}
            mark={drag.markOf(place)}
            onRemove={remove}
            onUndo={undo}
          />
        );
      })}
    </tbody>
  );
}

/** The lines as they were read, by id. */
function useReadLines(source: string): ReadonlyMap<unknown, Row> {
  const read = useRecordContext<Row>()?.[source] as readonly Row[] | undefined;
  return useMemo(() => new Map(read?.map((line) => [line.id, line])), [read]);
}

/** Checks cells that are text when the form is saved, by what the inputs of their columns say that they demand. */
function usePlainChecks({ source, columns, lines: { rows } }: LinesBodyProps, open: OpenLines) {
  const { register } = useFormContext();
  const { isOpen } = open;
  const rules = useRef(new Map<string, RulesOf>());
  // A form that begins anew has forgotten them; it has other rows then.
  useEffect(() => {
    for (const [place, line] of rows.entries()) {
      if (isOpen(keyOf(line), place)) continue;
      const at = { name: `${source}.${place}`, isNew: isNew(line), rules };
      for (const { source: field, input } of columns) {
        const own = input.props.validate;
        register(`${at.name}.${field}`, { validate: checkOf(field, { ...at, own }) });
      }
    }
  }, [source, columns, rows, isOpen, register]);
  return useCallback(
    (field: string, rulesOf: RulesOf) => void rules.current.set(field, rulesOf),
    [],
  );
}

/** What is wrong with lines by their places: texts by field, as JSON. */
type WrongLines = ReadonlyMap<number, string>;

function useWrongLines(list: string): WrongLines {
  const { errors } = useFormState({ name: list });
  const lines: unknown = get(errors, list);
  const found = new Map<number, string>();
  if (!Array.isArray(lines)) return found;
  for (const [place, line] of (lines as readonly (FieldErrors | undefined)[]).entries()) {
    const told = Object.entries(line ?? {}).map(([field, error]) => [field, error?.message]);
    if (line) found.set(place, JSON.stringify(Object.fromEntries(told)));
  }
  return found;
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
    <div className="lines-bar wide-part">
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

interface Rights {
  canCreate: boolean;
  canEdit: boolean;
  canDelete: boolean;
  canMove: boolean;
}

/** What the user may do with lines; they can be moved where the service numbers them. */
function useRights(reference: string): Rights {
  const canEdit = useCanWrite(reference, 'edit');
  const facts = useDefinition(reference)?.fields ?? [];
  const isNumbered = facts.some(
    ({ source, type, key }) => source === POSITION && type === 'integer' && key !== true,
  );
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
  const translate = useTranslateLabel();
  return useMemo(() => {
    const isOpen = (source: string) => rules?.[source]?.read !== false || rules[source].write;
    return Children.toArray(children)
      .filter((child): child is ReactElement<FormInputProps> => isValidElement(child))
      .flatMap((input) => {
        const { source, readOnly, disabled, label: given } = input.props;
        const label =
          typeof given === 'string' ? given : translate({ resource: reference, source });
        const fact = facts?.find((one) => one.source === source);
        const isFilled = fact !== undefined && needsNoInput(reference, fact);
        const isClosed = rules?.[source]?.write === false || (readOnly ?? disabled ?? false);
        const column = { source, input, label: String(label ?? source), fact, isClosed };
        return isOpen(source) && !isFilled ? { ...column, kind: kindOf(fact) } : [];
      });
  }, [children, facts, reference, rules, translate]);
}

const kindOf = (fact: FieldFact | undefined): string => {
  if (fact === undefined) return 'text';
  if (fact.values) return 'enum';
  return NUMBERS.includes(fact.type) ? 'number' : fact.type;
};

const NUMBERS: readonly string[] = ['integer', 'float', 'decimal'];

/** What a new line begins with; a kind that has to be chosen is as in the line before. */
function firstLine(
  columns: readonly LineColumn[],
  reference: string,
  previous?: FormLine,
): Record<string, unknown> {
  const now = new Date();
  const values = columns.map((column) => {
    const { source, input } = column;
    const kept = isKind(column) ? previous?.[source] : undefined;
    return [source, momentOf(kept ?? firstValue(input.props, reference), now)];
  });
  const own = values.filter(([, value]) => value !== undefined);
  return { ...ofTenant(reference), ...(Object.fromEntries(own) as object) };
}

/** Whether a column says what kind of line each is: one of few values, and no state, which begins anew with each. */
const isKind = ({ source, fact, isClosed, input }: LineColumn): boolean =>
  fact?.type === 'enum' && input.props.required === true && !isClosed && !isState(source);

/** The products of which each line has an amount, by the columns beside which it stands. */
const useProducts = (totals: readonly string[], columns: readonly LineColumn[]): Products =>
  useMemo(
    () => totalsByColumn(productsIn(totals), (field) => isAmong(columns, field)),
    [totals, columns],
  );

const isAmong = (columns: readonly LineColumn[], field: string): boolean =>
  columns.some(({ source }) => source === field);

interface LinesHeadProps {
  columns: readonly LineColumn[];
  products: Products;
}

function LinesHead({ columns, products }: LinesHeadProps) {
  const translate = useTranslate();
  return (
    <thead>
      <tr>
        <th scope="col">
          <Box component="span" sx={VISUALLY_HIDDEN}>
            {translate('lines.number')}
          </Box>
        </th>
        {columns.map(({ source, kind, label, input: { props } }) => (
          <Fragment key={source}>
            <th scope="col" data-kind={kind}>
              {props.label ?? label}
              {props.required === true && <span aria-hidden> *</span>}
            </th>
            {products.has(source) && (
              <th scope="col" data-kind="number">
                {translate('lines.amount')}
              </th>
            )}
          </Fragment>
        ))}
        <td />
      </tr>
    </thead>
  );
}

interface LinesFootProps extends LinesHeadProps {
  source: string;
  totals: readonly string[];
}

/** The sums of what saving leaves in the record. */
function LinesFoot({ source, columns, products, totals }: LinesFootProps) {
  const translate = useTranslate();
  const facts = useDefinition(useResourceContext())?.fields ?? [];
  const lines = (useWatch({ name: source }) ?? []) as FormLine[];
  const cells = columns.flatMap(({ source: field, kind, label }) => {
    const product = products.get(field);
    const own = { name: field, kind, label };
    if (product === undefined) return own;
    return [own, { name: product, kind: 'number', label: translate('lines.amount') }];
  });
  const first = cells.findIndex(({ name }) => totals.includes(name));
  if (first < 0 || !lines.some(isKept)) return null;
  return (
    <tfoot>
      <tr>
        <th scope="row" colSpan={first + 1}>
          {translate('list.totals')}
        </th>
        {cells.slice(first).map(({ name, kind, label }) =>
          totals.includes(name) ? (
            <td key={name} data-kind={kind}>
              <span className="lines-label">{label}</span>
              {totalText(lines, name, facts)}
            </td>
          ) : (
            <td key={name} />
          ),
        )}
        <td />
      </tr>
    </tfoot>
  );
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
