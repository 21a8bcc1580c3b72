import { Fragment, memo, useMemo, type ReactElement } from 'react';
import {
  RecordContextProvider,
  SourceContextProvider,
  ValidationError,
  useResourceContext,
  useTranslate,
} from 'react-admin';
import { useWatch } from 'react-hook-form';
import { cellProps } from './cell-rules';
import { factorsOf } from './lines';
import { useDefinition, type FieldFact, type Row } from '../application';
import { productText } from './line-totals';
import { LineEnd, LineStart } from './line-ends';
import { PlainValue } from './plain-value';
import type { KeyedLine } from './use-lines';
import {
  InputPlaceContext,
  type FormInputProps,
  type InputPlace,
} from '../components/form/use-form-input';

/** A column of a grid: an input, and what kind of values it has. */
export interface LineColumn {
  readonly source: string;
  readonly kind: string;
  readonly label: string;
  readonly fact: FieldFact | undefined;
  /** Whether nobody can type into it. */
  readonly isClosed: boolean;
  readonly input: ReactElement<FormInputProps>;
}

/** Products of columns by the last one: `quantity * price` by `price`. */
export type Products = ReadonlyMap<string, string>;

export interface LineRowProps {
  /** The name of the list in the form. */
  list: string;
  place: number;
  columns: readonly LineColumn[];
  products: Products;
  line: KeyedLine;
  /** The line as it was read; a new one was not. */
  read: Row | undefined;
  /** Whether its cells are inputs, or text until somebody enters it. */
  isOpen: boolean;
  /** What is wrong with cells that are text, by column: JSON, which is the same where nothing has changed. */
  problems: string | undefined;
  /** Is told what its inputs demand. */
  learn: InputPlace['learn'];
  /** What the user may do with it. */
  canEdit: boolean;
  canRemove: boolean;
  canMove: boolean;
  /** Where a dragged line would be dropped. */
  mark: 'before' | 'after' | undefined;
  onRemove: (place: number) => void;
  onUndo: (place: number) => void;
}

/** One line: its cells, a handle to move it by, and a button that removes it. */
export const LineRow = memo(Line, isSame);

/** What a line has in the form changes with each key; its row only needs what it began with. */
function isSame(before: LineRowProps, after: LineRowProps): boolean {
  const names = Object.keys(after) as (keyof LineRowProps)[];
  return names.every((name) =>
    name === 'line' ? before.line.id === after.line.id : before[name] === after[name],
  );
}

function Line(props: LineRowProps) {
  const { list, place, columns, products, line, read = NEW, canEdit, isOpen, mark, learn } = props;
  const resource = useResourceContext() ?? '';
  const name = `${list}.${place}`;
  const { isRemoved, values } = useLineValues(name, props);
  const source = useMemo(() => sourcesIn(name, resource), [name, resource]);
  const inputs = useMemo(
    (): InputPlace => ({
      first: line._first ?? read,
      propsOf: (own, input) => cellProps(own, input, { name, isClosed: !canEdit }),
      learn,
    }),
    [name, line._first, read, canEdit, learn],
  );
  const problems = useMemo(() => problemsIn(props.problems), [props.problems]);
  return (
    <tr data-line={keyOf(line)} data-removed={isRemoved || undefined} data-mark={mark}>
      <LineStart {...props} isRemoved={isRemoved} />
      <RecordContextProvider value={read}>
        <SourceContextProvider value={source}>
          <InputPlaceContext value={inputs}>
            {columns.map((column, at) => (
              <Fragment key={column.source}>
                <td
                  data-column={column.source}
                  data-kind={column.kind}
                  inert={isRemoved}
                  {...(!isOpen && plainCell(column, canEdit, problems[column.source]))}
                >
                  {isOpen ? (
                    column.input
                  ) : (
                    <PlainCell
                      {...{ column, resource, value: values[at], problem: problems[column.source] }}
                    />
                  )}
                </td>
                {products.has(column.source) && (
                  <AmountCell
                    {...{ name, resource, isRemoved, product: products.get(column.source)! }}
                  />
                )}
              </Fragment>
            ))}
          </InputPlaceContext>
        </SourceContextProvider>
      </RecordContextProvider>
      <LineEnd {...props} isRemoved={isRemoved} />
    </tr>
  );
}

interface AmountCellProps {
  /** The name of the line in the form. */
  name: string;
  resource: string;
  product: string;
  isRemoved: boolean;
}

/** What a line comes to; by itself, so that typing a quantity draws no other cell again. */
function AmountCell({ name, resource, product, isRemoved }: AmountCellProps) {
  const translate = useTranslate();
  const facts = useDefinition(resource)?.fields ?? [];
  const fields = factorsOf(product);
  const values = useWatch({ name: fields.map((field) => `${name}.${field}`), exact: true });
  const line = Object.fromEntries(fields.map((field, at) => [field, values[at]]));
  return (
    <td data-amount data-kind="number" data-label={translate('lines.amount')} inert={isRemoved}>
      {productText(line, product, facts)}
    </td>
  );
}

/** For inputs, a new line is a new record. */
const NEW: Partial<Row> = {};

/** By what a row stays the same: a form begins anew where its record was read; the rows need not. */
export const keyOf = ({ id, _key }: KeyedLine): string => String(id ?? _key);

const sourcesIn = (name: string, resource: string) => ({
  getSource: (source: string) => `${name}.${source}`,
  getLabel: (source: string) => `resources.${resource}.fields.${source}`,
});

/** Whether a line is removed, and what its cells are where they are text: inputs know that themselves. */
function useLineValues(name: string, { columns, isOpen }: LineRowProps) {
  const cells = isOpen ? [] : columns.map(({ source }) => `${name}.${source}`);
  const [removed, ...values] = useWatch({
    name: [`${name}._delete`, ...cells],
    exact: true,
    // Compared by their content: the row is drawn again only where a value is another.
    compute: (all: readonly unknown[]) => all,
  });
  return { isRemoved: removed === true, values };
}

const problemsIn = (json: string | undefined): Readonly<Record<string, string>> =>
  json === undefined ? {} : (JSON.parse(json) as Record<string, string>);

/** What a cell of text tells the grid: that it can be entered, and how its input is called. */
const plainCell = ({ label, isClosed }: LineColumn, canEdit: boolean, problem?: string) => ({
  'data-label': label,
  'data-invalid': problem === undefined ? undefined : '',
  ...(canEdit && !isClosed && { 'data-plain': '', tabIndex: 0 }),
});

interface PlainCellProps {
  column: LineColumn;
  resource: string;
  value: unknown;
  problem: string | undefined;
}

function PlainCell({ column: { fact }, resource, value, problem }: PlainCellProps) {
  return (
    <>
      <div className="lines-text">
        <PlainValue {...{ value, fact, resource }} />
      </div>
      {problem !== undefined && (
        <p className="lines-problem">
          <ValidationError error={problem} />
        </p>
      )}
    </>
  );
}
