import { accessEntities } from '../auth/access-control.js';
import { createPasswords } from '../auth/passwords.js';
import { documentParts } from '../docs/document-parts.js';
import type { Limits } from '../docs/field-schema.js';
import { publicView, type View } from '../docs/model-schemas.js';
import { openApiDocument } from '../docs/openapi.js';
import type { OpenApiDocument } from '../docs/openapi-types.js';
import { describeModels } from '../model/describe-models.js';
import type { ModelInfo } from '../model/model-info.js';
import { allModels, engineFeatures } from '../service/compose.js';
import { sourceFolder, type Project } from '../service/project.js';
import { readEntities } from './unconnected.js';

/** What a new project has: the document must not depend on the machine that makes it. */
const LIMITS: Limits = {
  bodyLimit: 1_048_576,
  maxPageSize: 1000,
  defaultPageSize: 25,
  passwordMinLength: 8,
};

/** Whatever some role may read or write. */
export const wholeView: View = {
  readable: (model) => isOpenToSome(model, 'read'),
  writable: (model) => isOpenToSome(model, 'write'),
  lists: () => true,
  shows: () => true,
  always: publicView.readable,
  choosing: false,
};

const isOpenToSome =
  ({ access: { fields } }: ModelInfo, kind: 'read' | 'write') =>
  (field: string): boolean =>
    !Object.hasOwn(fields, field) || fields[field]?.[kind]?.length !== 0;

/**
 * The OpenAPI document of a project with everything that any role may see. It is made of the code alone: no setting is read, and
 * no database is opened.
 */
export async function projectDocument(
  project: Project,
  warn: (message: string) => void,
): Promise<OpenApiDocument> {
  const { features = [], routers = [], account, user } = project;
  const added = engineFeatures(project);
  const passwords = createPasswords({ threads: 1 });
  try {
    const modules = allModels(project, passwords, () => undefined);
    const entities = new Set([
      ...modules.map(({ entity }) => entity),
      ...accessEntities(user, modules),
    ]);
    const parts = await documentParts({
      ...{ modules, account, warn, limits: LIMITS },
      writes: features.flatMap((one) => one.writes ?? [])[0],
      view: features.flatMap((one) => one.view ?? [])[0],
      models: describeModels(await readEntities([...entities]), modules, added),
      lines: added.lines?.schemas,
      routers: [...routers, ...features.flatMap((one) => one.routers ?? [])],
      endpoints: features.flatMap((one) => one.endpoints ?? []),
      folder: sourceFolder(project),
      code: project.folder,
    });
    return openApiDocument(parts, wholeView);
  } finally {
    await passwords.close();
  }
}
