import type { OutsideFeature } from '../project/change/outside-feature.js';
import type { Context } from './context.js';

/** Whether a word of the command line names a feature of others: a folder, or a packed package. */
export const isFeatureSource = (word: string): boolean =>
  /^[.~]|[/\\]/.test(word) || /\.(?:tgz|tar\.gz)$/.test(word);

/** The features of others that a command line names. */
export async function readFeatures(
  { cwd }: Context,
  words: readonly string[],
): Promise<readonly OutsideFeature[]> {
  const sources = words.filter(isFeatureSource);
  if (sources.length === 0) return [];
  const { readPackage } = await import('../disk/read-package.js');
  const { MANIFEST, readFeature } = await import('../project/change/outside-feature.js');
  return Promise.all(
    sources.map((source) => readFeature(source, readPackage(cwd, source, MANIFEST))),
  );
}
