export { live } from './live-feature.js';
