import { PRESET_ROLES, presetRoles } from '../../model/built-in.js';
import { isFilledIn } from '../../model/columns.js';
import { isMade } from '../../model/keys.js';
import { type App, type Field, type Model, ROW_RULE_KINDS } from '../../model/model.js';
import { neededFields } from './needed-fields.js';

/** The actions on a row that a test can try. */
const TRIED = ['list', 'show', 'create', 'edit', 'delete'] as const;
type Tried = (typeof TRIED)[number];

/** The preset roles and every other one that the model's rules name. */
function allRoles(model: Model): readonly string[] {
  const presets = Object.keys(PRESET_ROLES);
  const named = [
    ...Object.keys(model.access),
    ...model.rows.except,
    ...(model.rows.byRole ?? []).flatMap(({ roles }) => roles),
    ...model.fields.flatMap(({ read, write }) => [...(read ?? []), ...(write ?? [])]),
  ];
  const others = named.filter((role) => role !== '*' && !presets.includes(role));
  const roles = [...presets, ...[...new Set(others)].sort()];
  const hasUnnamed = roles.some((role) => !Object.hasOwn(model.access, role));
  return Object.hasOwn(model.access, '*') && !hasUnnamed ? [...roles, UNNAMED] : roles;
}

/** A role that no rules name, for the rule about every other role. */
const UNNAMED = 'Somebody';

/** The roles that a test tries of those that see rows. */
export const rolesOf = (model: Model): readonly string[] =>
  allRoles(model).filter((role) => seesRows(model, role));

/** The roles that may show rows, and to which no rule shows any. */
export const blindRoles = (app: App, model: Model): readonly string[] =>
  allRoles(model).filter(
    (role) => !seesRows(model, role) && actionsOf(app, model, role).includes('show'),
  );

/** What a role may do with the model; roles that nobody defined may use every method. */
export function actionsOf(app: App, model: Model, role: string): readonly Tried[] {
  const kept = model.access[role] ?? model.access['*'] ?? TRIED;
  const preset = presetRoles(app)[role] ?? TRIED;
  return TRIED.filter((action) => preset.includes(action) && kept.includes(action));
}

/** Whether a rule shows rows to a role: any does to everybody, unless all are for other roles. */
function seesRows({ rows }: Model, role: string): boolean {
  const isForAll = ROW_RULE_KINDS.some((kind) => rows[kind] !== null);
  const byRole = rows.byRole ?? [];
  return (
    isForAll ||
    byRole.length === 0 ||
    byRole.some(({ roles }) => roles.includes(role)) ||
    rows.except.includes(role)
  );
}

export const mayRead = ({ read }: Field, role: string): boolean => read?.includes(role) ?? true;

export const mayWrite = (field: Field, role: string): boolean =>
  field.total === null &&
  !isFilledIn(field) &&
  !isMade(field) &&
  (field.write?.includes(role) ?? true);

/** The first of the roles that may do everything and write all required fields. */
export function fullRole(app: App, model: Model, roles = rolesOf(model)): string | null {
  const able = roles.filter(
    (role) =>
      actionsOf(app, model, role).length === TRIED.length &&
      neededFields(model).every((field) => mayWrite(field, role)),
  );
  return able[0] ?? null;
}
