import { parseEnv } from 'node:util';
import type { App } from '../../model/model.js';
import { type Problem, quoted, warning } from '../../problem.js';
import { featuresOff, ownSettings } from '../../render/features.js';
import type { Templates } from '../../render/template.js';
import type { Tree } from '../../tree.js';

/**
 * Warns of settings in `.env` that belong to features which an application does not have: the start of the service refuses them,
 * unless the project's own settings read the name. The message has names only, because values may be secret.
 */
export function settingsWithoutFeature(app: App, files: Tree, templates: Templates): Problem[] {
  const set = parseEnv(files.get('.env') ?? '');
  const own = withoutComments(files.get('src/settings.ts') ?? '');
  const isRead = (name: string) => new RegExp(`\\b${name}\\b`).test(own);
  return featuresOff(app, templates).flatMap((feature): Problem[] => {
    const names = ownSettings(feature)
      .map(({ name }) => name)
      .filter((name) => set[name] && !isRead(name));
    if (names.length === 0) return [];
    const [is, them] = names.length === 1 ? ['is', 'it'] : ['are', 'them'];
    const message = `${quoted(names)} in .env ${is} for the feature \`${feature.name}\`, which this project does not have: the service does not start until you remove ${them}`;
    const help = `add the feature with crudgen add ${feature.name}, or remove ${them} from .env`;
    return [warning('absent-setting', message, help)];
  });
}

const withoutComments = (code: string): string => code.replace(/\/\*[^]*?\*\/|\/\/.*/g, '');
