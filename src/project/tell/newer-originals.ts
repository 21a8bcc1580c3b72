import { type Problem, warning } from '../../problem.js';
import { HOUSE } from '../../render/house-style.js';
import { changedOriginals } from '../open/house-style.js';
import type { OpenProject } from '../open/open-project.js';

/** Warns of templates whose originals crudgen has changed since they were taken over. */
export const newerOriginals = (project: OpenProject): Problem[] =>
  changedOriginals(project).map((name) =>
    warning(
      'original-changed',
      `${HOUSE + name} replaces a template that crudgen has changed in the meantime`,
      'to merge the change into yours: crudgen upgrade, then crudgen upgrade --templates',
    ),
  );
