import { findRoutes, withImport } from '../code/add-route.js';
import { pathOfPart } from '../code/code-index.js';
import { isOpenWrite } from '../code/read-routes.js';
import { ACTIONS, type Model } from '../model/model.js';
import { didYouMean } from '../model/nearest.js';
import type { Plan } from '../plan/plan.js';
import { type Problem, refusal, type Refusal } from '../problem.js';
import {
  type Endpoint,
  endpointTestName,
  renderEndpointTest,
  renderRoute,
} from '../render/render-endpoint.js';
import { goneRoutes, restoring } from './gone-parts.js';
import type { OpenProject } from './open-project.js';
import { planEdits, writeFile } from './plan-edits.js';
import { readTemplates } from './templates.js';

/** An endpoint to be added, and what is to be said of it. */
export interface AddedEndpoint {
  readonly plan: Plan;
  /** `POST /bill/:id/remind` */
  readonly name: string;
  /** The file in which its code stands. */
  readonly file: string;
}

/** The plan that gives a model an endpoint, with its documentation and a test; nothing where it has it. */
export async function addEndpoint(
  project: OpenProject,
  model: Model,
  endpoint: Endpoint,
): Promise<AddedEndpoint> {
  const templates = readTemplates();
  const { method, path } = endpoint;
  const gone = goneRoutes(project, model.name);
  if (gone !== null) throw deleted(gone, model);
  const file = pathOfPart(project.mine, 'routes', model.name) ?? `src/models/${model.name}`;
  const text = project.mine.get(file);
  const place = text === undefined ? null : findRoutes(file, text, model.name);
  if (place === null) throw notFound(file, model, renderRoute(model, endpoint, templates));
  const test = `${file.slice(0, file.lastIndexOf('/') + 1)}${endpointTestName(model, endpoint)}`;
  const route = () => renderRoute(model, endpoint, templates, place.parameter ?? 'route');
  const edits = place.has(method, path)
    ? []
    : [
        writeFile(file, withSchemas(file, place.with(method, path, route()))),
        ...(project.mine.has(test)
          ? []
          : [writeFile(test, renderEndpointTest(model, endpoint, templates))]),
      ];
  const warnings = [...warnOfShadow(model, endpoint), ...warnOfOpenWrite(model, endpoint)];
  const plan = { ...planEdits(project, ...edits), warnings };
  return { plan, name: nameOf(model, endpoint), file };
}

/** A file whose routes have schemas with what makes those. */
const withSchemas = (file: string, text: string): string =>
  /\bz\.\w+\(/.test(text) ? withImport(file, text, 'z', 'zod') : text;

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;

/** An endpoint as it is typed; refuses what is none. */
export function checkEndpoint(method: string, path: string, action: string | undefined): Endpoint {
  const verb = METHODS.find((one) => one === method.toLowerCase());
  if (verb === undefined)
    throw usage(`\`${method}\` is not a method`, `one of ${METHODS.join(', ').toUpperCase()}`);
  if (!/^\/([\w.~-]+|:[A-Za-z_]\w*)?(\/([\w.~-]+|:[A-Za-z_]\w*))*$/.test(path))
    throw usage(
      `\`${path}\` is not a path below the model's prefix`,
      'in Express notation: /:id/cancel',
    );
  const usual = { get: path.includes(':') ? 'show' : 'list', delete: 'delete' } as const;
  const wanted = action ?? (verb === 'get' || verb === 'delete' ? usual[verb] : 'edit');
  const known = ACTIONS.find((one) => one === wanted);
  if (known !== undefined) return { method: verb, path, action: known };
  const help = didYouMean(wanted, ACTIONS, `one of ${ACTIONS.join(', ')}`);
  throw usage(`\`${wanted}\` is not an action`, help);
}

const GENERATED = /^(?:(?:get|post) \/|(?:get|put|patch|delete) \/:\w+)$/;

/** An owner's endpoint comes before the generated ones. */
function warnOfShadow(model: Model, endpoint: Endpoint): Problem[] {
  if (!GENERATED.test(`${endpoint.method} ${endpoint.path}`)) return [];
  const message = `\`${nameOf(model, endpoint)}\` is generated, and yours will answer instead of it`;
  const help = 'undo takes it back: crudgen undo';
  return [{ code: 'shadows', message, help, severity: 'warning' }];
}

/** Roles are asked for the action, not for the method. */
function warnOfOpenWrite(model: Model, endpoint: Endpoint): Problem[] {
  if (!isOpenWrite(endpoint)) return [];
  const { method, action } = endpoint;
  const message = `roles that may only read can call \`${nameOf(model, endpoint)}\`, because it states \`${action}\``;
  const usual = method === 'delete' ? 'delete' : 'edit';
  const help = `if it changes anything: crudgen undo, then again with --action ${usual}`;
  return [{ code: 'open-write', message, help, severity: 'warning' }];
}

/** `POST /bill/:id/remind` */
const nameOf = ({ prefix }: Model, { method, path }: Endpoint): string =>
  `${method.toUpperCase()} ${prefix}${path === '/' ? '' : path}`;

function usage(message: string, help: string): Refusal {
  return refusal({ code: 'usage', message, help }, 2);
}

const deleted = (file: string, { name }: Model): Refusal =>
  refusal({
    code: 'no-place',
    message: `${file} is gone, in which endpoints of \`${name}\` are written`,
    help: `${restoring(file)}, then: crudgen sync`,
  });

function notFound(file: string, { name }: Model, lines: readonly string[]): Refusal {
  const message = `no \`defineRoutes(${name}, (route) => { ... })\` was found${file.endsWith('.ts') ? ` in ${file}` : ''}; nothing was written`;
  return refusal({
    code: 'no-place',
    message,
    help: `paste this where your routes are:\n${lines.join('\n')}`,
  });
}
