import type { LayoutMove } from './layout-move.js';

/** The search of grouped numbers, and the ceiling of the roles that somebody may give. */
export const layout: LayoutMove = {
  since: '0.6.0',
  until: '1.0.0',
  moves: [
    ['engine/fields/phone-numbers.ts', 'engine/fields/grouped-numbers.ts'],
    ['engine/test/records/phone-search-suite.ts', 'engine/test/records/grouped-numbers-suite.ts'],
    ['engine/auth/admin-users.ts', 'engine/auth/ceiling.ts'],
    ['engine/test/auth/admin-users.test.ts', 'engine/test/auth/ceiling.test.ts'],
    ['engine/auth/first-start.ts', 'engine/auth/first-start.ts', 'engine/auth/preset-roles.ts'],
    ['ui/components/list/filters.tsx', 'ui/components/list/filters.tsx', 'ui/api/days.ts'],
    [
      'ui/components/record-picker.tsx',
      'ui/components/record-picker.tsx',
      'ui/components/record-option.tsx',
    ],
  ],
  gone: {
    'engine/auth/admin-users.ts': {
      changesSignIn: '`keepBelow` in engine/auth/ceiling.ts',
      changeableBy: '`below` in engine/auth/ceiling.ts',
      keepFromAdmin: '`keepBelow` in engine/auth/ceiling.ts',
    },
  },
};
