import CloudOffIcon from '@mui/icons-material/CloudOff';
import Box from '@mui/material/Box';
import { useIsOffline, useTranslate } from 'react-admin';
import { MEASURES } from '../theme/theme';

/** Says that the browser is offline, as long as it is; the place is always there, so that screen readers hear of it. */
export function OfflineBanner() {
  const translate = useTranslate();
  const offline = useIsOffline();
  return (
    <Box role="status" sx={PLACE}>
      {offline && (
        <Box sx={BANNER}>
          <CloudOffIcon fontSize="small" aria-hidden />
          <span>
            <strong>{translate('app.no_connection')}</strong> {translate('app.no_connection_help')}
          </span>
        </Box>
      )}
    </Box>
  );
}

const PLACE = { position: 'sticky', top: MEASURES.header, zIndex: 'appBar' };

const BANNER = {
  display: 'flex',
  alignItems: 'center',
  gap: 1,
  px: { xs: 2, sm: 3 },
  py: 1,
  fontSize: '0.8125rem',
  bgcolor: 'background.paper',
  borderBottom: 1,
  borderColor: 'divider',
  '& svg': { color: 'warning.main' },
};
