import { ALL_METHODS, READ_METHODS, WRITE_METHODS } from '../model/access-rules.js';
import { StartRefused } from '../settings/settings.js';
import type { Role } from './entities.js';

/** A role that each start brings to its definition, unless somebody has edited it. */
export type PresetRole = Pick<Role, 'name' | 'allowed_methods' | 'description'>;

/** The roles that every service has. */
export const PRESET_ROLES: readonly PresetRole[] = [
  {
    name: 'Admin',
    allowed_methods: [...ALL_METHODS],
    description: 'Full administrative access.',
  },
  {
    name: 'Manager',
    allowed_methods: [...WRITE_METHODS],
    description: 'Creates, edits and views; deletes nothing.',
  },
  {
    name: 'Viewer',
    allowed_methods: [...READ_METHODS],
    description: 'Reads only.',
  },
];

const METHOD_SETS = { read: READ_METHODS, write: WRITE_METHODS, all: ALL_METHODS };

/** What a role of the project's own may do in every model whose access rules do not narrow it. */
export interface RoleDefinition {
  /** `read`; `write`, which includes reading; `all`, which includes deleting; or a list of HTTP methods. */
  readonly methods: keyof typeof METHOD_SETS | readonly (typeof ALL_METHODS)[number][];
  /** The purpose of the role, for the list of roles. */
  readonly about?: string;
}

/** Preset roles of the project's own, by their names. */
export function defineRoles(roles: Readonly<Record<string, RoleDefinition>>): {
  readonly name: string;
  readonly roles: readonly PresetRole[];
} {
  const presets = Object.entries(roles).map(([name, { methods, about = null }]) => ({
    name,
    allowed_methods: [...(typeof methods === 'string' ? METHOD_SETS[methods] : methods)],
    description: about,
  }));
  return { name: 'roles', roles: presets };
}

/** The preset roles of a service, with those that its project defines; throws `StartRefused` where two have one name. */
export function presetsOf({
  features = [],
}: {
  readonly features?: readonly { readonly roles?: readonly PresetRole[] }[];
}): readonly PresetRole[] {
  const own = features.flatMap(({ roles = [] }) => roles);
  const all = [...PRESET_ROLES, ...own];
  const taken = own.filter((role) => all.find(({ name }) => name === role.name) !== role);
  if (taken.length === 0) return all;
  throw new StartRefused(
    taken.map(
      ({ name }) =>
        `src/roles.ts: a preset role ${name} exists already; choose another name, or edit that role in the back-office`,
    ),
  );
}
