import { type Problem, warning } from '../../problem.js';
import { countRows } from '../open/count-rows.js';
import type { OpenProject } from '../open/open-project.js';
import { tableBytes } from '../open/table-bytes.js';

/** The number of changes from which a history is a large part of most databases: some 400 MB with its indexes. */
const LARGE = 1_000_000;
const LARGE_BYTES = 400_000_000;
const TABLE = 'record_change';

/** Warns of a history that has become large, with what keeps it smaller; says nothing where the database cannot be reached. */
export async function largeHistory(
  { root, app }: Pick<OpenProject, 'root' | 'app'>,
  { counted = countRows, measured = tableBytes } = {},
): Promise<Problem[]> {
  const kept = app.models.filter(({ history }) => history !== undefined);
  if (kept.length === 0) return [];
  const [count] = await counted(root, [{ table: TABLE, column: null }]);
  if (typeof count !== 'number') return [];
  const bytes = await measured(root, TABLE);
  if (count < LARGE && (bytes ?? 0) < LARGE_BYTES) return [];
  const size = bytes === null ? '' : ` (${Math.round(bytes / 1e6).toLocaleString('en-US')} MB)`;
  const models = kept.map(({ name }) => name).join(', ');
  return [
    warning(
      'large-history',
      `the history has ${count.toLocaleString('en-US')} changes${size}, of ${models}`,
      `to keep changes for a shorter time, set HISTORY_KEEP, such as 180d, or for one model: crudgen model history ${kept[0]!.name} 180d`,
    ),
  ];
}
