import { ALL_METHODS, READ_METHODS, WRITE_METHODS } from '../access/action.js';

/** The roles that every start brings to this definition, unless somebody edited them at run time. */
export const PRESET_ROLES = [
  {
    name: 'Admin',
    allowed_methods: [...ALL_METHODS] as string[],
    description: 'Full administrative access.',
  },
  {
    name: 'Manager',
    allowed_methods: [...WRITE_METHODS] as string[],
    description: 'Creates, edits and views; deletes nothing.',
  },
  {
    name: 'Viewer',
    allowed_methods: [...READ_METHODS] as string[],
    description: 'Reads only.',
  },
];
