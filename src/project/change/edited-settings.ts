import { withoutSettings } from '../../merge/dialect/gone-settings.js';
import type { App } from '../../model/model.js';
import { type Problem, quoted, warning } from '../../problem.js';
import { featuresOf } from '../../render/features.js';
import { coreSettings } from '../../render/settings.js';
import type { Templates } from '../../render/template.js';
import type { OpenProject } from '../open/open-project.js';
import { type Edit, writeFile } from './workspace.js';

const EXAMPLE = '.env.example';

/** What becomes of the settings of dropped features that the developer has edited. */
export interface EditedSettings {
  readonly edits: readonly Edit[];
  readonly warnings: readonly Problem[];
}

/**
 * Takes the settings of features that go out of `.env.example` where the developer has edited some of their lines: what nobody has
 * edited goes with the feature, the rest stays and is told, without values.
 */
export function editedSettings(
  { app, base, mine }: Pick<OpenProject, 'app' | 'base' | 'mine'>,
  after: App,
  templates: Templates,
): EditedSettings {
  const [was, text] = [base.get(EXAMPLE), mine.get(EXAMPLE)];
  if (was === undefined || text === undefined) return { edits: [], warnings: [] };
  const left = featuresOf(after, templates);
  const gone = featuresOf(app, templates).filter((one) => !left.includes(one));
  const stays = new Set(
    [...coreSettings(templates), ...left.flatMap(({ settings }) => settings)].map(nameOf),
  );
  const names = gone.flatMap(({ settings }) => settings.map(nameOf));
  const found = withoutSettings(was, text, new Set(names.filter((name) => !stays.has(name))));
  return {
    edits: found.text === text ? [] : [writeFile(EXAMPLE, found.text)],
    warnings: found.kept.length === 0 ? [] : [keptSettings(found.kept, gone.map(nameOf))],
  };
}

const nameOf = ({ name }: { readonly name: string }): string => name;

const keptSettings = (kept: readonly string[], features: readonly string[]): Problem =>
  warning(
    'edited-setting',
    `${EXAMPLE} still has settings of ${quoted(features)}, because you have edited them: ${quoted(kept)}`,
    `remove the settings from ${EXAMPLE} if your code does not read them`,
  );
