// Written by crudgen and rewritten with every change of the models: edits are lost.
import type { Feature } from '#engine';

/** The parts that this service could do without. */
export const features: readonly Feature[] = [];
