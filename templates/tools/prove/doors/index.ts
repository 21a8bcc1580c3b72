import { accounts } from './accounts.js';
import { aggregate } from './aggregate.js';
import { batch } from './batch.js';
import { byIds } from './by-ids.js';
import { count } from './count.js';
import { create } from './create.js';
import { remove } from './delete.js';
import type { Door } from './door.js';
import { expand } from './expand.js';
import { exporting } from './export.js';
import { featureEndpoints } from './feature-endpoints.js';
import { fields } from './fields.js';
import { files } from './files.js';
import { filter } from './filter.js';
import { get } from './get.js';
import { history } from './history.js';
import { ifMatch } from './if-match.js';
import { fileImport } from './import.js';
import { lines } from './lines.js';
import { list } from './list.js';
import { noToken } from './no-token.js';
import { openapi } from './openapi.js';
import { overviews } from './overviews.js';
import { own } from './own-endpoints.js';
import { pages } from './pages.js';
import { many } from './write-many.js';
import { pastFiles } from './past-files.js';
import { patch } from './patch.js';
import { permissions } from './permissions.js';
import { put } from './put.js';
import { replay } from './replay.js';
import { search } from './search.js';
import { sort } from './sort.js';
import { trash } from './trash.js';
import { upsert } from './upsert.js';
import { views } from './views.js';

const READING: readonly Door[] = [
  ...[list, get, byIds, filter, sort, search, pages, fields, expand, count, aggregate],
  ...[
    overviews,
    exporting,
    files,
    history,
    openapi,
    pastFiles,
    permissions,
    trash,
    views,
    ...accounts,
    ...featureEndpoints,
    noToken,
  ],
];
/** The doors whose requests may change rows. */
export const WRITING: readonly Door[] = [
  ...[create, patch, put, remove, ifMatch],
  ...[upsert, many, batch, lines, replay, fileImport, own],
];

/** The doors of single models, which API keys also pass. Other doors are for persons, or for several models at once. */
export const DOORS_OF_KEYS: readonly Door[] = [
  ...[list, get, byIds, filter, sort, search, pages, fields, expand, count, aggregate],
  ...[create, patch, put, remove, ifMatch, upsert, many],
];

/** All doors; a service has those of its features and those of every service. */
export const DOORS: readonly Door[] = [...READING, ...WRITING];
