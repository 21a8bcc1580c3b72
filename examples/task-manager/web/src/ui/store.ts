import type { Store } from 'react-admin';
import { localStorageStore, memoryStore } from 'react-admin';

const kept = localStorageStore();
const passing = memoryStore();
const SELECTION = '.selectedIds';

const placeOf = (key: string): Store => (key.includes(SELECTION) ? passing : kept);

/**
 * What react-admin keeps for a user: columns, filters and the theme stay in the browser. A selection is of this tab and of this
 * visit: rows that nobody sees must not be there to be deleted.
 */
export const store: Store = {
  ...kept,
  setup: () => {
    kept.setup();
    passing.setup();
  },
  getItem: (key, defaultValue) => placeOf(key).getItem(key, defaultValue),
  setItem: (key, value) => placeOf(key).setItem(key, value),
  removeItem: (key) => placeOf(key).removeItem(key),
  subscribe: (key, callback) => placeOf(key).subscribe(key, callback),
  reset: () => {
    kept.reset();
    passing.reset();
  },
};

/** Unselects every row of every list. */
export function forgetSelections(): void {
  const keys = Object.keys(passing.listItems?.() ?? {});
  for (const key of keys.filter((one) => one.endsWith(SELECTION))) passing.removeItem(key);
}
