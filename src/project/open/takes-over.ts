import { compareVersions, VERSION } from '../../version.js';

/** What is asked of crudgen, in a project of which version. */
export interface Asked {
  readonly command: string;
  readonly project: string;
}

/**
 * Whether a project's own crudgen runs a command instead of this one: `upgrade` where it is the newer of the two, all others
 * unless the project was written by a newer one.
 */
export function takesOver(own: string, { command, project }: Asked, version = VERSION): boolean {
  if (own === version || compareVersions(own, project) < 0) return false;
  return command !== 'upgrade' || compareVersions(own, version) > 0;
}
