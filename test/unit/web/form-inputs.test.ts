import type { ComponentProps } from 'react';
import { expectTypeOf, test } from 'vitest';
import type { FactKey } from '../../../src/render/web/facts';
import type { COMMON_PROPS, INPUT_PROPS, InputKind } from '../../../src/render/web/form';
import type * as own from '../../../templates/features/admin/ui/index';
import type * as exact from '../../../templates/features/exact-decimals/ui/exact-decimals/exact';
import type * as bytes from '../../../templates/features/bytes/ui/bytes/bytes-input';
import type * as files from '../../../templates/features/files/ui/files/file';
import type * as steps from '../../../templates/features/steps/ui/steps/step-input';
import type * as items from '../../../templates/features/value-lists/ui/value-lists/items';

// `npm run typecheck` compares the forms and facts that crudgen writes with the components and types of the back-office.

type Written<Kind extends InputKind> =
  (typeof COMMON_PROPS)[number] | (typeof INPUT_PROPS)[Kind][number];

/** The components of the back-office and of its features. */
type Components = typeof own &
  typeof items &
  typeof bytes &
  typeof exact &
  typeof files &
  typeof steps;

/** Properties that crudgen writes and a component does not take: `ColorInput min`. */
type Unknown = {
  [Kind in InputKind]: `${Kind}Input ${Exclude<
    Written<Kind>,
    keyof ComponentProps<Components[`${Kind}Input`]>
  >}`;
}[InputKind];

test('the back-office has each input, with the properties that forms give it', () => {
  expectTypeOf<Unknown>().toBeNever();
});

test('the back-office knows every fact about a field', () => {
  expectTypeOf<Exclude<FactKey, keyof own.FieldFact>>().toBeNever();
});
