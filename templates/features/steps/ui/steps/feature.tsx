import type { UiFeature } from '../application';
import { nextValues } from './allowed-values';
import { BulkStepInput } from './bulk-step-input';

/** Enums that change by steps: forms offer the values that may come next. */
export const steps: UiFeature = {
  name: 'steps',
  nextValues: (fact, from) => (fact.steps === undefined ? null : nextValues(fact, from)),
  bulkInputs: [{ isOf: ({ steps: all }) => all !== undefined, Input: BulkStepInput }],
  texts: {
    en: { none_in_common: 'There is no value that all of these records may have next.' },
  },
};
