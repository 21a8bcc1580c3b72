import BackIcon from '@mui/icons-material/NavigateBefore';
import ForwardIcon from '@mui/icons-material/NavigateNext';
import HideIcon from '@mui/icons-material/VisibilityOffOutlined';
import AddIcon from '@mui/icons-material/Add';
import { Box, Button, IconButton, Paper, Tooltip, Typography } from '@mui/material';
import { useState, type DragEvent, type ReactNode } from 'react';
import { useStore, useTranslate } from 'react-admin';
import { moved, UNARRANGED, type Arrangement } from './arrangement';
import { useCardTitle } from './card-frame';
import type { Planned } from './cards';

/** The arrangement of this browser, and what changes it. */
export const useArrangement = () => useStore<Arrangement>('arranged.cards', UNARRANGED);

interface ArrangedCardProps {
  planned: Planned;
  /** The keys of the cards among which it can be moved. */
  together: readonly string[];
  children: ReactNode;
}

/** The kind of what is dragged, so that no card takes a text or a file. */
const DRAGGED = 'application/x-dashboard-card';

/** A card while cards are arranged: it is dragged to the place of another, or moved and hidden by its buttons. */
export function ArrangedCard({ planned, together, children }: ArrangedCardProps) {
  const translate = useTranslate();
  const name = useCardTitle()(planned);
  const [arrangement, arrange] = useArrangement();
  const [isOver, setOver] = useState(false);
  const { key } = planned;
  const at = together.indexOf(key);
  const move = (one: string, to: number) => arrange(moved(arrangement, together, one, to));
  const hide = () => arrange({ ...arrangement, hidden: [...arrangement.hidden, key] });
  const accepts = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes(DRAGGED)) return;
    event.preventDefault();
    setOver(true);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const dragged = event.dataTransfer.getData(DRAGGED);
    if (together.includes(dragged)) move(dragged, at);
  };
  const buttons = [
    { icon: BackIcon, text: 'move_back', isOff: at === 0, act: () => move(key, at - 1) },
    {
      icon: ForwardIcon,
      text: 'move_on',
      isOff: at === together.length - 1,
      act: () => move(key, at + 1),
    },
    { icon: HideIcon, text: 'hide', isOff: false, act: hide },
  ];
  return (
    <Box
      draggable
      onDragStart={(event) => event.dataTransfer.setData(DRAGGED, key)}
      onDragOver={accepts}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      sx={isOver ? { ...ARRANGED, ...OVER } : ARRANGED}
    >
      <Box role="toolbar" aria-label={name} sx={TOOLS}>
        {buttons.map(({ icon: Icon, text, isOff, act }) => {
          const label = translate(`dashboard.${text}`, { name });
          return (
            <Tooltip key={text} title={label}>
              <span>
                <IconButton aria-label={label} disabled={isOff} onClick={act}>
                  <Icon fontSize="small" />
                </IconButton>
              </span>
            </Tooltip>
          );
        })}
      </Box>
      {/* Its links would be dragged in its place, and lead away. */}
      <Box inert sx={{ display: 'grid', height: '100%' }}>
        {children}
      </Box>
    </Box>
  );
}

const ARRANGED = { position: 'relative', minWidth: 0, borderRadius: 1.5, cursor: 'grab' };
const OVER = { outline: '2px solid', outlineColor: 'primary.main' };
const TOOLS = {
  position: 'absolute',
  insetInlineEnd: 8,
  top: 8,
  zIndex: 1,
  display: 'flex',
  border: 1,
  borderColor: 'divider',
  borderRadius: 1,
  bgcolor: 'background.paper',
};

/** Brings hidden cards back. */
export function HiddenCards({ cards }: { cards: readonly Planned[] }) {
  const translate = useTranslate();
  const titleOf = useCardTitle();
  const [arrangement, arrange] = useArrangement();
  const show = (key: string) =>
    arrange({ ...arrangement, hidden: arrangement.hidden.filter((one) => one !== key) });
  const isUsual = arrangement.order.length + arrangement.hidden.length === 0;
  return (
    <Paper
      variant="outlined"
      component="section"
      aria-label={translate('dashboard.hidden')}
      sx={HIDDEN}
    >
      <Typography sx={{ color: 'text.secondary', fontSize: '0.8125rem' }}>
        {translate(cards.length === 0 ? 'dashboard.arrange_help' : 'dashboard.hidden')}
      </Typography>
      {cards.map((card) => (
        <Button
          key={card.key}
          variant="outlined"
          startIcon={<AddIcon />}
          onClick={() => show(card.key)}
        >
          {titleOf(card)}
        </Button>
      ))}
      {!isUsual && (
        <Button onClick={() => arrange(UNARRANGED)}>{translate('dashboard.usual')}</Button>
      )}
    </Paper>
  );
}

const HIDDEN = { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, p: 1.5, mb: 2 };
