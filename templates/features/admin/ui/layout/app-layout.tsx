import { Box, Button, Drawer, Typography, useMediaQuery, type Theme } from '@mui/material';
import { useQueryClient } from '@tanstack/react-query';
import {
  Suspense,
  useCallback,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  type ReactNode,
  type RefObject,
} from 'react';
import {
  useLogoutIfAccessDenied,
  useNotify,
  useResetStore,
  useStore,
  useTranslate,
} from 'react-admin';
import { ErrorBoundary } from 'react-error-boundary';
import { useLocation } from 'react-router';
import { isOfAnotherUser, loadSession, restartSession, useFieldRules } from '../api/session';
import { forgetSelections, isSignIn } from '../api/storage';
import { useApplication } from '../application';
import { ErrorPage, MessagePanel, OfflineBanner, useOnReconnect } from '../components/messages';
import { PageLoading } from '../components/loading';
import { useTrail } from '../components/navigation';
import { useFirstPage, useFrame } from '../first-paint';
import { takeRenewal } from '../missing-code';
import { ROOMY } from '../theme/react-admin';
import { MEASURES, VISUALLY_HIDDEN } from '../theme/theme';
import { Header } from './header';
import { PageKeys } from './page-keys';
import { Navigation } from './sidebar';
import CloudOffIcon from '@mui/icons-material/CloudOff';
import { useErrorText } from '../components/texts';

/** Header, navigation and the page; on narrow screens the navigation is a drawer. */
export function AppLayout({ children }: { children?: ReactNode }) {
  const narrow = useMediaQuery((theme: Theme) => theme.breakpoints.down('md'));
  const translate = useTranslate();
  const { pathname } = useLocation();
  // The drawer belongs to the page on which it was opened: navigating closes it.
  const [openOn, setOpenOn] = useState<string | null>(null);
  const page = useRef<HTMLElement>(null);
  const framed = useFrame();
  const [isRoomy] = useStore('tables.roomy', false);
  useFocusPage(page);
  useOtherUser();
  useSelectionOfVisit();
  useTrail();
  useNewerVersion();

  return (
    <Box sx={{ display: 'flex', minHeight: '100vh' }}>
      {framed && <SkipLink />}
      {framed && <PageKeys />}
      {framed && narrow && (
        <Drawer
          open={openOn === pathname}
          onClose={() => setOpenOn(null)}
          slotProps={{ paper: { 'aria-label': translate('app.menu') } }}
        >
          <Navigation />
        </Drawer>
      )}
      {framed && !narrow && <Navigation />}
      <Box sx={{ flex: 1, minWidth: 0, display: 'flex', flexDirection: 'column' }}>
        {framed && <Header onMenu={narrow ? () => setOpenOn(pathname) : undefined} />}
        <OfflineBanner />
        <Box
          component="main"
          {...(isRoomy && { [ROOMY]: '' })}
          ref={page}
          id="main-content"
          tabIndex={-1}
          sx={{
            flex: 1,
            width: '100%',
            maxWidth: MEASURES.page,
            mx: 'auto',
            px: { xs: 2, sm: 3 },
            py: { xs: 2, sm: 2.5 },
            outline: 'none',
          }}
        >
          <GivenTitle />
          <SessionGate>
            <ErrorBoundary FallbackComponent={ErrorPage}>
              <Suspense fallback={<PageLoading />}>{children}</Suspense>
            </ErrorBoundary>
          </SessionGate>
        </Box>
      </Box>
    </Box>
  );
}

/** Where react-admin's own pages put their title, which is also the browser tab's; no heading, and hidden, while it is empty. */
function GivenTitle() {
  const { title } = useApplication();
  const [text, setText] = useState('');
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    const observer = new MutationObserver(() => setText(heading.current?.textContent ?? ''));
    const all = { childList: true, characterData: true, subtree: true };
    if (heading.current) observer.observe(heading.current, all);
    return () => observer.disconnect();
  }, []);
  return (
    <>
      {text !== '' && <title>{`${text} · ${title}`}</title>}
      <Typography
        ref={heading}
        id="react-admin-title"
        variant="h1"
        component="div"
        {...(text !== '' && { role: 'heading', 'aria-level': 1 })}
        sx={{ mb: 1, overflowWrap: 'anywhere', '&:empty': { display: 'none' } }}
      />
    </>
  );
}

function SkipLink() {
  const translate = useTranslate();
  return (
    <Box
      component="a"
      href="#main-content"
      sx={{
        zIndex: 2000,
        borderRadius: 1,
        bgcolor: 'background.paper',
        '&:not(:focus)': VISUALLY_HIDDEN,
        '&:focus': { position: 'absolute', top: 8, left: 8, p: 1 },
      }}
    >
      {translate('app.skip_to_content')}
    </Box>
  );
}

/** Says why the page has reloaded itself. */
function useNewerVersion(): void {
  const notify = useNotify();
  useEffect(() => {
    if (takeRenewal()) notify('app.newer_version', { type: 'info' });
  }, [notify]);
}

/**
 * After a navigation the page gets the focus, so that Tab continues in it; a tree in keyboard use keeps it, and so does a
 * field.
 */
function useFocusPage(page: RefObject<HTMLElement | null>): void {
  const { pathname } = useLocation();
  const seen = useRef(pathname);
  useEffect(() => {
    if (seen.current === pathname) return;
    seen.current = pathname;
    if (document.activeElement?.closest('[role="listbox"], main form')) return;
    page.current?.focus({ preventScroll: true });
  }, [page, pathname]);
}

/** A selection ends when its page is left, and with the filter that showed its rows; it survives paging and sorting. */
function useSelectionOfVisit(): void {
  const { pathname, search } = useLocation();
  const filter = new URLSearchParams(search).get('filter') ?? '{}';
  useEffect(() => forgetSelections, [pathname, filter]);
}

/** When another user signs in in another tab, this one restarts with their session: nothing of the first user is shown or saved. */
function useOtherUser(): void {
  const client = useQueryClient();
  const resetStore = useResetStore();
  const notify = useNotify();
  const onStorage = useEffectEvent(({ key }: StorageEvent) => {
    if (!isSignIn(key) || !isOfAnotherUser()) return;
    restartSession();
    resetStore();
    void client.resetQueries();
    notify('auth.other_user', { type: 'warning' });
  });
  useEffect(() => {
    const listen = (event: StorageEvent) => onStorage(event);
    window.addEventListener('storage', listen);
    return () => window.removeEventListener('storage', listen);
  }, []);
}

/**
 * Delays pages until the caller's field rules are loaded, so that no page shows forbidden fields; the first one also until
 * its code is loaded.
 */
export function SessionGate({ children }: { children: ReactNode }) {
  const translate = useTranslate();
  const errorText = useErrorText();
  const rules = useFieldRules();
  const hasCode = useFirstPage();
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

  if (rules !== null && hasCode) return children;
  if (error === null) return <PageLoading />;
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
