import type { App } from '../../model/model.js';
import { nearest } from '../../model/nearest.js';
import { isError, problem, type Problem } from '../../problem.js';
import { featuresIn, featuresOff } from '../../render/features.js';
import type { Templates } from '../../render/template.js';
import { editedSettings } from './edited-settings.js';
import { requireKnown, withFeatures, withoutFeatures } from './feature-changes.js';
import { featureClashes } from './feature-clashes.js';
import {
  installedVersions,
  withInstalled,
  withoutFeaturesNamed,
} from '../open/installed-features.js';
import type { OpenProject } from '../open/open-project.js';
import type { OutsideFeature } from './outside-feature.js';
import type { ModelChange } from './project-change.js';
import { templatesOf } from '../open/templates.js';
import type { Edit } from './workspace.js';

/** A change of the features of a project, and what is wrong with it. */
interface Addition {
  readonly change: ModelChange;
  readonly problems: readonly Problem[];
}

/** The change that adds features of crudgen by name, and those of others or later versions of them, with all that they need. */
export function additionOf(
  project: OpenProject,
  names: readonly string[],
  given: readonly OutsideFeature[] = [],
): Addition {
  const installed = withInstalled(project.installed, given);
  const templates = templatesOf({ ...project, installed });
  const own = given.map(({ name }) => name);
  const problems = [
    ...unknownNames(names, templates),
    ...featureClashes(own, { app: project.app, templates }),
    ...writesOver(project, templates, own),
  ];
  if (problems.some(isError)) return { change: { mode: 'change', after: project.app }, problems };
  const after = withFeatures(project.app, templates, [...names, ...own]);
  const change: ModelChange = {
    ...{ mode: 'change', after },
    // What a later version of one has no longer goes as in an upgrade.
    ...(given.length > 0 && { installed, removed: 'keep-edited' }),
  };
  return { change, problems };
}

/** Reports names that are not features: misspelt names, and names of packages, which nobody gets from a registry without being told so. */
function unknownNames(names: readonly string[], templates: Templates): Problem[] {
  const known = featuresIn(templates).map(({ name }) => name);
  return names
    .filter((name) => !known.includes(name))
    .map((name) => {
      const near = nearest(name, known);
      const packed = `npm pack ${name}, then: crudgen add ./<file>.tgz`;
      const help =
        near === null
          ? `for the features of crudgen: crudgen features; for a package from the npm registry: ${packed}`
          : `did you mean \`${near}\`? For a package from the npm registry: ${packed}`;
      return problem('unknown-feature', `there is no feature \`${name}\``, help);
    });
}

/** Files of the developer's own where a script of a feature would write, and that would go with it. */
function writesOver(
  project: OpenProject,
  templates: Templates,
  names: readonly string[],
): Problem[] {
  const written = (all: Templates) =>
    featuresIn(all).flatMap(({ name, writes }) =>
      Object.keys(writes).map((path) => [name, path] as const),
    );
  const had = new Set(written(templatesOf(project)).map(([, path]) => path));
  return written(templates)
    .filter(([name, path]) => names.includes(name) && project.mine.has(path) && !had.has(path))
    .map(([name, path]) =>
      problem(
        'file-taken',
        `a script of \`${name}\` writes ${path}, but the project already has this file`,
        'move your file, or choose another path under `writes`',
      ),
    );
}

/** The change that removes features and those that need them; with `keep` edited files stay. */
export function removalOf(
  project: OpenProject,
  names: readonly string[],
  { keep }: { readonly keep: boolean },
): ModelChange {
  const templates = templatesOf(project);
  const { features } = project.settings;
  // Only its pack says what belongs to a feature of others.
  requireKnown(
    features.filter((name) => names.includes(name)),
    [templates],
  );
  const after = withoutFeatures(project.app, templates, names);
  const gone = [...installedVersions(project.installed).keys()].filter(
    (name) => after.features?.includes(name) === false,
  );
  const settings = editedSettings(project, after, templates);
  return {
    ...{ mode: 'change', after, removed: keep ? 'keep-edited' : 'refuse' },
    edits: [...settings.edits, ...(keep ? [] : [withoutWritten(after, templates)])],
    warnings: settings.warnings,
    ...(gone.length > 0 && { installed: withoutFeaturesNamed(project.installed, gone) }),
  };
}

/** Deletes what scripts of features have written that an application does not have. */
function withoutWritten(app: App, templates: Templates): Edit {
  const gone = featuresOff(app, templates).flatMap(({ writes }) => Object.keys(writes));
  return (files) => new Map([...files].filter(([path]) => !gone.includes(path)));
}
