import { pathOfPart } from '../../code/code-index.js';
import { findModel } from '../../model/change.js';
import { ACTIONS, type Action, type Model } from '../../model/model.js';
import { nearest } from '../../model/nearest.js';
import type { Change } from '../../plan/plan.js';
import { Refusal } from '../../problem.js';
import type { Endpoint } from '../../render/render-endpoint.js';
import { applyPlan } from '../apply-plan.js';
import type { Context } from '../context.js';
import { withSettled } from '../plan-model.js';
import { openProject, planFileChange } from '../project.js';
import { warn } from '../read-input.js';

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;

/** Adds an endpoint to a model's routes, with its documentation and a test. */
export async function endpointAdd(
  context: Context,
  name: string,
  method: string,
  path: string,
  options: { readonly action?: string },
): Promise<number> {
  const project = await openProject(context);
  const model = findModel(project.app, name);
  const endpoint = checkEndpoint(method, path, options.action);
  warnOfShadow(context, model, endpoint);
  await warnOfOpenWrite(context, model, endpoint);
  const { endpointTestName, renderEndpointTest, renderRoute } =
    await import('../../render/render-endpoint.js');
  const { findRoutes } = await import('../../code/add-route.js');
  const file = pathOfPart(project.mine, 'routes', model.name) ?? `src/models/${model.name}`;
  const text = project.mine.get(file);
  const place = text === undefined ? null : findRoutes(file, text, model.name);
  if (place === null) throw notFound(file, model, renderRoute(model, endpoint));
  const what = said(model, endpoint);
  const words = {
    done: `added ${what}`,
    nothing: `nothing to change: ${what} is there already`,
    next: [`write what it does in ${file}`],
  };
  const there = place.has(endpoint.method, path);
  const next = there
    ? text!
    : place.with(endpoint.method, path, renderRoute(model, endpoint, place.parameter ?? 'route'));
  const plan = planFileChange(project, file, next);
  const test = `${file.slice(0, file.lastIndexOf('/') + 1)}${endpointTestName(model, endpoint)}`;
  const extra: Change[] =
    there || project.mine.has(test)
      ? []
      : [{ kind: 'create', path: test, next: renderEndpointTest(model, endpoint) }];
  const whole = { ...plan, changes: [...plan.changes, ...extra] };
  return applyPlan(context, project.root, withSettled(whole, project), words);
}

function checkEndpoint(method: string, path: string, action: string | undefined): Endpoint {
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
  if (known !== undefined) return { method: verb, path, action: known satisfies Action };
  const near = nearest(wanted, ACTIONS);
  const help = near === null ? `one of ${ACTIONS.join(', ')}` : `did you mean \`${near}\`?`;
  throw usage(`\`${wanted}\` is not an action`, help);
}

const GENERATED = /^(?:(?:get|post) \/|(?:get|put|patch|delete) \/:\w+)$/;

/** An owner's endpoint comes before the generated ones. */
function warnOfShadow(context: Context, model: Model, endpoint: Endpoint): void {
  if (!GENERATED.test(`${endpoint.method} ${endpoint.path}`)) return;
  const message = `\`${said(model, endpoint)}\` is generated, and yours will answer instead of it`;
  const help = 'undo takes it back: crudgen undo';
  warn(context, [{ code: 'shadows', message, help, severity: 'warning' }]);
}

/** Roles are asked for the action, not for the method. */
async function warnOfOpenWrite(context: Context, model: Model, endpoint: Endpoint): Promise<void> {
  const { isOpenWrite } = await import('../../code/open-writes.js');
  if (!isOpenWrite(endpoint)) return;
  const { method, action } = endpoint;
  const message = `roles that may only read can call \`${said(model, endpoint)}\`, because it states \`${action}\``;
  const usual = method === 'delete' ? 'delete' : 'edit';
  const help = `if it changes anything: crudgen undo, then again with --action ${usual}`;
  warn(context, [{ code: 'open-write', message, help, severity: 'warning' }]);
}

/** `POST /bill/:id/remind` */
const said = ({ prefix }: Model, { method, path }: Endpoint): string =>
  `${method.toUpperCase()} ${prefix}${path === '/' ? '' : path}`;

function usage(message: string, help: string): Refusal {
  return new Refusal([{ code: 'usage', message, help }], 2);
}

function notFound(file: string, { name }: Model, lines: readonly string[]): Refusal {
  const message = `no \`defineRoutes(${name}, (route) => { ... })\` was found${file.endsWith('.ts') ? ` in ${file}` : ''}; nothing was written`;
  return new Refusal([
    { code: 'no-place', message, help: `paste this where your routes are:\n${lines.join('\n')}` },
  ]);
}
