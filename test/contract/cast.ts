import type { Example } from './harness.js';

/** A user of the suite: role names and tenant names. */
export interface Member {
  roles: string[];
  tenants?: string[];
}

const common: Record<string, Member> = {
  manager: { roles: ['Manager'] },
  viewer: { roles: ['Viewer'] },
  nobody: { roles: [] },
};

/** Roles made at run time, with their methods. */
export const RUNTIME_ROLES: Record<string, string[]> = {
  Doctor: ['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH'],
  Patcher: ['GET', 'PATCH'],
  Poster: ['GET', 'POST'],
  Everything: ['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE'],
};

/** Who acts in the tests of each example, beside the administrator `admin` (no tenants). */
export const CAST: Record<Example, Record<string, Member>> = {
  'task-manager': {
    ...common,
    patcher: { roles: ['Patcher'] },
    poster: { roles: ['Poster'] },
    everything: { roles: ['Everything'] },
  },
  orders: common,
  clinic: {
    ...common,
    /** Admin of the tenant north. */
    chief: { roles: ['Admin'], tenants: ['north'] },
    /** Two managers of north, one of south, one of both. */
    anna: { roles: ['Manager'], tenants: ['north'] },
    amy: { roles: ['Manager'], tenants: ['north'] },
    bert: { roles: ['Manager'], tenants: ['south'] },
    both: { roles: ['Manager'], tenants: ['north', 'south'] },
    /** Admin of south. */
    boss: { roles: ['Admin'], tenants: ['south'] },
    vera: { roles: ['Viewer'], tenants: ['north'] },
    /** A role made at run time, alone and beside preset ones. */
    dora: { roles: ['Doctor'], tenants: ['north'] },
    docman: { roles: ['Doctor', 'Manager'], tenants: ['north'] },
    mixed: { roles: ['Viewer', 'Everything'], tenants: ['north'] },
    everything: { roles: ['Everything'], tenants: ['north'] },
  },
};

/** The password of every member of the cast. */
export const CAST_PASSWORD = 'a password of the cast';
