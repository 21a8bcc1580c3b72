import FilterListIcon from '@mui/icons-material/FilterList';
import { IconButton, Tooltip } from '@mui/material';
import { useEffect, useEffectEvent, useState, type RefObject } from 'react';
import { useListContext, useResourceContext, useTranslate } from 'react-admin';
import { endOfDay, localDay, startOfDay } from '../api/days';
import { useFieldRuleOf } from '../api/session';
import type { FieldFact, Row } from '../application';
import { filterKind, type FilterValues } from '../components/list/filters';
import { useLabels } from '../components/texts';

interface CellFilterProps {
  /** What the table is in. */
  frame: RefObject<HTMLDivElement | null>;
  fields: readonly FieldFact[];
}

interface Cell {
  fact: FieldFact;
  value: unknown;
  /** What the cell shows. */
  text: string;
  top: number;
  left: number;
}

const SIZE = 24;

/**
 * A button in the cell that the mouse is over, by which the list has only the records with that value; a click beside it opens the
 * record. By keyboard the same is done at the filters.
 */
export function CellFilter({ frame, fields }: CellFilterProps) {
  const resource = useResourceContext() ?? '';
  const translate = useTranslate();
  const labels = useLabels();
  const { filterValues, setFilters } = useListContext();
  const [cell, setCell] = useHoveredCell(frame, fields);
  if (cell === null) return null;
  const name = labels.field(resource, cell.fact.source);
  const isMissing = cell.value === null;
  const text = translate(isMissing ? 'views.only_missing' : 'views.only', {
    name,
    value: cell.text,
  });
  const choose = () => {
    setCell(null);
    setFilters({ ...filterValues, ...conditionOf(cell) });
  };
  return (
    <Tooltip title={text}>
      <IconButton
        tabIndex={-1}
        aria-label={text}
        onClick={choose}
        sx={{ ...BUTTON, top: cell.top, left: cell.left }}
      >
        <FilterListIcon sx={{ fontSize: 16 }} />
      </IconButton>
    </Tooltip>
  );
}

const BUTTON = {
  position: 'absolute',
  zIndex: 1,
  width: SIZE,
  height: SIZE,
  p: 0,
  bgcolor: 'background.paper',
  border: 1,
  borderColor: 'divider',
  '&:hover': { bgcolor: 'action.hover' },
};

/** The conditions by which a list has the records with the value of a cell; of moments, with its day. */
export function conditionOf({ fact, value }: Pick<Cell, 'fact' | 'value'>): FilterValues {
  const { source, type } = fact;
  if (value === null) return { [`${source}__isnull`]: true };
  if (type !== 'datetime') return { [source]: value };
  const day = localDay(new Date(String(value)));
  return { [`${source}__gte`]: startOfDay(day), [`${source}__lte`]: endOfDay(day) };
}

/** The cell that the mouse is over, if the list can be filtered by its value. */
function useHoveredCell(frame: CellFilterProps['frame'], fields: readonly FieldFact[]) {
  const [cell, setCell] = useState<Cell | null>(null);
  const { data = [] } = useListContext<Row>();
  const ruleOf = useFieldRuleOf();
  const find = useEffectEvent(({ target }: Event) => {
    // The button lies over its cell.
    if ((target as Element).closest('table') === null) return;
    const found = cellAt(target as Element, data, fields);
    setCell(found && ruleOf(found.fact.source).read ? placed(found, frame.current!) : null);
  });
  useEffect(() => {
    const box = frame.current;
    if (box === null) return;
    const leave = () => setCell(null);
    box.addEventListener('mouseover', find);
    box.addEventListener('mouseleave', leave);
    box.addEventListener('scroll', leave, true);
    return () => {
      box.removeEventListener('mouseover', find);
      box.removeEventListener('mouseleave', leave);
      box.removeEventListener('scroll', leave, true);
    };
  }, [frame]);
  return [cell, setCell] as const;
}

interface FoundCell extends Pick<Cell, 'fact' | 'value' | 'text'> {
  element: HTMLElement;
}

function cellAt(
  target: Element,
  data: readonly Row[],
  fields: readonly FieldFact[],
): FoundCell | null {
  const element = target.closest('tbody td');
  const source = /(?:^| )column-(\S+)/.exec(element?.className ?? '')?.[1];
  const fact = fields.find((one) => one.source === source);
  if (!(element instanceof HTMLElement) || fact === undefined) return null;
  const row = element.closest('tr');
  const at = [...(row?.parentElement?.children ?? [])].indexOf(row!);
  const value = data[at]?.[fact.source];
  if (!isFilterable(fact, value)) return null;
  return { element, fact, value, text: element.textContent.trim() };
}

/** Whether a list can be filtered by a value of a field: by one that is not too long to be the same in others. */
export function isFilterable(fact: FieldFact, value: unknown): boolean {
  if (filterKind(fact) === 'none' || value === undefined) return false;
  if (value === null) return !fact.required;
  return typeof value !== 'object' && String(value).length <= LONGEST && value !== '';
}

const LONGEST = 100;

/** Where the button of a cell is: in the middle of its height, at the side that its text does not begin at. */
function placed({ element, ...cell }: FoundCell, frame: HTMLElement): Cell {
  const box = element.getBoundingClientRect();
  const origin = frame.getBoundingClientRect();
  const { direction, textAlign } = getComputedStyle(element);
  const isOnRight = textAlign === 'right' || textAlign === (direction === 'rtl' ? 'start' : 'end');
  const left = isOnRight ? box.left + 2 : Math.min(box.right, origin.right) - SIZE - 2;
  return {
    ...cell,
    top: box.top - origin.top + (box.height - SIZE) / 2,
    left: left - origin.left,
  };
}
