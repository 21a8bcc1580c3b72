import Box from '@mui/material/Box';
import Drawer from '@mui/material/Drawer';
import useMediaQuery from '@mui/material/useMediaQuery';
import type { Theme } from '@mui/material/styles';
import { Suspense, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { useTranslate } from 'react-admin';
import { useLocation } from 'react-router';
import { LoadingPage } from '../components/loading-page';
import { useTrail } from '../components/trail';
import { MEASURES } from '../theme/theme';
import { Header } from './header';
import { ErrorPage } from './messages';
import { OfflineBanner } from './offline-banner';
import { SessionGate } from './session-gate';
import { Sidebar } from './sidebar';
import { useFocusPage } from './use-focus-page';
import { useOtherUser } from './use-other-user';
import { useSelectionOfVisit } from './use-selection-of-visit';

/** Header, navigation and the page; on a narrow screen the navigation is a drawer. */
export function AppLayout({ children }: { children?: ReactNode }) {
  const narrow = useMediaQuery((theme: Theme) => theme.breakpoints.down('md'));
  const { pathname } = useLocation();
  // The drawer belongs to the page that it was opened on: going elsewhere closes it.
  const [openOn, setOpenOn] = useState<string | null>(null);
  const page = useRef<HTMLElement>(null);
  useFocusPage(page);
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
