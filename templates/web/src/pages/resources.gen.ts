import type { AppResource } from './app-resource';

/** Every model of this application; the generator fills the list. */
export const resources: readonly AppResource[] = [];
