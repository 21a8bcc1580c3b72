import { PRESET_ROLES } from '../../model/built-in.js';
import type { Field, Model } from '../../model/model.js';

/** What a test can do with a row. */
export const TRIED = ['list', 'show', 'create', 'edit', 'delete'] as const;
type Tried = (typeof TRIED)[number];

/** The preset roles and every other one that the model's rules name. */
export function rolesOf(model: Model): readonly string[] {
  const presets = Object.keys(PRESET_ROLES);
  const named = [
    ...Object.keys(model.access),
    ...model.rows.except,
    ...model.fields.flatMap(({ read, write }) => [...(read ?? []), ...(write ?? [])]),
  ];
  const others = named.filter((role) => role !== '*' && !presets.includes(role));
  return [...presets, ...[...new Set(others)].sort()];
}

/** What a role may do with the model; roles other than presets may use every method. */
export function actionsOf(model: Model, role: string): readonly Tried[] {
  const kept = model.access[role] ?? model.access['*'] ?? TRIED;
  const preset = PRESET_ROLES[role] ?? TRIED;
  return TRIED.filter((action) => preset.includes(action) && kept.includes(action));
}

export const mayRead = ({ read }: Field, role: string): boolean => read?.includes(role) ?? true;

export const mayWrite = ({ write }: Field, role: string): boolean => write?.includes(role) ?? true;
