/** The feature `privacy`: what a service has of a person, shown, exported and erased. */
export { privacyFeature } from './privacy-feature.js';
export type { PersonalTable } from './personal-tables.js';
