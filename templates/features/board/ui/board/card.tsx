import { Box } from '@mui/material';
import { useId, type KeyboardEvent, type PointerEvent } from 'react';
import { useResourceContext, useTranslate } from 'react-admin';
import { Link } from 'react-router';
import { recordPath, useDefinition, type Row } from '../application';
import { labelParts } from '../layouts/label-parts';
import { RecordFacts } from '../layouts/record-facts';
import { RECORD } from '../layouts/slide';
import { useBoardContext } from './board-context';
import { MoveMenu } from './move-menu';

interface CardProps {
  row: Row;
  /** Whether what is held would come before it. */
  isBefore: boolean;
}

/** A record on a board: it leads to its page, and is moved by whoever may. */
export function Card({ row, isBefore }: CardProps) {
  const resource = useResourceContext() ?? '';
  const translate = useTranslate();
  const board = useBoardContext();
  const keysId = useId();
  const { columns, isOpen, held, moved } = board;
  const { name, number } = labelParts(row, useDefinition(resource)?.fields ?? []);
  const isMovable = columns.some(({ key }) => isOpen(row, key));
  const state = held?.id === row.id ? 'held' : moved.has(row.id) ? 'moved' : undefined;
  return (
    <>
      {isBefore && <DropMark />}
      <Box
        component="li"
        {...{ [RECORD]: String(row.id) }}
        data-state={state}
        sx={isMovable ? MOVABLE : CARD}
        {...(isMovable && {
          onPointerDown: (event: PointerEvent<HTMLElement>) => board.onPointerDown(row, event),
        })}
      >
        <Box sx={{ display: 'flex', alignItems: 'flex-start', gap: 0.5 }}>
          <Link
            to={`${recordPath(resource, row.id)}/show`}
            draggable={false}
            {...(isMovable && {
              'aria-describedby': keysId,
              onKeyDown: (event: KeyboardEvent<HTMLElement>) => board.onKeyDown(row, event),
              onBlur: board.onBlur,
            })}
          >
            {number !== undefined && <small>{number} </small>}
            {name}
          </Link>
          {isMovable && <MoveMenu row={row} />}
        </Box>
        <RecordFacts row={row} facts={board.facts} />
        {isMovable && (
          <span id={keysId} hidden>
            {translate('board.keys')}
          </span>
        )}
      </Box>
    </>
  );
}

/** Where a card would come. */
export const DropMark = () => <Box component="li" aria-hidden sx={MARK} />;

const MARK = { height: 3, borderRadius: 2, bgcolor: 'primary.main' };

const CARD = {
  position: 'relative',
  p: 1.25,
  border: 1,
  borderColor: 'divider',
  borderRadius: 1.5,
  bgcolor: 'background.paper',
  display: 'grid',
  gap: 0.5,
  '& a': {
    flex: 1,
    minWidth: 0,
    color: 'text.primary',
    fontWeight: 550,
    textDecoration: 'none',
    overflowWrap: 'anywhere',
  },
  '& a small': {
    display: 'block',
    color: 'text.secondary',
    fontSize: '0.75rem',
    fontWeight: 400,
    fontVariantNumeric: 'tabular-nums',
  },
  // The whole card is the link, except for what can be clicked by itself.
  '& a::after': { content: '""', position: 'absolute', inset: 0, borderRadius: 1.5 },
  '& a:focus-visible': { outline: 'none' },
  '& a:focus-visible::after': {
    outline: '2px solid',
    outlineColor: 'primary.main',
    outlineOffset: 1,
  },
  '& button': { position: 'relative', zIndex: 1 },
  '&:hover': { borderColor: 'text.disabled' },
};

const MOVABLE = {
  ...CARD,
  cursor: 'grab',
  userSelect: 'none',
  WebkitTouchCallout: 'none',
  '& a': { ...CARD['& a'], cursor: 'grab' },
  '&[data-state="held"]': {
    borderStyle: 'dashed',
    borderColor: 'primary.main',
    bgcolor: 'transparent',
  },
  '&[data-state="moved"]': { borderStyle: 'dashed' },
};
