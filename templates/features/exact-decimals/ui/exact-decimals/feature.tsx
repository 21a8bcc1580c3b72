import type { UiFeature } from '../application';

/** Numbers with all their digits in forms, lists and on pages. */
export const exactDecimals: UiFeature = {
  name: 'exact_decimals',
  texts: {
    en: { wrong: 'This is no number. Write one like -12.50.' },
  },
};
