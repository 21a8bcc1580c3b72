import { useEffect, useState } from 'react';
import { matchPath } from 'react-router';
import { isSignedIn, loadSession } from './api/session';
import { allResources, loadDefinition, type Application, type Page } from './application';

/** Milliseconds for which the first picture waits for all of the page: what comes later has its place in the frame. */
const SOON = 600;

/**
 * Asks for what the page at an address waits for: who is signed in, and its code. What fails here is asked for again, and told,
 * where the page is shown.
 */
export function fetchFirstPage(application: Application, path: string): void {
  if (!isSignedIn()) return;
  const session = loadSession().catch(() => undefined);
  code = arrival(fetchPage(application, path).catch(() => undefined));
  picture = arrival(Promise.race([Promise.all([session, code.all]), passed(SOON)]));
}

/** Whether the code of the first page has come, or cannot. React shows that something is missing for 300 ms at least, where it finds out itself. */
export const useFirstPage = (): boolean => useArrival(code);

/** Whether there is anything to draw: frame and page at once take half the work of one after the other. */
export const useFirstPicture = (): boolean => useArrival(picture);

interface Arrival {
  readonly all: Promise<unknown>;
  isThere: boolean;
}

/** Who is not signed in yet opens the page when everything runs. */
const HERE: Arrival = { all: Promise.resolve(), isThere: true };

let code = HERE;
let picture = HERE;

function arrival(all: Promise<unknown>): Arrival {
  const awaited: Arrival = { all, isThere: false };
  void all.then(() => (awaited.isThere = true));
  return awaited;
}

function useArrival(awaited: Arrival): boolean {
  const [isThere, setThere] = useState(awaited.isThere);
  useEffect(() => void awaited.all.then(() => setThere(true)), [awaited]);
  return isThere;
}

const passed = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));

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
