import { matchPath } from 'react-router';
import { isSignedIn, loadSession } from './api/session';
import {
  allResources,
  loadDefinition,
  partIn,
  partResources,
  type Application,
  type Page,
} from './application';
import { awaitFirstPage } from './first-paint';

/**
 * Preloads what the page at a path waits for: the session and its code. Failures are retried, and reported, where the page is
 * shown.
 */
export function fetchFirstPage(application: Application, path: string): void {
  if (!isSignedIn()) return;
  const session = loadSession().catch(() => undefined);
  awaitFirstPage(
    session,
    fetchPage(application, path).catch(() => undefined),
  );
}

async function fetchPage(application: Application, path: string): Promise<void> {
  const page = await pageAt(application, path);
  await page?.fetch?.(application);
}

/** The first page, one of a feature, or one of a model, whose routes are below its path. */
async function pageAt(application: Application, opened: string): Promise<Page | undefined> {
  const home = partIn(application, 'home');
  if (opened === '/' && home) return home;
  const all = allResources(application);
  const path = opened === '/' ? `/${all[0]?.name}` : opened;
  const resource = all.find(({ name }) => matchPath(`/${name}/*`, path));
  if (!resource) return undefined;
  const added = application.features.flatMap(({ modelPages = [] }) => modelPages);
  const found = added.find((one) => matchPath(`/${resource.name}/${one.path}`, path));
  const kind = kindAt(`/${resource.name}`, path);
  if (!found) COMMON[kind]().catch(() => undefined);
  const definition = await loadDefinition(resource);
  if (kind !== 'list')
    await Promise.all(partResources(application, definition).map(loadDefinition));
  return found?.page ?? definition[kind];
}

const form = () => import('./components/form/form-pages');

/** The shared code of a kind of page is most of it, and need not wait for the model's definition. */
const COMMON: Record<PageKind, () => Promise<unknown>> = {
  list: () => import('./components/list/list-page'),
  show: () => import('./components/show/show-page'),
  create: form,
  edit: form,
};

type PageKind = 'list' | 'show' | 'create' | 'edit';

function kindAt(model: string, path: string): PageKind {
  if (matchPath(`${model}/create/*`, path)) return 'create';
  if (matchPath(`${model}/:id/show/*`, path)) return 'show';
  return matchPath(`${model}/:id/*`, path) ? 'edit' : 'list';
}
