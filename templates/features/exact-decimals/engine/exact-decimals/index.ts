export { exact } from './exact-type.js';
