import { expect, test } from 'vitest';
import { TYPES } from '../../../src/spec/words';
import { filterKind } from '../../../templates/features/admin/ui/components/list/filters';

// That the back-office has all types of crudgen is for the compiler to say.
test.each(TYPES)('the back-office knows what filters a %s', (type) => {
  expect(filterKind({ source: 'a', type })).toMatch(/^\w+$/);
});
