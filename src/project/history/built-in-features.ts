import type { App } from '../../model/model.js';
import { type Problem, quoted, warning } from '../../problem.js';
import { featuresIn, namedFeatures } from '../../render/features.js';
import type { Templates } from '../../render/template.js';
import { compareVersions } from '../../version.js';
import { withFeatures } from '../change/feature-changes.js';

/** An application with what its engine had at an older version, and what to say of it. */
export interface WithBuiltIn {
  readonly app: App;
  readonly problems: readonly Problem[];
}

/**
 * An application with the features that were part of every engine at its version. Which of them it uses may stand in the
 * environment of a deployment alone; so it has all of them until its developer drops some.
 */
export function withBuiltInFeatures(
  app: App,
  templates: Templates,
  version: string | null,
): WithBuiltIn {
  const named = namedFeatures(app, templates);
  const kept = featuresIn(templates).filter(
    ({ name, builtInBefore }) =>
      builtInBefore && compareVersions(version ?? '0', builtInBefore) < 0 && !named.includes(name),
  );
  if (kept.length === 0) return { app, problems: [] };
  const names = kept.map(({ name }) => name);
  // New projects have the others, too.
  const usual = kept.filter((one) => one.default).map(({ name }) => name);
  return { app: withFeatures(app, templates, names), problems: [whatIsKept(names, usual)] };
}

function whatIsKept(names: readonly string[], usual: readonly string[]): Problem {
  const [are, them] =
    names.length === 1 ? ['is now a feature', 'it'] : ['are now features', 'them'];
  const message = `${quoted(names)} ${are} that a project can do without; this project keeps ${them}, because its deployments may use ${them}`;
  const rare = names.filter((name) => !usual.includes(name));
  const all = rare.length > 0 ? rare : names;
  return warning(
    'kept-features',
    message,
    `drop features that no deployment uses: crudgen drop ${all.join(' ')}`,
  );
}
