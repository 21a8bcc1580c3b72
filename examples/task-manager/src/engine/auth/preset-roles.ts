import { isDeepStrictEqual } from 'node:util';
import { In, type EntityManager } from 'typeorm';
import { ALL_METHODS, READ_METHODS, WRITE_METHODS } from '../model/action.js';
import { Role } from './role.model.js';

/** The roles that every service has. */
export const PRESET_ROLES: readonly Pick<Role, 'name' | 'allowed_methods' | 'description'>[] = [
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

/** The preset roles that are missing or differ from their definition; with `edited` also those that somebody changed. */
export async function outdatedPresets(manager: EntityManager, edited: boolean): Promise<Role[]> {
  const roles = manager.getRepository(Role);
  const found = await roles
    .createQueryBuilder('role')
    .addSelect('role.is_edited')
    .where({ name: In(PRESET_ROLES.map(({ name }) => name)) })
    .getMany();
  return PRESET_ROLES.flatMap((preset) => {
    const role = found.find(({ name }) => name === preset.name);
    const current = role && isDeepStrictEqual({ ...role, ...preset }, { ...role });
    if (role && (edited ? current && !role.is_edited : current || role.is_edited)) return [];
    return [roles.create({ ...role, ...preset, is_preset: true, is_edited: false })];
  });
}
