import { folderOf } from '../../tree.js';
import { findRoutes, withImport } from '../../code/add-route.js';
import { listedParts } from '../../code/listed-parts.js';
import { isOpenWrite, METHODS } from '../../code/read-routes.js';
import { ACTIONS, type App, type Model } from '../../model/model.js';
import { didYouMean } from '../../model/nearest.js';
import { misuse, type Problem, refusal, type Refusal, warning } from '../../problem.js';
import {
  type Endpoint,
  endpointTestName,
  renderEndpointTest,
  renderRoute,
} from '../../render/render-endpoint.js';
import { MODELS_GEN } from '../../render/render-registry.js';
import { addPart } from './add-part.js';
import type { OpenProject } from '../open/open-project.js';
import { textAt } from './place-file.js';
import { templatesOf } from '../open/templates.js';
import { type Edit, edited, writeFile } from './workspace.js';

/** An endpoint to be added. */
export interface AddedEndpoint {
  /** None where it exists. */
  readonly edits: readonly Edit[];
  /** The app with the file of the model's first endpoint; null where the list of models has one. */
  readonly after: App | null;
  /** `POST /bill/:id/remind` */
  readonly name: string;
  /** The file with its code. */
  readonly file: string;
  readonly warnings: readonly Problem[];
}

/** Adds an endpoint with its documentation and a test; the first one of a model comes with its file. */
export function addEndpoint(project: OpenProject, model: Model, endpoint: Endpoint): AddedEndpoint {
  const templates = templatesOf(project);
  const { method, path } = endpoint;
  const { file, after, edits: made } = addPart(project, model, 'routes');
  const text = edited(project.mine, made).get(file)!;
  const place = findRoutes(file, text, model.name);
  if (place === null) throw notFound(file, model, renderRoute(model, endpoint, templates));
  const test = folderOf(file) + endpointTestName(model, endpoint);
  const route = () => renderRoute(model, endpoint, templates, place.parameter ?? 'route');
  const tested = () => renderEndpointTest(model, endpoint, templates);
  const edits = place.has(method, path)
    ? []
    : [
        writeFile(file, withSchemas(file, place.with(method, path, route()))),
        ...(project.mine.has(test)
          ? []
          : [writeFile(test, textAt(project, model, test, tested()))]),
      ];
  return {
    edits,
    after: listsRoutes(project.mine.get(MODELS_GEN) ?? '', model) ? null : after,
    name: endpointName(model, endpoint),
    file,
    warnings: [...warnOfShadow(model, endpoint), ...warnOfOpenWrite(model, endpoint)],
  };
}

const listsRoutes = (list: string, { name }: Model): boolean =>
  (listedParts(list).get(name) ?? []).some(({ kind }) => kind === 'routes');

/** Adds the import of zod where routes have schemas. */
const withSchemas = (file: string, text: string): string =>
  /\bz\.\w+\(/.test(text) ? withImport(file, text, 'z', 'zod') : text;

/** Parses an endpoint; refuses an invalid one. */
export function parseEndpoint(method: string, path: string, action: string | undefined): Endpoint {
  const verb = METHODS.find((one) => one === method.toLowerCase());
  if (verb === undefined)
    throw misuse(
      `\`${method}\` is not a method`,
      `write one of ${METHODS.join(', ').toUpperCase()}`,
    );
  if (!/^\/([\w.~-]+|:[A-Za-z_]\w*)?(\/([\w.~-]+|:[A-Za-z_]\w*))*$/.test(path))
    throw misuse(
      `\`${path}\` is not a path relative to the model's prefix`,
      'write it in Express notation: /:id/cancel',
    );
  if (path.split('/').some((segment) => segment === '.' || segment === '..'))
    throw misuse(
      `nobody could call \`${path}\`: clients take \`.\` and \`..\` out of an address`,
      'name what the endpoint does: /:id/cancel',
    );
  const defaults = { get: path.includes(':') ? 'show' : 'list', delete: 'delete' } as const;
  const wanted = action ?? (verb === 'get' || verb === 'delete' ? defaults[verb] : 'edit');
  const known = ACTIONS.find((one) => one === wanted);
  if (known !== undefined) return { method: verb, path, action: known };
  const help = didYouMean(wanted, ACTIONS, `actions: ${ACTIONS.join(', ')}`);
  throw misuse(`\`${wanted}\` is not an action`, help);
}

const GENERATED = /^(?:(?:get|post) \/|(?:get|put|patch|delete) \/:\w+)$/;

/** A custom endpoint is matched before the generated ones. */
function warnOfShadow(model: Model, endpoint: Endpoint): Problem[] {
  if (!GENERATED.test(`${endpoint.method} ${endpoint.path}`)) return [];
  const message = `\`${endpointName(model, endpoint)}\` already exists as a generated endpoint, and yours will replace it`;
  const help = 'to undo this: crudgen undo';
  return [warning('shadows', message, help)];
}

/** Roles are checked for the action, not for the method. */
function warnOfOpenWrite(model: Model, endpoint: Endpoint): Problem[] {
  if (!isOpenWrite(endpoint)) return [];
  const { method, action } = endpoint;
  const message = `read-only roles can call \`${endpointName(model, endpoint)}\`, because it requires only \`${action}\``;
  const needed = method === 'delete' ? 'delete' : 'edit';
  const help = `if it changes anything: crudgen undo, then run this again with --action ${needed}`;
  return [warning('open-write', message, help)];
}

/** `POST /bill/:id/remind` */
const endpointName = ({ prefix }: Model, { method, path }: Endpoint): string =>
  `${method.toUpperCase()} ${prefix}${path === '/' ? '' : path}`;

function notFound(file: string, { name }: Model, lines: readonly string[]): Refusal {
  const message = `there is no \`defineRoutes(${name}, (route) => { ... })\` in ${file}; nothing was written`;
  return refusal('no-place', message, `paste this into your routes:\n${lines.join('\n')}`);
}
