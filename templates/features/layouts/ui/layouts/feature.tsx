import type { UiFeature } from '../application';
import { LayoutSwitch, useLayout } from './layout-switch';

/** Lists in other ways than as tables, which other features add. */
export const layouts: UiFeature = {
  name: 'layouts',
  layouts: { useLayout, Switch: LayoutSwitch },
  texts: {
    en: {
      title: 'Layout',
      table: 'Table',
    },
  },
};
