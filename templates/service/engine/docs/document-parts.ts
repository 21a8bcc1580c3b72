import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AccountRules } from '../auth/own-account.js';
import type { OwnRouter } from '../model/define-routes.js';
import type { ModelInfo } from '../model/model-info.js';
import type { ModelModule } from '../model/model-module.js';
import { readJsDoc } from './custom-paths.js';
import type { Limits } from './field-schema.js';
import type { DescribedLines } from './model-schemas.js';
import type { DocumentParts, PackageFacts } from './openapi.js';
import type { DescribedView, DescribedWrites, Paths, Schema } from './openapi-types.js';

/** A feature's description of its endpoints. */
export interface DescribedEndpoints {
  /** What it serves; a function of the models where ids of any of them are in it. */
  readonly paths: Paths | ((models: readonly ModelInfo[]) => Paths);
  /** What it adds to a user's own profile, which need not be there. */
  readonly profile?: Readonly<Record<string, Schema>>;
}

/** The parts of a service that a document describes. */
export interface Described {
  readonly models: readonly ModelInfo[];
  readonly modules: readonly ModelModule[];
  readonly routers: readonly OwnRouter[];
  /** Endpoints of features. */
  readonly endpoints: readonly DescribedEndpoints[];
  readonly account?: AccountRules | undefined;
  readonly limits: Limits;
  readonly writes?: DescribedWrites | undefined;
  readonly view?: DescribedView | undefined;
  readonly lines?: DescribedLines | undefined;
  /** The project's `src`. */
  readonly folder: string;
  /** The folder with the code that runs, whose comments are read. */
  readonly code: string;
  warn(message: string): void;
}

/** Reads all that a document is made of, comments in code included. */
export async function documentParts(described: Described): Promise<DocumentParts> {
  const { modules, endpoints, folder, code, warn } = described;
  const { models, routers, account, limits, writes, view, lines } = described;
  return {
    facts: readPackage(folder),
    ...{ limits, models, routers, account, writes, view, lines },
    routed: modules.map(({ entity, routes }) => ({
      model: models.find(({ name }) => name === entity.name)!,
      routes: routes?.routes ?? [],
    })),
    paths: endpoints.map(({ paths }) => (typeof paths === 'function' ? paths(models) : paths)),
    profile: Object.assign({}, ...endpoints.map(({ profile }) => profile)) as Record<
      string,
      Schema
    >,
    jsdoc: await readJsDoc([join(code, 'models'), join(code, 'routes')], warn),
  };
}

/** The project's package.json. */
export function readPackage(folder: string): PackageFacts {
  const text = readFileSync(join(folder, '../package.json'), 'utf8');
  return JSON.parse(text) as PackageFacts;
}
