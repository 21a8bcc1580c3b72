import type { AppResource } from '#ui';

/** Every model of this application; the list is generated. */
export const resources: readonly AppResource[] = [];
