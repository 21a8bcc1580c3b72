import { markerLines } from '../../code/conflict-markers.js';
import { type Problem, problem, warning } from '../../problem.js';
import { featuresOf, writtenByScripts } from '../../render/features.js';
import { isGenerated } from '../../tree.js';
import type { OpenProject } from '../open/open-project.js';
import { templatesOf } from '../open/templates.js';

/** Reports files with conflict markers, and how to resolve them. */
export function conflictMarkers(project: OpenProject): Problem[] {
  const { onDisk, mine, repaired, unreadFiles } = project;
  const scripts = writtenByScripts(featuresOf(project.app, templatesOf(project)));
  const files = [...onDisk].flatMap(([path, text]) =>
    (unreadFiles.has(path) ? [] : markerLines(text)).slice(0, 1).map((line): Problem => {
      const script = scripts.get(path);
      const own = mine.get(path) === text ? 'resolve them by hand' : 'crudgen sync merges it';
      const sync = isGenerated(path) ? 'crudgen sync regenerates it' : own;
      const help = script === undefined ? sync : `to write the file again: npm run ${script}`;
      return problem('markers', `${path}:${line} has conflict markers`, help);
    }),
  );
  if (repaired.size === 0) return files;
  const copies = repaired.size === 1 ? 'a copy' : `${repaired.size} copies`;
  const message = `${copies} in .crudgen/base ${repaired.size === 1 ? 'has' : 'have'} conflict markers`;
  const help = 'crudgen sync removes them';
  return [...files, warning('markers', message, help)];
}
