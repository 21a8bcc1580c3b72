import { checkSpec } from '../../src/spec/check.js';
import type { App } from '../../src/model/model.js';
import { parseSpec } from '../support/parse-spec.js';

/** The application that a spec file describes; throws with everything that is wrong with it. */
export function appOfSpec(
  name: string,
  text: string,
  options: Partial<Pick<App, 'database' | 'features'>> = {},
): App {
  const { spec, problems } = parseSpec('models.yaml', text);
  const checked = checkSpec(spec);
  const errors = [...problems, ...checked.problems].filter((one) => one.severity !== 'warning');
  if (errors.length > 0) throw new Error(errors.map((one) => one.message).join('\n'));
  const { problems: _, ...said } = checked;
  return { name, database: 'sqlite', ...options, ...said };
}
