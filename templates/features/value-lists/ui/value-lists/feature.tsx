import type { UiFeature } from '../application';

/** Lists of values in forms, lists and on pages. */
export const valueLists: UiFeature = {
  name: 'value_lists',
  texts: {
    en: {
      wrong: 'This is no such value. Write one like %{example} and press Enter.',
      too_few: 'At least one item. |||| At least %{smart_count} items.',
      too_many: 'At most one item. |||| At most %{smart_count} items.',
    },
  },
};
