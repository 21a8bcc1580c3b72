import { useMemo, useState } from 'react';
import {
  CoreAdminContext,
  CoreAdminUI,
  CustomRoutes,
  Notification,
  Resource,
  useResourceContext,
} from 'react-admin';
import { Route, useLocation } from 'react-router';
import { withAccessControl } from './access-control/access-control';
import { authProvider } from './api/session';
import { dataProvider } from './api/data-provider';
import {
  allResources,
  ApplicationContext,
  featureResources,
  keepPageWords,
  page,
  partIn,
  partResources,
  useApplication,
  useDefinition,
  useDefinitions,
  withStart,
  type AppResource,
  type FeaturePage,
  type Page,
  type UiFeature,
} from './application';
import { ErrorPage, NoSuchPage, NotAllowed } from './components/messages';
import { fetchFirstPage } from './first-page';
import { useFirstPaint } from './first-paint';
import { startLanguage } from './i18n/i18n-provider';
import type { Languages } from './i18n/language';
import { AppLayout } from './layout/app-layout';
import { AppTheme } from './layout/app-theme';
import { store } from './api/storage';
import { COLOR } from './theme/palette';
import { MutationCache, QueryClient, onlineManager, type Query } from '@tanstack/react-query';
import { OUTDATED_BY_WRITES, isTransient } from './api/http';
import { isWhole, type Values } from './api/record-values';

const Login = page(() => import('./layout/login-page'), 'LoginPage');
const ChangePassword = page(() => import('./access-control/change-password'), 'ChangePassword');
const Account = page(() => import('./layout/account-page'), 'AccountPage');
const Profile = page(() => import('./layout/account-page'), 'Profile');
const OwnNames = page(() => import('./access-control/own-names'), 'OwnNames');

/** A model's pages come from its definition. */
const PAGES = {
  list: pageOf('list'),
  show: pageOf('show'),
  create: pageOf('create'),
  edit: pageOf('edit'),
};

export interface BackOfficeProps {
  /** The name of the back-office in the browser tab and the header. */
  title: string;
  /** The picture beside its name: in the code itself, so that it is there without a connection, too. */
  icon: string;
  /** Its colour, such as `#0f766e`: greys, buttons, links and charts follow from it. */
  color?: string;
  /** Every model: `pages/resources.ts`. */
  resources: readonly AppResource[];
  /** The optional features: `features.gen.ts`. */
  features: readonly UiFeature[];
  /** The files of `src/languages/`: further languages, or custom English texts. */
  languages?: Languages;
}

/** The back-office of an application: providers, theme and routes. */
export function BackOffice(props: BackOfficeProps) {
  const { title, icon, color = COLOR, resources, features, languages = NONE } = props;
  const application = useMemo(
    () => withStart({ title, icon, color, ...withAccessControl(resources), features }),
    [title, icon, color, resources, features],
  );
  // An effect would run after the first paint.
  useState(() => {
    keepPageWords(features);
    fetchFirstPage(application, openedPath());
  });
  const i18nProvider = useMemo(
    () => startLanguage([...resources, ...featureResources(features)], features, languages),
    [resources, features, languages],
  );
  const provider = useMemo(
    () => features.reduce((made, feature) => feature.provider?.(made) ?? made, dataProvider),
    [features],
  );
  if (!useFirstPaint()) return null;
  return (
    <ApplicationContext value={application}>
      <CoreAdminContext
        authProvider={authProvider}
        dataProvider={provider}
        i18nProvider={i18nProvider}
        queryClient={queryClient}
        store={store}
      >
        <AppTheme>
          <Pages />
          <Notification anchorOrigin={BOTTOM} />
        </AppTheme>
      </CoreAdminContext>
    </ApplicationContext>
  );
}

const NONE: Languages = {};

/** At the top are titles, and what was just added to a list. */
const BOTTOM = { vertical: 'bottom', horizontal: 'right' } as const;

/** While react-admin checks the session, which takes no time. */
const Nothing = () => null;

/** The path that the browser opened, below the back-office's. */
const openedPath = (): string =>
  `/${window.location.pathname.slice(import.meta.env.BASE_URL.length)}`;

