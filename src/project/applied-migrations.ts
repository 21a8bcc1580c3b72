import { runChild } from '../disk/run-child.js';

/** The migrations that have run on the project's database, if there is one; or why that is unknown. */
export type AppliedMigrations =
  | { readonly kind: 'known'; readonly names: readonly string[] }
  | { readonly kind: 'no-database' }
  /** The project's code or settings do not load, or the database cannot be reached. */
  | { readonly kind: 'not-loaded' | 'unknown'; readonly why: string };

/** Asks the database that the project's settings name. */
export async function readAppliedMigrations(root: string): Promise<AppliedMigrations> {
  const answer = await runChild<string[]>(root, 'applied', null);
  if (answer.ok) return { kind: 'known', names: answer.value };
  if (answer.noDatabase === true) return { kind: 'no-database' };
  return { kind: answer.isAtDatabase === true ? 'unknown' : 'not-loaded', why: answer.why };
}
