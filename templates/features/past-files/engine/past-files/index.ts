/** The feature `past-files`: files that records have had before. */
export { pastFiles } from './past-files-feature.js';
export type { PastFilesSettings } from './past-files-feature.js';
