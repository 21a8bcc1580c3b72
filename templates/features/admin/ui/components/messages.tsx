import type { SvgIconComponent } from '@mui/icons-material';
import { Alert, Box, Button, Typography } from '@mui/material';
import { onlineManager, useQueryClient } from '@tanstack/react-query';
import { Suspense, useEffect, useEffectEvent, type ReactNode } from 'react';
import {
  useIsOffline,
  useNotify,
  useResetErrorBoundaryOnLocationChange,
  useResourceContext,
  useTranslate,
  type HttpError,
} from 'react-admin';
import { ErrorBoundary } from 'react-error-boundary';
import { MISSING_CODE, isMissingCode } from '../missing-code';
import ErrorIcon from '@mui/icons-material/ErrorOutlineOutlined';
import SearchOffIcon from '@mui/icons-material/SearchOff';
import { Link } from 'react-router';
import { isTransient } from '../api/http';
import { useGoBack } from './navigation';
import { useErrorText, useLabels } from './texts';
import BlockIcon from '@mui/icons-material/Block';
import CloudOffIcon from '@mui/icons-material/CloudOff';
import { MEASURES } from '../theme/theme';

export interface MessagePanelProps {
  icon: SvgIconComponent;
  title: string;
  help?: string;
  role?: 'status' | 'alert';
  /** Whether it is the whole page, including its heading. */
  page?: boolean;
  children?: ReactNode;
}

/** A page, or part of one, without content: why, and what to do about it. */
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
      <Box aria-hidden sx={ICON}>
        <Icon sx={{ fontSize: 20 }} />
      </Box>
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

const ICON = {
  display: 'inline-grid',
  placeItems: 'center',
  width: 44,
  height: 44,
  mb: 1.5,
  border: 1,
  borderColor: 'divider',
  borderRadius: '10px',
  color: 'text.secondary',
  bgcolor: 'background.default',
};

/** Calls `work` whenever the connection is back; queries are refetched without it. */
export function useOnReconnect(work: () => void): void {
  const onReconnect = useEffectEvent(work);
  useEffect(() => onlineManager.subscribe((online) => online && onReconnect()), []);
}

export interface OnDemandProps {
  /** Removes it again. */
  onClose: () => void;
  children: ReactNode;
}

/** Lazily loaded content; if loading fails, that is reported, and the page behind it stays. */
export function OnDemand({ onClose, children }: OnDemandProps) {
  const notify = useNotify();
  const fail = () => {
    notify(MISSING_CODE, { type: 'error' });
    onClose();
  };
  return (
    <ErrorBoundary fallback={null} onError={fail}>
      <Suspense fallback={null}>{children}</Suspense>
    </ErrorBoundary>
  );
}

/** A record that could not be read: it does not exist, or the service failed. */
export function RecordError({ error }: { error: Error }) {
  return (error as HttpError).status === 404 ? <Missing error={error} /> : <Failed error={error} />;
}

function Missing({ error }: { error: Error }) {
  const translate = useTranslate();
  const errorText = useErrorText();
  return (
    <MessagePanel
      page
      icon={SearchOffIcon}
      role="alert"
      title={errorText(error)}
      help={translate('app.not_found_help')}
    >
      <ToListButton />
    </MessagePanel>
  );
}

/** Leads to the list of the page's model. */
export function ToListButton() {
  const translate = useTranslate();
  const labels = useLabels();
  const resource = useResourceContext() ?? '';
  return (
    <Button component={Link} to={`/${resource}`} variant="outlined">
      {translate('app.go_to_list', { name: labels.manyWithin(resource) })}
    </Button>
  );
}

function Failed({ error }: { error: Error }) {
  const translate = useTranslate();
  const errorText = useErrorText();
  const client = useQueryClient();
  const retry = () =>
    client.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' });
  return (
    <MessagePanel
      page
      icon={ErrorIcon}
      role="alert"
      title={translate('app.record_error')}
      help={errorText(error)}
    >
      <Button variant="outlined" onClick={() => void retry()}>
        {translate('app.retry')}
      </Button>
      <ToListButton />
    </MessagePanel>
  );
}

/** Whether the earlier data is still valid: only the refresh failed. */
export function isOnlyStale(error: unknown, data: unknown): error is Error {
  return error instanceof Error && data !== undefined && isTransient(error);
}

/** Says why the data may be out of date; while the browser is offline, a single banner says so. */
export function StaleNote({ error }: { error: Error }) {
  const translate = useTranslate();
  const errorText = useErrorText();
  if (useIsOffline()) return null;
  return (
    <Alert severity="warning" sx={{ m: 1.25, mt: 0 }}>
      {translate('app.stale', { reason: errorText(error) })}
    </Alert>
  );
}

/** A path without a page. */
export function NoSuchPage() {
  const translate = useTranslate();
  return (
    <MessagePanel
      page
      icon={SearchOffIcon}
      title={translate('app.not_found')}
      help={translate('app.not_found_help')}
    >
      <HomeButton />
    </MessagePanel>
  );
}

/** A page that the user's roles do not permit. */
export function NotAllowed() {
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

/** A page that failed to render or whose code could not be loaded: why, and the way back. */
export function ErrorPage({ error, resetErrorBoundary }: ErrorPageProps) {
  const translate = useTranslate();
  const goBack = useGoBack();
  const isMissing = isMissingCode(error);
  const offline = useIsOffline();
  useResetErrorBoundaryOnLocationChange(resetErrorBoundary);
  useOnReconnect(() => {
    if (isMissing) window.location.reload();
  });
  const reason = isMissing ? (offline ? 'app.missing_offline' : MISSING_CODE) : 'app.fault';
  return (
    <MessagePanel
      page
      icon={ErrorIcon}
      role="alert"
      title={translate('app.error_title')}
      help={`${translate(reason, { message: error.message })} ${translate('app.error_help')}`}
    >
      <Button variant="outlined" onClick={goBack}>
        {translate('app.go_back')}
      </Button>
      <Button variant="outlined" onClick={() => window.location.reload()}>
        {translate('app.reload')}
      </Button>
    </MessagePanel>
  );
}

function HomeButton() {
  const translate = useTranslate();
  return (
    <Button component={Link} to="/" variant="outlined">
      {translate('app.go_home')}
    </Button>
  );
}

/** Says that the browser is offline while it is; the region is always present, so that screen readers announce changes. */
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
