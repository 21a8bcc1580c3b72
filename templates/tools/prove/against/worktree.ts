import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** A project as another commit has it, in a folder of its own. */
export interface Worktree {
  /** The folder of the project, which may be a subfolder of the repository. */
  readonly folder: string;
  remove(): void;
}

/** A folder is in no repository of git. */
export class NoRepository extends Error {}

/** Checks out the commit that `ref` names; the packages of `project` serve both. Throws an error that says why that fails. */
export function openWorktree(project: string, ref: string): Worktree {
  const root = git(project, ['rev-parse', '--show-toplevel']);
  const below = git(project, ['rev-parse', '--show-prefix']);
  const commit = git(project, ['rev-parse', '--verify', '--quiet', `${ref}^{commit}`], ref);
  const place = mkdtempSync(join(tmpdir(), 'prove-against-'));
  const checkout = join(place, 'repository');
  const remove = (): void => {
    if (existsSync(checkout)) git(root, ['worktree', 'remove', '--force', checkout]);
    rmSync(place, { recursive: true, force: true });
  };
  try {
    git(root, ['worktree', 'add', '--quiet', '--detach', checkout, commit]);
    const folder = join(checkout, below);
    if (!existsSync(join(folder, 'src/project.ts')))
      throw new Error(`there is no project in ${below || 'the repository'} at ${ref}`);
    linkPackages(project, folder);
    if (below !== '') linkPackages(root, checkout);
    linkPackagesAbove(root, place);
    return { folder, remove };
  } catch (error) {
    remove();
    throw error;
  }
}

function linkPackages(from: string, to: string): void {
  const packages = join(from, 'node_modules');
  const target = join(to, 'node_modules');
  if (existsSync(packages) && !existsSync(target)) symlinkSync(packages, target, 'junction');
}

/** A workspace may have the packages of its projects above their repositories. */
function linkPackagesAbove(root: string, place: string): void {
  for (let folder = root; folder !== dirname(folder);) {
    folder = dirname(folder);
    linkPackages(folder, place);
  }
}

/** Inside a hook of git, these variables name the repository and the index of the hook. */
const FOREIGN = { GIT_DIR: undefined, GIT_WORK_TREE: undefined, GIT_INDEX_FILE: undefined };

/** Runs git, without the hooks of the repository; `ref` is the commit that may be unknown. */
function git(folder: string, args: readonly string[], ref?: string): string {
  const env = { ...process.env, ...FOREIGN, LC_ALL: 'C', GIT_LFS_SKIP_SMUDGE: '1' };
  try {
    const options = { cwd: folder, encoding: 'utf8', stdio: 'pipe', env } as const;
    return execFileSync('git', ['-c', 'core.hooksPath=/dev/null', ...args], options).trim();
  } catch (error) {
    if (ref !== undefined) throw new Error(`git knows no commit ${ref}`, { cause: error });
    const { stderr, message } = error as Error & { readonly stderr?: string };
    if (stderr?.includes('not a git repository')) throw new NoRepository(message, { cause: error });
    const reason = stderr?.trim().split('\n').at(-1) || message;
    throw new Error(`git ${args.slice(0, 2).join(' ')} failed: ${reason}`, { cause: error });
  }
}
