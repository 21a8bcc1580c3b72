import type { AbsentFeatures, Feature } from '#engine';

/** The optional features of this service. */
export const features: readonly Feature[] = [];

/** The settings of features that it does not have. */
export const absentFeatures: AbsentFeatures = {};
