import { useLayoutEffect, useMemo, useRef, useState, type RefObject } from 'react';
import { useTranslate } from 'react-admin';
import { useFieldArray, useFormContext } from 'react-hook-form';
import { isBlank, isKept, type FormLine } from './lines';
import { focusLine, rowsIn } from './line-keys';

/** As many as the service takes of a record. */
export const MAX_LINES = 500;

/** A line as the form has it; `_key` stays the same wherever it is moved. */
export type KeyedLine = FormLine & { readonly _key: string };

/** A list of lines in a form, and what can be done with it. */
export interface Lines {
  readonly rows: readonly KeyedLine[];
  /** What was done last, for screen readers. */
  readonly said: string;
  /** Adds a line at the end, and goes to its cell of a column, else to its first one. */
  add(column?: string): void;
  /** The focus stays where it is in the line. */
  move(from: number, to: number): void;
  /** A line that was read, or typed into, stays until the form is saved, so that it can be taken back. */
  remove(place: number): void;
  undo(place: number): void;
}

/** What a new line begins with, after the last one that saving keeps. */
export type FirstLine = (previous?: FormLine) => Readonly<Record<string, unknown>>;

/** The lines of a form; `first` stays the same function. */
export function useLines(
  source: string,
  body: RefObject<HTMLElement | null>,
  first: FirstLine,
): Lines {
  const translate = useTranslate();
  const { getValues, setValue } = useFormContext();
  const { fields, append, move, remove } = useFieldArray({ name: source, keyName: '_key' });
  const [said, setSaid] = useState('');
  const then = useRef<(() => void) | null>(null);
  // What is to have the focus stands there only now, or was taken from it when its row was moved.
  useLayoutEffect(() => {
    then.current?.();
    then.current = null;
  });
  // One function for all rows from one time to the next, so that a row is drawn again only where it changes.
  const work = useMemo(() => {
    const lines = () => (getValues(source) ?? []) as FormLine[];
    const count = () => lines().length;
    const mark = (place: number, isRemoved: true | undefined) => {
      then.current = () => focusLine(body.current, place);
      setValue(`${source}.${place}._delete`, isRemoved, { shouldDirty: true });
      setSaid(translate(isRemoved ? 'lines.removed' : 'lines.restored', { place: place + 1 }));
    };
    return {
      add: (column?: string) => {
        const place = count();
        if (place >= MAX_LINES) return;
        const values = first(lines().findLast(isKept));
        then.current = () => focusLine(body.current, place, column);
        append({ ...values, _first: values }, { shouldFocus: false });
      },
      move: (from: number, to: number) => {
        const total = count();
        if (to < 0 || to >= total || from === to) return;
        const focused = document.activeElement;
        then.current = () => isInside(focused, body.current) && focused.focus();
        move(from, to);
        setSaid(translate('lines.moved', { from: from + 1, place: to + 1, total }));
      },
      remove: (place: number) => {
        if (!isBlank(getValues(`${source}.${place}`) as FormLine)) return mark(place, true);
        const next = Math.min(place, count() - 2);
        then.current = () => focusLine(body.current, next);
        remove(place);
      },
      undo: (place: number) => mark(place, undefined),
    };
  }, [source, body, first, translate, getValues, setValue, append, move, remove]);
  return { rows: fields as unknown as KeyedLine[], said, ...work };
}

const isInside = (focused: Element | null, body: HTMLElement | null): focused is HTMLElement =>
  focused instanceof HTMLElement && rowsIn(body).some((row) => row.contains(focused));
