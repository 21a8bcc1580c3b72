import { type Problem, warning } from '../../problem.js';
import { HOUSE } from '../../render/house-style.js';
import { unapplied } from '../open/house-style.js';
import type { OpenProject } from '../open/open-project.js';

/** Warns of templates that were edited and not applied. */
export function unappliedStyle(project: OpenProject): Problem[] {
  const names = unapplied(project);
  if (names.length === 0) return [];
  const have = names.length === 1 ? 'has changed' : 'have changed';
  const message = `${names.map((name) => HOUSE + name).join(', ')} ${have} since crudgen last applied the project's templates`;
  const help = 'to update every model: crudgen upgrade --templates';
  return [warning('templates-unapplied', message, help)];
}
