import type { RequestHandler } from 'express';
import type { ModelModule } from '../model/model-module.js';
import type { Engine } from '../model/operations.js';

/** What a router of models works with. */
export interface RouterParts {
  readonly engine: Engine;
  readonly modules: readonly ModelModule[];
  /** Sets the request's `currentUser`, or throws 401. */
  readonly authentication: { readonly signedIn: RequestHandler };
  readonly settings: { readonly bodyLimit: number };
}
