import type { AbsentFeatures, Feature } from '#engine';

/** The optional features of this service. */
export const features: readonly Feature[] = [];

/** Whether the service has a back-office. */
export const hasBackOffice: boolean = true;

/** The settings of features that it does not have. */
export const absentFeatures: AbsentFeatures = {};
