import type { UiFeature } from '../application/feature';
import { SearchBar } from './search-bar';

/** A search over all models, and a way to every page by keyboard. */
export const search: UiFeature = {
  name: 'search',
  Header: SearchBar,
  texts: {
    en: {
      title: 'Search',
      bar: 'Search or jump to…',
      placeholder: 'Search records, pages and actions…',
      go_to: 'Go to',
      actions: 'Actions',
      new: 'New %{name}',
      matched: 'in %{field}',
      no_results: 'Nothing found for “%{query}”',
      no_results_help: 'Searched: %{models}.',
      no_models: 'No model is registered for search yet.',
      hint: '↑ ↓ to choose, Enter to open, Esc to close',
      failed: 'Some models could not be searched.',
    },
  },
};
