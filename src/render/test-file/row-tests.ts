import {
  type App,
  hidesRows,
  type Model,
  ROW_RULE_KINDS,
  type RowRuleKind,
} from '../../model/model.js';
import { hasEntries, type Values, verbatim } from '../code.js';
import { modelNames } from '../model-names.js';
import { actionsOf, fullRole, rolesOf } from './roles.js';
import { parentOf } from './row-keys.js';

/** A way in which a row becomes visible: by its owner, by its tenant, or as its parent is; for some roles or for everybody. */
interface Way {
  readonly kind: RowRuleKind;
  readonly field: string;
  readonly roles: readonly string[] | null;
}

const waysOf = ({ rows }: Model): readonly Way[] => [
  ...ROW_RULE_KINDS.flatMap((kind) => {
    const field = rows[kind];
    return field === null ? [] : { kind, field, roles: null };
  }),
  ...(rows.byRole ?? []),
];

/** The values by which a row belongs to a user, in the fields of these ways. */
const belonging = (ways: readonly Way[], user: string): Values =>
  Object.fromEntries(
    ways.flatMap(({ kind, field }) =>
      kind === 'as' ? [] : [[field, verbatim(`${user}.${kind === 'owner' ? 'id' : 'tenantId'}`)]],
    ),
  );

/** A test for each way in which a row becomes visible, in each role of its own or else in one role. No other way shows the row. */
export const rowTests = (app: App, model: Model, few: boolean) =>
  waysOf(model).flatMap((way) => {
    const roles = (way.roles ?? rolesOf(model)).filter(
      (role) => showsOwn(app, model, way, role) && isBound(app, model, role),
    );
    const tested = way.roles === null ? rolesForAll(app, model, roles) : roles;
    const isForRole = way.roles !== null || tested.length > 1;
    return tested.map((role) => viewRowTest(app, model, way, { role, isForRole, few }));
  });

/** The roles in which a way for everybody is tested: roles that must not see by the ways of other roles, or else one role. */
function rolesForAll(app: App, model: Model, roles: readonly string[]): readonly string[] {
  const { byRole = [] } = model.rows;
  const isNamed = (role: string) => byRole.some((rule) => rule.roles.includes(role));
  const unnamed = byRole.length > 0 ? roles.filter((role) => !isNamed(role)) : [];
  const one = fullRole(app, model, roles) ?? roles[0];
  return unnamed.length > 0 ? unnamed : roles.filter((role) => role === one);
}

interface RowTest {
  readonly role: string;
  /** Whether there are tests of the way in other roles. */
  readonly isForRole: boolean;
  readonly few: boolean;
}

function viewRowTest(app: App, model: Model, way: Way, { role, isForRole, few }: RowTest) {
  const ways = waysOf(model);
  const isParents = way.kind === 'as';
  const who = ways.length > 1 && !isParents ? 'nobody' : 'user';
  const values = isParents ? belonging(ways, 'nobody') : belonging([way], 'user');
  const hidden = few ? null : hiddenRow(model, role);
  return {
    name: `${seeing(app, model, way)}${isForRole ? `, as ${role}` : ''}`,
    role,
    listed: actionsOf(app, model, role).includes('list'),
    nobody: who === 'nobody' || (isParents && hasEntries(values)) || hidden !== null,
    /** The user to whom the row belongs, except in the fields of `values`. */
    who,
    values: hasEntries(values) ? values : null,
    hidden,
  };
}

/** A row that users in other roles would see: all of it is the user's, except by the ways of the role. */
function hiddenRow(
  model: Model,
  role: string,
): { readonly who: string; readonly values: Values } | null {
  const own = waysFor(model, role);
  const others = waysOf(model).filter(({ roles }) => roles?.includes(role) === false);
  // The parents of a row are those of the user to whom the row belongs.
  const who = own.some(({ kind }) => kind === 'as') ? 'nobody' : 'user';
  const values = who === 'nobody' ? belonging(others, 'user') : belonging(own, 'nobody');
  return others.length > 0 && hasEntries(values) ? { who, values } : null;
}

function seeing(app: App, model: Model, way: Way): string {
  if (way.kind !== 'as') return `the ${way.kind} of the row`;
  return `whoever sees its ${modelNames(parentOfWay(app, model, way)!).one}`;
}

const parentOfWay = (app: App, model: Model, { field }: Way): Model | null =>
  parentOf(
    app,
    model.fields.find(({ name }) => name === field)!,
  );

/** Whether this way shows a role rows of its own: of a parent, some way of the parent does. */
function showsOwn(app: App, model: Model, way: Way, role: string): boolean {
  const parent = way.kind === 'as' ? parentOfWay(app, model, way) : null;
  return !parent || waysFor(parent, role).some((one) => showsOwn(app, parent, one, role));
}

/** Whether a role sees rows of others: by an exception of the model or a parent, or because a parent has no rules. */
const seesOthers = (app: App, model: Model, role: string): boolean =>
  !hidesRows(model) ||
  model.rows.except.includes(role) ||
  waysFor(model, role).some((way) => {
    const parent = way.kind === 'as' ? parentOfWay(app, model, way) : null;
    return parent !== null && seesOthers(app, parent, role);
  });

const waysFor = (model: Model, role: string): readonly Way[] =>
  waysOf(model).filter(({ roles }) => roles?.includes(role) ?? true);

/** Whether a role may show rows, and none of others. */
const isBound = (app: App, model: Model, role: string): boolean =>
  !seesOthers(app, model, role) && actionsOf(app, model, role).includes('show');

/** The roles that see no rows of others while other roles see all rows. The tests of `rows` already have some of them. */
export function boundRoles(
  app: App,
  model: Model,
  rows: readonly { readonly role: string }[],
): readonly string[] {
  if (exceptedRoles(app, model).length === 0) return [];
  return rolesOf(model).filter(
    (role) => rows.every((test) => test.role !== role) && isBound(app, model, role),
  );
}

/** The roles that see the rows of others. */
export const exceptedRoles = (app: App, model: Model): readonly string[] =>
  hidesRows(model)
    ? model.rows.except.filter((role) => actionsOf(app, model, role).includes('show'))
    : [];
