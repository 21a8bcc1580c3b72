import Box from '@mui/material/Box';
import Drawer from '@mui/material/Drawer';
import type { Theme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode, RefObject } from 'react';
import { Suspense, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useNotify, useResetStore, useTranslate } from 'react-admin';
import { ErrorBoundary } from 'react-error-boundary';
import { useLocation } from 'react-router';
import { isOfAnotherUser, restartSession } from '../api/session';
import { STORAGE_KEYS } from '../api/storage';
import { loadDefinition } from '../application/app-resource';
import { useAppResource } from '../application/application';
import { LoadingPage } from '../components/loading-page';
import { useTrail } from '../components/navigation';
import { forgetSelections } from '../store';
import { MEASURES } from '../theme/theme';
import { Header } from './header';
import { ErrorPage, OfflineBanner } from './messages';
import { SessionGate } from './session-gate';
import { Sidebar } from './sidebar';

/** Header, navigation and the page; on a narrow screen the navigation is a drawer. */
export function AppLayout({ children }: { children?: ReactNode }) {
  const narrow = useMediaQuery((theme: Theme) => theme.breakpoints.down('md'));
  const { pathname } = useLocation();
  // The drawer belongs to the page that it was opened on: going elsewhere closes it.
  const [openOn, setOpenOn] = useState<string | null>(null);
  const page = useRef<HTMLElement>(null);
  useFocusPage(page);
  useOpenedModel(pathname);
  useOtherUser();
  useSelectionOfVisit();
  useTrail();

  return (
    <Box sx={{ display: 'flex', minHeight: '100vh' }}>
      <SkipLink />
      {narrow ? (
        <Drawer open={openOn === pathname} onClose={() => setOpenOn(null)}>
          <Sidebar />
        </Drawer>
      ) : (
        <Sidebar />
      )}
      <Box sx={{ flex: 1, minWidth: 0, display: 'flex', flexDirection: 'column' }}>
        <Header onMenu={narrow ? () => setOpenOn(pathname) : undefined} />
        <OfflineBanner />
        <Box
          component="main"
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
          <SessionGate>
            <ErrorBoundary FallbackComponent={ErrorPage}>
              <Suspense fallback={<LoadingPage />}>{children}</Suspense>
            </ErrorBoundary>
          </SessionGate>
        </Box>
      </Box>
    </Box>
  );
}

function SkipLink() {
  const translate = useTranslate();
  return (
    <Box
      component="a"
      href="#main-content"
      sx={{
        position: 'absolute',
        zIndex: 2000,
        top: 8,
        left: -9999,
        p: 1,
        borderRadius: 1,
        bgcolor: 'background.paper',
        '&:focus': { left: 8 },
      }}
    >
      {translate('app.skip_to_content')}
    </Box>
  );
}

/** The definition of the model that is opened comes while the session is read: its page waits for both. */
function useOpenedModel(pathname: string): void {
  const opened = useAppResource(pathname.split('/')[1]);
  useEffect(() => {
    if (opened !== undefined) loadDefinition(opened).catch(() => undefined);
  }, [opened]);
}

/** After a navigation the page has the focus, so that Tab goes on in it; a tree that is walked by keyboard keeps it, and so does a field. */
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

/** A selection ends when its page is left, and with the filter that showed its rows; it goes on over pages and orders of a list. */
function useSelectionOfVisit(): void {
  const { pathname, search } = useLocation();
  const filter = new URLSearchParams(search).get('filter') ?? '{}';
  useEffect(() => forgetSelections, [pathname, filter]);
}

/** When somebody else signs in in another tab, this one starts anew as theirs: nothing of the first user is shown or saved. */
function useOtherUser(): void {
  const client = useQueryClient();
  const resetStore = useResetStore();
  const notify = useNotify();
  const onStorage = useEffectEvent(({ key }: StorageEvent) => {
    if (key !== STORAGE_KEYS.user || !isOfAnotherUser()) return;
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
