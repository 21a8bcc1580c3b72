import BlockIcon from '@mui/icons-material/Block';
import ErrorIcon from '@mui/icons-material/ErrorOutlineOutlined';
import ExploreOffIcon from '@mui/icons-material/ExploreOffOutlined';
import Button from '@mui/material/Button';
import { useResetErrorBoundaryOnLocationChange, useTranslate } from 'react-admin';
import { Link } from 'react-router';
import { MISSING_CODE } from '../application/app-resource';
import { MessagePanel } from '../components/message-panel';
import { useOnReconnect } from '../components/use-on-reconnect';

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
