import type { AppResource } from '#ui';

/** Every model of this application; the generator fills the list. */
export const resources: readonly AppResource[] = [];
