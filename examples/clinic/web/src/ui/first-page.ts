import { useEffect, useState } from 'react';
import { matchPath } from 'react-router';
import { isSignedIn, loadSession } from './api/session';
import { allResources, loadDefinition, type Application, type Page } from './application';

/**
 * Asks for what the page at an address waits for: who is signed in, and its code. It all comes while the browser is busy with
 * the first picture. What fails here is asked for again, and told, where the page is shown.
 */
export function fetchFirstPage(application: Application, path: string): void {
  if (!isSignedIn()) return;
  loadSession().catch(() => undefined);
  code = fetchPage(application, path).catch(() => undefined);
}

let code: Promise<void> = Promise.resolve();

/** Whether the code of the first page has come, or cannot. React shows that something is missing for 300 ms at least, where it finds out itself. */
export function useFirstPage(): boolean {
  const [isThere, setThere] = useState(false);
  useEffect(() => void code.then(() => setThere(true)), []);
  return isThere;
}

async function fetchPage(application: Application, path: string): Promise<void> {
  const page = await pageAt(application, path);
  await page?.fetch?.(application);
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
