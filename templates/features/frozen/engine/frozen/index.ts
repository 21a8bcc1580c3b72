/** The feature `frozen`: records that nobody changes any more, such as paid invoices. */
export { frozen } from './frozen-feature.js';
