import { nearest } from '../model/nearest.js';
import type { InitAnswers } from './ask-init.js';

/**
 * Takes the folder out of the words after `--with` and `--without`, as in `init --with jobs mail shop`: the only one that is
 * no feature, nor nearly one. In all other cases they are left to be refused as unknown features.
 */
export function withFolder(
  args: readonly string[],
  options: InitAnswers,
  features: readonly string[],
): InitAnswers {
  const listed = [...(options.with ?? []), ...(options.without ?? [])];
  const [dir, ...more] = listed.filter((word) => !features.includes(word));
  if (options.dir !== undefined || dir === undefined || more.length > 0) return options;
  const isPath = /[/\\]/.test(dir);
  if (!isOwnWord(args, dir) || (!isPath && nearest(dir, features) !== null)) return options;
  const rest = (words: readonly string[]) => words.filter((word) => word !== dir);
  return {
    ...options,
    dir,
    ...(options.with && { with: rest(options.with) }),
    ...(options.without && { without: rest(options.without) }),
  };
}

/** Whether a word is an argument of its own, not the first after its flag or a part of a list with commas. */
function isOwnWord(args: readonly string[], word: string): boolean {
  const at = args.indexOf(word);
  return at > 0 && !/^--with(?:out)?$/.test(args[at - 1]!);
}
