import { expect, test } from 'vitest';
import type { FieldType } from '../../../src/model/model';
import { TYPES } from '../../../src/spec/words';
import { filterKind } from '../../../templates/features/admin/ui/components/list/filters';

/** People write a native value as a text, lists have no bytes, and files have pages of their own. */
const UNTOLD = ['bytes', 'file', 'image', 'native'] as const satisfies readonly FieldType[];

type Told = Exclude<FieldType, (typeof UNTOLD)[number]>;

const isTold = (type: FieldType): type is Told => !UNTOLD.some((one) => one === type);

// That the back-office has all types of crudgen is for the compiler to say.
test.each(TYPES.filter(isTold))('the back-office knows what filters a %s', (type) => {
  expect(filterKind({ source: 'a', type })).toMatch(/^\w+$/);
});
