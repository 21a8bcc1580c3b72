import { Fragment, type MouseEvent } from 'react';
import { flushSync } from 'react-dom';
import { useResourceContext } from 'react-admin';
import { useWatch } from 'react-hook-form';
import { ADD } from './line-ends';
import type { LineColumn, Products } from './line-row';
import { isKept, type FormLine } from './lines';
import { PlainValue } from './plain-value';
import type { FirstLine, Lines } from './use-lines';
import { press } from './use-open-lines';

export interface NextLineProps {
  /** The name of the list in the form. */
  source: string;
  columns: readonly LineColumn[];
  products: Products;
  first: FirstLine;
  /** Adds a line, and presses its cell of a column. */
  onAdd: (column?: string) => void;
}

interface AddedTo {
  columns: readonly LineColumn[];
  first: FirstLine;
  lines: Lines;
}

/** Adds a line, and presses its cell of a column, else the first one that begins without a value: a list opens there. */
export function addPressed(column: string | undefined, { columns, first, lines }: AddedTo): void {
  const values = first(lines.rows.findLast(isKept));
  const empty = columns.find(({ source, isClosed }) => !isClosed && (values[source] ?? '') === '');
  // Its input stands there only then.
  flushSync(() => lines.add(column ?? empty?.source));
  press(document.activeElement);
}

/**
 * The line after the last one, with what it would begin with: the form has it once one of its cells is pressed. It is for the mouse: keys
 * and screen readers have the button below it.
 */
export function NextLine({ source, columns, products, first, onAdd }: NextLineProps) {
  const resource = useResourceContext() ?? '';
  const values = useWatch({
    name: source,
    // Compared by their content: the line is drawn again only where it would begin with something else.
    compute: (lines: readonly FormLine[] | undefined) => first(lines?.findLast(isKept)),
  });
  const add = ({ target }: MouseEvent) => {
    const cell = target instanceof Element ? target.closest<HTMLElement>('[data-next]') : null;
    onAdd(cell?.dataset['next']);
  };
  return (
    <tbody className="lines-next" aria-hidden onClick={add}>
      <tr>
        <th scope="row">{ADD}</th>
        {columns.map(({ source: field, kind, fact, isClosed }) => (
          <Fragment key={field}>
            <td data-column={field} data-kind={kind} data-next={isClosed ? undefined : field}>
              <div className="lines-text">
                <PlainValue {...{ resource, fact, value: values[field] }} />
              </div>
            </td>
            {products.has(field) && <td data-amount data-kind="number" />}
          </Fragment>
        ))}
        <td />
      </tr>
    </tbody>
  );
}
