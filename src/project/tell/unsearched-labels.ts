import { type Problem, quoted, warning } from '../../problem.js';
import { SEARCH_FILE, unsearchedLabel } from '../../spec/search-config.js';
import { readSearch } from '../change/edit-search.js';
import type { OpenProject } from '../open/open-project.js';

/** Warns of searched models that search does not find by a part of their label. */
export function unsearchedLabels({ unreadFiles, mine, app }: OpenProject): Problem[] {
  if (unreadFiles.has(SEARCH_FILE) || !mine.has(SEARCH_FILE)) return [];
  const config = readSearch(mine);
  return app.models.flatMap((model) => {
    const fields = unsearchedLabel(config, model);
    if (fields.length === 0) return [];
    const message = `search does not look into ${quoted(fields)}, although the label of \`${model.name}\` shows ${fields.length === 1 ? 'it' : 'them'}`;
    const help = `to add it: crudgen search add-model ${model.name}`;
    return [warning('unsearched-label', message, help)];
  });
}
