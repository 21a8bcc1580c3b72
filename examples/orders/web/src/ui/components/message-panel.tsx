import type { SvgIconComponent } from '@mui/icons-material';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { onlineManager } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useEffect, useEffectEvent } from 'react';

export interface MessagePanelProps {
  icon: SvgIconComponent;
  title: string;
  help?: string;
  role?: 'status' | 'alert';
  /** Whether it is the whole page, whose heading it has. */
  page?: boolean;
  children?: ReactNode;
}

/** A page or a part of it that has nothing to show: why, and what to do about it. */
export function MessagePanel({
  icon: Icon,
  title,
  help,
  role = 'status',
  page = false,
  children,
}: MessagePanelProps) {
  return (
    <Box role={role} sx={{ px: 3, py: { xs: 6, sm: 9 }, textAlign: 'center' }}>
      <Icon aria-hidden sx={{ fontSize: 36, color: 'text.disabled', mb: 1 }} />
      <Typography variant="h2" component={page ? 'h1' : 'p'}>
        {title}
      </Typography>
      {help !== undefined && (
        <Typography sx={{ color: 'text.secondary', mt: 0.5, mx: 'auto', maxWidth: 440 }}>
          {help}
        </Typography>
      )}
      {children && (
        <Box sx={{ mt: 2.5, display: 'flex', gap: 1, justifyContent: 'center' }}>{children}</Box>
      )}
    </Box>
  );
}

/** Does `work` whenever the connection is back; what queries read comes again without it. */
export function useOnReconnect(work: () => void): void {
  const onReconnect = useEffectEvent(work);
  useEffect(() => onlineManager.subscribe((online) => online && onReconnect()), []);
}
