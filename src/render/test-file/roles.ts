import type { Field, Model } from '../../model/model.js';

/** What a test can do with a row. */
export const TRIED = ['list', 'show', 'create', 'edit', 'delete'] as const;
export type Tried = (typeof TRIED)[number];

const PRESETS: Readonly<Record<string, readonly Tried[]>> = {
  Admin: TRIED,
  Manager: ['list', 'show', 'create', 'edit'],
  Viewer: ['list', 'show'],
};

/** The preset roles and every other one that the model's rules name. */
export function rolesOf(model: Model): readonly string[] {
  const named = [
    ...Object.keys(model.access),
    ...model.fields.flatMap(({ read, write }) => [...(read ?? []), ...(write ?? [])]),
  ];
  const others = named.filter((role) => role !== '*' && !(role in PRESETS));
  return [...Object.keys(PRESETS), ...[...new Set(others)].sort()];
}

/** What a role may do with the model; one that is no preset may use every method. */
export function actionsOf(model: Model, role: string): readonly Tried[] {
  const kept = model.access[role] ?? model.access['*'];
  const global = PRESETS[role] ?? TRIED;
  return kept === undefined ? global : global.filter((action) => kept.includes(action));
}

export const mayRead = (field: Field, role: string): boolean =>
  field.read === null || field.read.includes(role);

export const mayWrite = (field: Field, role: string): boolean =>
  field.write === null || field.write.includes(role);
