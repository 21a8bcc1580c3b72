import { parseEnv } from 'node:util';
import type { App } from '../../model/model.js';
import { type Problem, quoted, warning } from '../../problem.js';
import { featuresOff, ownSettings } from '../../render/features.js';
import type { Templates } from '../../render/template.js';
import type { Tree } from '../../tree.js';

/** Settings of earlier versions, which have no effect any more, and why. */
const GONE: Readonly<Record<string, string>> = {
  FAST_EXPRESS: 'the speed-ups of Express are always on',
};

/** Warns of settings in `.env` that no version reads any more. */
export const goneSettings = (files: Tree): Problem[] =>
  Object.keys(parseEnv(files.get('.env') ?? ''))
    .filter((name) => Object.hasOwn(GONE, name))
    .map((name) =>
      warning(
        'gone-setting',
        `\`${name}\` in .env has no effect: ${GONE[name]}`,
        'remove it from .env',
      ),
    );

/**
 * Warns of settings in `.env` that are for features which an application does not have, as its start would refuse them. A name
 * that the project's own settings read is none of these. Only names are told, as values may be secret.
 */
export function absentSettings(app: App, files: Tree, templates: Templates): Problem[] {
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
