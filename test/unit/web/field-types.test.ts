import { expect, test } from 'vitest';
import type { FieldType } from '../../../src/model/model';
import { TYPES } from '../../../src/spec/words';
import { filterKind } from '../../../templates/features/admin/ui/components/list/filters';

type Told = Exclude<FieldType, 'bytes' | 'native'>;

/** People write a native value as a text, and lists have no bytes. */
const isTold = (type: FieldType): type is Told => type !== 'native' && type !== 'bytes';

// That the back-office has all types of crudgen is for the compiler to say.
test.each(TYPES.filter(isTold))('the back-office knows what filters a %s', (type) => {
  expect(filterKind({ source: 'a', type })).toMatch(/^\w+$/);
});
