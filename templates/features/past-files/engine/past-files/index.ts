export { pastFiles } from './past-files-feature.js';
