export { bytes } from './bytes-type.js';