function Pages() {
  const application = useApplication();
  const { title, features } = application;
  const modelPages = features.flatMap((feature) => feature.modelPages ?? []);
  const home = partIn(application, 'home');
  const pages = features.flatMap((feature) => feature.pages ?? []);
  const tabs = features.flatMap(({ account = [] }) => account);
  const isOfAccount = ({ path }: FeaturePage) => tabs.some(({ to }) => to === path);
  const openPages = features.flatMap(({ signIn }) => signIn?.pages ?? []);
  return (
    <CoreAdminUI
      disableTelemetry
      requireAuth
      title={title}
      layout={AppLayout}
      loginPage={Login}
      catchAll={NoSuchPage}
      error={ErrorPage}
      loading={Nothing}
      accessDenied={NotAllowed}
    >
      {allResources(application).map(({ name, icon }) => (
        <Resource key={name} name={name} icon={icon} {...PAGES} recordRepresentation="_label">
          {modelPages.map(({ path, page: Content }) => (
            <Route key={path} path={path} element={<UnlessRecord page={Content} />} />
          ))}
        </Resource>
      ))}
      <CustomRoutes noLayout>{routesOf(openPages)}</CustomRoutes>
      <CustomRoutes>
        <Route element={<Account />}>
          <Route path="/account" element={<Profile />} />
          <Route path="/auth/password" element={<ChangePassword />} />
          <Route path="/auth/own-names" element={<OwnNames />} />
          {routesOf(pages.filter(isOfAccount))}
        </Route>
        {home && routesOf([{ path: '/', page: home }])}
        {routesOf(pages.filter((one) => !isOfAccount(one)))}
      </CustomRoutes>
    </CoreAdminUI>
  );
}

const routesOf = (pages: readonly FeaturePage[]) =>
  pages.map(({ path, page: Content }) => <Route key={path} path={path} element={<Content />} />);

/** A page of a feature, or the record whose key is the word of its path. */
function UnlessRecord({ page: Content }: { page: Page }) {
  const kind = useRecordPage();
  if (kind === null) return <Content />;
  return kind === 'show' ? <PAGES.show /> : <PAGES.edit />;
}

/** The page of a record whose key is the word of a page, for which the router takes it: its address has a code in it. */
function useRecordPage(): 'show' | 'edit' | null {
  const [, , word = '', page] = useLocation().pathname.split('/');
  if (!/^%[2-7][\da-f][a-z]*$/.test(word)) return null;
  return page === 'show' ? 'show' : 'edit';
}

function pageOf(given: 'list' | 'show' | 'create' | 'edit') {
  return function ModelPage() {
    const application = useApplication();
    const record = useRecordPage();
    const kind = given === 'create' ? (record ?? given) : given;
    const definition = useDefinition(useResourceContext());
    // A record is shown with its parts at once.
    useDefinitions(definition && kind !== 'list' ? partResources(application, definition) : []);
    const Page = definition?.[kind];
    return Page ? <Page /> : <NoSuchPage />;
  };
}

/** Refusals by the service are final; only a lost connection or a server error is retried, once. */
function shouldRetry(failures: number, error: Error): boolean {
  return failures < 1 && onlineManager.isOnline() && isTransient(error);
}

const mutationCache = new MutationCache({
  onSuccess: () =>
    void queryClient.invalidateQueries({
      predicate: ({ meta }) => meta === OUTDATED_BY_WRITES,
    }),
});

/** Milliseconds for which what was read is not read again; a row of a list only stands in for its record until that is read. */
function freshFor({ queryKey, state }: Query): number {
  const isRow = queryKey[1] === 'getOne' && !isWhole((state.data ?? {}) as Values);
  return isRow ? 0 : 2_000;
}

/**
 * The query cache. Nothing waits for a connection: reads and writes that are impossible now fail now. A queued write would be
 * sent after its form was left, and one that is sent twice may be executed twice.
 */
export const queryClient = new QueryClient({
  mutationCache,
  defaultOptions: {
    queries: {
      networkMode: 'always',
      refetchOnReconnect: true,
      refetchOnWindowFocus: () => onlineManager.isOnline(),
      retry: shouldRetry,
      staleTime: freshFor,
    },
    mutations: { networkMode: 'always', retry: false },
  },
});

// A page may be opened without a connection; from here on browser events report changes.
onlineManager.setOnline(navigator.onLine);
