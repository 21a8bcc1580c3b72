export { EXACT } from './exact-type.js';
