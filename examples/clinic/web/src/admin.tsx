import CssBaseline from '@mui/material/CssBaseline';
import { lazy } from 'react';
import {
  CoreAdminContext,
  CoreAdminUI,
  CustomRoutes,
  Notification,
  Resource,
  ThemeProvider,
  ThemesContext,
} from 'react-admin';
import { Route } from 'react-router';
import { accessControl } from './access-control/access-control';
import { authProvider } from './api/auth-provider';
import { dataProvider } from './api/data-provider';
import { i18nProvider } from './i18n/i18n-provider';
import { AppLayout } from './layout/app-layout';
import { AccessDenied, ErrorPage, LoadingPage, NotFound } from './layout/messages';
import { page } from './pages/app-resource';
import { resources } from './pages/resources.gen';
import { queryClient } from './query-client';
import { APP_TITLE } from './settings';
import { store } from './store';
import { darkTheme, lightTheme } from './theme/theme';

const Login = lazy(() => import('./layout/login-page').then((m) => ({ default: m.LoginPage })));
const Dashboard = page(() => import('./dashboard/dashboard'), 'Dashboard');
const ChangePassword = page(() => import('./access-control/change-password'), 'ChangePassword');
const TreePage = page(() => import('./tree/tree-page'), 'TreePage');

const themes = { lightTheme, darkTheme };

/** Providers, theme and routes of the back-office. */
export function Admin() {
  return (
    <CoreAdminContext
      authProvider={authProvider}
      dataProvider={dataProvider}
      i18nProvider={i18nProvider}
      queryClient={queryClient}
      store={store}
    >
      <ThemesContext.Provider value={themes}>
        <ThemeProvider>
          <CssBaseline enableColorScheme />
          <CoreAdminUI
            disableTelemetry
            requireAuth
            title={APP_TITLE}
            layout={AppLayout}
            loginPage={Login}
            dashboard={Dashboard}
            catchAll={NotFound}
            error={ErrorPage}
            loading={LoadingPage}
            accessDenied={AccessDenied}
          >
            {[...resources, ...accessControl].map(({ name, parent, ...pages }) => (
              <Resource
                key={name}
                name={name}
                icon={pages.icon}
                list={pages.list}
                show={pages.show}
                create={pages.create}
                edit={pages.edit}
                recordRepresentation="_label"
              >
                {parent !== null && <Route path="tree/:id?" element={<TreePage />} />}
              </Resource>
            ))}
            <CustomRoutes>
              <Route path="/auth/password" element={<ChangePassword />} />
            </CustomRoutes>
          </CoreAdminUI>
          <Notification />
        </ThemeProvider>
      </ThemesContext.Provider>
    </CoreAdminContext>
  );
}
