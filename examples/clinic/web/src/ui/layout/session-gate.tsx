import CloudOffIcon from '@mui/icons-material/CloudOff';
import Button from '@mui/material/Button';
import type { ReactNode } from 'react';
import { useCallback, useEffect, useState } from 'react';
import { useLogoutIfAccessDenied, useTranslate } from 'react-admin';
import { loadSession, useFieldRules } from '../api/session';
import { LoadingPage } from '../components/loading-page';
import { MessagePanel, useOnReconnect } from '../components/message-panel';
import { useErrorText } from '../components/use-problem-texts';

/** Holds pages back until the caller's field rules are known, so that no page shows what it must not. */
export function SessionGate({ children }: { children: ReactNode }) {
  const translate = useTranslate();
  const errorText = useErrorText();
  const rules = useFieldRules();
  const logoutIfAccessDenied = useLogoutIfAccessDenied();
  const [error, setError] = useState<Error | null>(null);
  const load = useCallback(
    () =>
      loadSession().catch((reason: Error) => {
        setError(reason);
        void logoutIfAccessDenied(reason);
      }),
    [logoutIfAccessDenied],
  );
  useEffect(() => {
    if (rules === null) void load();
  }, [rules, load]);
  const retry = () => {
    setError(null);
    void load();
  };
  useOnReconnect(() => {
    if (error !== null) retry();
  });

  if (rules !== null) return children;
  if (error === null) return <LoadingPage />;
  return (
    <MessagePanel
      icon={CloudOffIcon}
      role="alert"
      title={translate('app.offline')}
      help={errorText(error)}
    >
      <Button variant="outlined" onClick={retry}>
        {translate('app.retry')}
      </Button>
    </MessagePanel>
  );
}
