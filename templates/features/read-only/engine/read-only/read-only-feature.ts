import type { ReadOnlyModels } from '../model/read-only-models.js';
import type { Feature } from '../service/project.js';
import { refusals } from './check-views.js';
import { described } from './describe-views.js';
import { drift } from './find-missing.js';

/** Models of `@ViewEntity` as the engine describes and checks them. */
export const readOnlyModels: ReadOnlyModels = { described, refusals, drift };

/** Models that are only read: views, and tables that other programs write. */
export const readOnly: Feature = { name: 'read-only', readOnly: readOnlyModels };
