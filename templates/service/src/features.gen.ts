import type { Feature } from '#engine';

/** The optional features of this service. */
export const features: readonly Feature[] = [];
