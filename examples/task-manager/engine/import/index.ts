/*
 * Exports and imports of files, as `#engine/import`: available with the feature `import`.
 */

export { dataImport } from './import-feature.js';
