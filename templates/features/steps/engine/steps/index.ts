/** The feature `steps`: values of enums that change only as their fields say. */
export { steps } from './steps-feature.js';
