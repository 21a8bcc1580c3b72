import { parseEnv } from 'node:util';
import { type Problem, warning } from '../../problem.js';
import type { Tree } from '../../tree.js';
import type { HistoryEntry } from './history-entry.js';

/** A setting of earlier versions that has no effect any more. */
interface ObsoleteSetting extends HistoryEntry {
  readonly name: string;
  readonly why: string;
}

export const OBSOLETE_SETTINGS: readonly ObsoleteSetting[] = [
  {
    since: '0.8.0',
    until: '1.0.0',
    name: 'FAST_EXPRESS',
    why: 'the speed-ups of Express are always on',
  },
];

/** Warns of settings in `.env` that no version reads any more. */
export function obsoleteSettings(files: Tree): Problem[] {
  const set = parseEnv(files.get('.env') ?? '');
  return OBSOLETE_SETTINGS.filter(({ name }) => Object.hasOwn(set, name)).map(({ name, why }) =>
    warning('gone-setting', `\`${name}\` in .env has no effect: ${why}`, 'remove it from .env'),
  );
}
