import type { UiFeature } from '#ui';

/** The optional features of this back-office, in menu order. */
export const features: readonly UiFeature[] = [];
