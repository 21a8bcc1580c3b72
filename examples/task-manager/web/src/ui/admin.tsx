import CssBaseline from '@mui/material/CssBaseline';
import { lazy, useMemo } from 'react';
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
import { type AppResource, page } from './application/app-resource';
import { ApplicationContext, useApplication } from './application/application';
import { LoadingPage } from './components/loading-page';
import { makeI18nProvider } from './i18n/i18n-provider';
import { AppLayout } from './layout/app-layout';
import { AccessDenied, ErrorPage, NotFound } from './layout/messages';
import { queryClient } from './query-client';
import { store } from './store';
import { darkTheme, lightTheme } from './theme/theme';

const Login = lazy(() => import('./layout/login-page').then((m) => ({ default: m.LoginPage })));
const Dashboard = page(() => import('./dashboard/dashboard'), 'Dashboard');
const ChangePassword = page(() => import('./access-control/change-password'), 'ChangePassword');
const TreePage = page(() => import('./tree/tree-page'), 'TreePage');

const themes = { lightTheme, darkTheme };

export interface AdminProps {
  /** What the browser's tab and the header call the back-office. */
  title: string;
  /** Every model with its pages: `pages/resources.gen.ts`. */
  resources: readonly AppResource[];
}

/** The back-office of an application: providers, theme and routes. */
export function Admin({ title, resources }: AdminProps) {
  const application = useMemo(() => ({ title, resources, accessControl }), [title, resources]);
  const i18nProvider = useMemo(() => makeI18nProvider(resources), [resources]);
  return (
    <ApplicationContext value={application}>
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
            <Pages />
            <Notification />
          </ThemeProvider>
        </ThemesContext.Provider>
      </CoreAdminContext>
    </ApplicationContext>
  );
}

function Pages() {
  const { title, resources } = useApplication();
  return (
    <CoreAdminUI
      disableTelemetry
      requireAuth
      title={title}
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
  );
}
