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
  useResourceContext,
} from 'react-admin';
import { Route } from 'react-router';
import { accessControl } from './access-control/access-control';
import { authProvider } from './api/auth-provider';
import { dataProvider } from './api/data-provider';
import { type AppResource, page } from './application/app-resource';
import { ApplicationContext, useApplication, useDefinition } from './application/application';
import type { FeaturePage, UiFeature } from './application/feature';
import { LoadingPage } from './components/loading-page';
import { makeI18nProvider } from './i18n/i18n-provider';
import { AppLayout } from './layout/app-layout';
import { AccessDenied, ErrorPage, NotFound } from './layout/messages';
import { queryClient } from './query-client';
import { store } from './store';
import { darkTheme, lightTheme } from './theme/theme';

const Login = lazy(() => import('./layout/login-page').then((m) => ({ default: m.LoginPage })));
const ChangePassword = page(() => import('./access-control/change-password'), 'ChangePassword');

/** A model's pages are where its definition says. */
const PAGES = {
  list: pageOf('list'),
  show: pageOf('show'),
  create: pageOf('create'),
  edit: pageOf('edit'),
};

const themes = { lightTheme, darkTheme };

export interface AdminProps {
  /** What the browser's tab and the header call the back-office. */
  title: string;
  /** Every model: `pages/resources.ts`. */
  resources: readonly AppResource[];
  /** The parts that it could do without: `features.gen.ts`. */
  features: readonly UiFeature[];
}

/** The back-office of an application: providers, theme and routes. */
export function Admin({ title, resources, features }: AdminProps) {
  const application = useMemo(
    () => ({ title, resources, accessControl, features }),
    [title, resources, features],
  );
  const i18nProvider = useMemo(() => makeI18nProvider(resources, features), [resources, features]);
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
  const { title, resources, features } = useApplication();
  const modelPages = features.flatMap((feature) => feature.modelPages ?? []);
  return (
    <CoreAdminUI
      disableTelemetry
      requireAuth
      title={title}
      layout={AppLayout}
      loginPage={Login}
      dashboard={features.find(({ home }) => home)?.home}
      catchAll={NotFound}
      error={ErrorPage}
      loading={LoadingPage}
      accessDenied={AccessDenied}
    >
      {[...resources, ...accessControl].map(({ name, icon }) => (
        <Resource key={name} name={name} icon={icon} {...PAGES} recordRepresentation="_label">
          {routesOf(modelPages)}
        </Resource>
      ))}
      <CustomRoutes>
        <Route path="/auth/password" element={<ChangePassword />} />
        {routesOf(features.flatMap(({ pages = [] }) => pages))}
      </CustomRoutes>
    </CoreAdminUI>
  );
}

const routesOf = (pages: readonly FeaturePage[]) =>
  pages.map(({ path, page: Content }) => <Route key={path} path={path} element={<Content />} />);

function pageOf(kind: 'list' | 'show' | 'create' | 'edit') {
  return function ModelPage() {
    const Page = useDefinition(useResourceContext())?.[kind];
    return Page && <Page />;
  };
}
