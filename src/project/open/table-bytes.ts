import { askProject } from '../../disk/project-process.js';

/** The bytes that a table has with its indexes in the project's database; null where it cannot tell, or cannot be reached. */
export async function tableBytes(root: string, table: string): Promise<number | null> {
  const answer = await askProject<(number | null)[]>(root, 'table-bytes', [table]);
  return answer.ok ? (answer.value[0] ?? null) : null;
}
