import CloseIcon from '@mui/icons-material/Close';
import UpdateIcon from '@mui/icons-material/Update';
import { Box, Button, IconButton, Paper } from '@mui/material';
import { useRef, useState } from 'react';
import { useTranslate } from 'react-admin';
import { MEASURES } from '../theme/theme';

export interface NoticeProps {
  /** What has changed; null while nothing has. */
  text: string | null;
  /** The key of what the button says; there is none without `onShow`. */
  action?: string;
  onShow?: () => void;
}

/** Says what others have changed, above the page, so that nothing on it moves. It can be put aside until more changes. */
export function Notice({ text, action = 'live.show', onShow }: NoticeProps) {
  const translate = useTranslate();
  const region = useRef<HTMLDivElement>(null);
  const [aside, setAside] = useState<string | null>(null);
  const leave = () => region.current?.focus({ preventScroll: true });
  const show = () => {
    leave();
    onShow?.();
  };
  const putAside = () => {
    leave();
    setAside(text);
  };
  return (
    <Box ref={region} role="status" tabIndex={-1} className="on-screen" sx={PLACE}>
      {text !== null && text !== aside && (
        <Paper elevation={6} sx={NOTE}>
          <UpdateIcon fontSize="small" color="primary" aria-hidden />
          <Box sx={{ flex: 1, overflowWrap: 'anywhere', '&::first-letter': CAPITAL }}>{text}</Box>
          {onShow && <Button onClick={show}>{translate(action)}</Button>}
          <IconButton size="small" onClick={putAside} aria-label={translate('live.aside')}>
            <CloseIcon fontSize="small" />
          </IconButton>
        </Paper>
      )}
    </Box>
  );
}

/** Above the buttons of a form, and below what is told at the bottom. */
const PLACE = {
  position: 'fixed',
  bottom: MEASURES.bar + 12,
  insetInline: 8,
  zIndex: 'appBar',
  display: 'flex',
  justifyContent: 'center',
  outline: 'none',
  pointerEvents: 'none',
};

const NOTE = {
  display: 'flex',
  alignItems: 'center',
  gap: 1,
  maxWidth: 560,
  px: 1.5,
  py: 0.75,
  border: 1,
  borderColor: 'divider',
  fontSize: '0.875rem',
  pointerEvents: 'auto',
};

const CAPITAL = { textTransform: 'uppercase' };
