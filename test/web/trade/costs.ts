import type { Page, Request } from 'playwright-core';

/** What a page fetched. */
export interface Costs {
  /** Paths of the API, with their queries. */
  readonly asked: readonly string[];
  /** Bytes over the wire, of scripts and of everything. */
  readonly scripts: number;
  readonly all: number;
}

/** What a window fetches while something is done in it. */
export async function costsOf(page: Page, work: () => Promise<unknown>): Promise<Costs> {
  const asked: string[] = [];
  const sizes: Promise<readonly [isScript: boolean, bytes: number]>[] = [];
  const listen = (request: Request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname.startsWith('/api/')) asked.push(pathname.slice('/api'.length) + search);
    const size = request.sizes().then(({ responseBodySize }) => responseBodySize);
    const isScript = request.resourceType() === 'script' || pathname.endsWith('.js');
    sizes.push(
      size.then(
        (bytes) => [isScript, bytes] as const,
        () => [isScript, 0] as const,
      ),
    );
  };
  page.on('requestfinished', listen);
  await work();
  page.off('requestfinished', listen);
  const fetched = await Promise.all(sizes);
  const sum = (wanted: readonly (readonly [boolean, number])[]) =>
    wanted.reduce((bytes, [, more]) => bytes + more, 0);
  return { asked, scripts: sum(fetched.filter(([isScript]) => isScript)), all: sum(fetched) };
}
