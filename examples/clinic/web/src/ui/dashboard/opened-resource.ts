import type { AppResource, ResourceDefinition } from '../application/app-resource';

/** A model with all that is known of it. */
export type OpenedResource = AppResource & ResourceDefinition;
