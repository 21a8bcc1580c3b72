import { matchPath } from 'react-router';
import { isSignedIn, loadSession } from './api/session';
import { allResources, loadDefinition, type Application, type Page } from './application';

/**
 * Asks for what the page at an address waits for: who is signed in, and its code. It all comes while the browser is busy with
 * the first picture. What fails here is asked for again, and told, where the page is shown.
 */
export function fetchFirstPage(application: Application, path: string): void {
  if (!isSignedIn()) return;
  for (const asked of [loadSession(), fetchPage(application, path)]) asked.catch(() => undefined);
}

async function fetchPage(application: Application, path: string): Promise<void> {
  const page = await pageAt(application, path);
  await page?.fetch?.();
}

/** The first page, one of a feature, or one of a model, below whose address `Resource` has them. */
async function pageAt(application: Application, path: string): Promise<Page | undefined> {
  const { features } = application;
  const resource = allResources(application).find(({ name }) => matchPath(`/${name}/*`, path));
  if (!resource) return path === '/' ? features.find(({ home }) => home)?.home : undefined;
  const definition = await loadDefinition(resource);
  const added = features.flatMap(({ modelPages = [] }) => modelPages);
  const found = added.find((one) => matchPath(`/${resource.name}/${one.path}`, path));
  return found?.page ?? definition[kindAt(`/${resource.name}`, path)];
}

function kindAt(model: string, path: string): 'list' | 'show' | 'create' | 'edit' {
  if (matchPath(`${model}/create/*`, path)) return 'create';
  if (matchPath(`${model}/:id/show/*`, path)) return 'show';
  return matchPath(`${model}/:id/*`, path) ? 'edit' : 'list';
}
