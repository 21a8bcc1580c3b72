import { Box, Typography } from '@mui/material';
import { useRef, type CSSProperties } from 'react';
import { useListContext, useResourceContext, useTranslate } from 'react-admin';
import { useFieldRule } from '../api/session';
import { useDefinition, type FieldFact } from '../application';
import { TableLoading } from '../components/loading';
import { ListEmpty } from '../components/list/list-empty';
import { NoSuchPage } from '../components/messages';
import { SCROLLS } from '../layouts/drag';
import { useFocusOn } from '../layouts/focus';
import { isNumber, useReadable } from '../layouts/record-facts';
import { useSlide } from '../layouts/slide';
import { VISUALLY_HIDDEN } from '../theme/theme';
import { BoardContext } from './board-context';
import { MOST_COLUMNS, useBoardColumns, type BoardColumn } from './board-query';
import { Column } from './column';
import type { BoardOptions } from './options';
import { useBoard } from './use-board';

interface BoardViewProps extends BoardOptions {
  field: string;
}

/** The records of a list as cards, in a column for each value of a field. */
export function BoardView({ field, ...options }: BoardViewProps) {
  const resource = useResourceContext() ?? '';
  const fact = useDefinition(resource)?.fields.find(({ source }) => source === field);
  const { read } = useFieldRule(field);
  if (fact === undefined || !read) return <NoSuchPage />;
  return <Columns fact={fact} {...options} />;
}

interface ColumnsProps extends BoardOptions {
  fact: FieldFact;
}

function Columns({ fact, sum, fields = [], place }: ColumnsProps) {
  const translate = useTranslate();
  const { filterValues } = useListContext();
  const [summed] = useReadable(sum === undefined ? [] : [sum]).filter(isNumber);
  const [placed] = useReadable(place === undefined ? [] : [place]).filter(isNumber);
  const facts = useReadable(fields);
  const columns = useBoardColumns(fact, summed?.source);
  const board = useBoard(fact, columns ?? [], placed?.source);
  const area = useRef<HTMLDivElement>(null);
  useSlide(area, board.refused);
  useFocusOn(area, board.focused);
  if (columns === undefined) return <TableLoading columns={4} />;
  const isFiltered = Object.keys(filterValues).length > 0;
  if (isFiltered && columns.every(({ count }) => count === 0)) return <ListEmpty />;
  const isCut = fact.reference !== undefined && columns.length >= MOST_COLUMNS;
  return (
    <BoardContext value={{ ...board, fact, facts, summed, place: placed?.source }}>
      <Box
        ref={area}
        sx={AREA}
        style={{ '--columns': columns.map(widthOf).join(' ') } as CSSProperties}
        {...{ [SCROLLS]: 'x' }}
      >
        {columns.map((column) => (
          <Column key={column.key} column={column} />
        ))}
      </Box>
      {isCut && (
        <Typography variant="caption">
          {translate('board.most', { count: MOST_COLUMNS })}
        </Typography>
      )}
      <Box role="status" sx={VISUALLY_HIDDEN}>
        {board.said}
      </Box>
    </BoardContext>
  );
}

/** Six columns fit into a window of 1440 pixels; one without records leaves its room to the others. */
const widthOf = ({ count }: BoardColumn): string =>
  count === 0 ? 'minmax(128px, 0.4fr)' : 'minmax(176px, 1fr)';

const AREA = {
  display: 'grid',
  gridAutoFlow: 'column',
  gridAutoColumns: 'min(84vw, 320px)',
  gridTemplateColumns: { sm: 'var(--columns)' },
  gap: 1.25,
  overflowX: 'auto',
  overscrollBehaviorX: 'contain',
  pb: 1,
};
