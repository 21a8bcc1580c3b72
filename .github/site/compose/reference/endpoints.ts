import { execFileSync } from 'node:child_process';
import { placedExample } from '../../../../test/support/placed-example.js';
import { code, page, sentence, table } from '../markdown.js';
import type { Page } from '../page.js';

interface Operation {
  readonly tags?: readonly string[];
  readonly summary?: string;
}

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly description?: string;
}

interface OpenApi {
  readonly info: { readonly description?: string };
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly parameters: Readonly<Record<string, Parameter>> };
}

/** The model whose endpoints stand for those of all. */
const SHOWN = 'Order';
const ALIKE = ['Article', 'OrderLine', 'Role', 'Tenant', 'User'];

/** The page of endpoints, from the OpenAPI document of the example with orders. */
export async function endpointsPage(): Promise<Page> {
  const document = await documentOfOrders();
  const shared = Object.entries(document.components.parameters)
    .filter(([name, one]) => name === one.name && /^(_|If-|Idem|q$)/.test(one.name))
    .map(([, { name, in: place, description = '' }]) => [code(name), place, description]);
  const text = page(
    '# Endpoints and query language',
    'Every service describes its own endpoints at `/docs`, for people, and at `/openapi.json`, for programs. This page is made of the document of the example [orders](../start/gallery.md#orders); [Query a list](../guides/lists.md) explains the parameters of lists with examples.',
    '## Query language',
    (document.info.description ?? '').replace(/^#+ /gm, '### '),
    '## Parameters and headers',
    table(['Name', 'In', 'Meaning'], shared),
    ...document.tags
      .filter(({ name }) => !ALIKE.includes(name))
      .flatMap(({ name, description }) => [
        `## ${name === SHOWN ? 'Records of a model' : name}`,
        name === SHOWN
          ? `${sentence(description)} Every other model has the same generated endpoints below its own prefix, users, roles and tenants included; \`/order/pending\` and \`/order/{order_id}/confirm\` are [custom endpoints](../guides/endpoint.md) of this example.`
          : sentence(description),
        table(['Endpoint', 'Purpose'], endpointsOf(document, name)),
      ]),
  );
  return { path: 'reference/endpoints.md', text };
}

const endpointsOf = ({ paths }: OpenApi, tag: string): string[][] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { tags }]) => tags?.includes(tag))
      .map(([method, { summary = '' }]) => [code(`${method.toUpperCase()} ${path}`), summary]),
  );

/** What `npm run client -- --document` prints in the example: no database is opened. */
async function documentOfOrders(): Promise<OpenApi> {
  const command = ['--import', 'tsx', 'src/main.ts', 'client', '--document'];
  const cwd = await placedExample('orders');
  const options = { cwd, encoding: 'utf8', maxBuffer: 50_000_000 } as const;
  return JSON.parse(execFileSync(process.execPath, command, options)) as OpenApi;
}
