/** The feature `files`: fields of files and pictures. */
export { file, image } from './file-type.js';
export type { FileValue } from './file-value.js';
export type { FeatureWithScan, ScannedFile } from './file-scan.js';
export { files } from './files-feature.js';
export type { FilesSettings } from './files-settings.js';
