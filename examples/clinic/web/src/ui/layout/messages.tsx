import BlockIcon from '@mui/icons-material/Block';
import CloudOffIcon from '@mui/icons-material/CloudOff';
import ErrorIcon from '@mui/icons-material/ErrorOutlineOutlined';
import ExploreOffIcon from '@mui/icons-material/ExploreOffOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useIsOffline, useResetErrorBoundaryOnLocationChange, useTranslate } from 'react-admin';
import { Link } from 'react-router';
import { MISSING_CODE } from '../application/app-resource';
import { MessagePanel, useOnReconnect } from '../components/message-panel';
import { MEASURES } from '../theme/theme';

/** An address that leads nowhere. */
export function NotFound() {
  const translate = useTranslate();
  return (
    <MessagePanel
      page
      icon={ExploreOffIcon}
      title={translate('app.not_found')}
      help={translate('app.not_found_help')}
    >
      <HomeButton />
    </MessagePanel>
  );
}

/** A page that the user's roles do not open. */
export function AccessDenied() {
  const translate = useTranslate();
  return (
    <MessagePanel
      page
      icon={BlockIcon}
      title={translate('app.denied')}
      help={translate('app.denied_help')}
    >
      <HomeButton />
    </MessagePanel>
  );
}

export interface ErrorPageProps {
  error: Error;
  resetErrorBoundary: (...args: unknown[]) => void;
}

/** A page that failed to render or whose code could not be fetched. */
export function ErrorPage({ error, resetErrorBoundary }: ErrorPageProps) {
  const translate = useTranslate();
  useResetErrorBoundaryOnLocationChange(resetErrorBoundary);
  useOnReconnect(() => {
    if (error.message === MISSING_CODE) window.location.reload();
  });
  return (
    <MessagePanel
      page
      icon={ErrorIcon}
      role="alert"
      title={translate('app.error_title')}
      help={`${sentence(translate(error.message, { _: error.message }))} ${translate('app.error_help')}`}
    >
      <Button variant="outlined" onClick={() => window.location.reload()}>
        {translate('app.reload')}
      </Button>
    </MessagePanel>
  );
}

function sentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

function HomeButton() {
  const translate = useTranslate();
  return (
    <Button component={Link} to="/" variant="outlined">
      {translate('app.go_home')}
    </Button>
  );
}

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
