/** The feature `value-lists`: fields with lists of values. */
export { LIST } from './list-type.js';
