import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript';
import type { OpenApiDocument } from '../docs/openapi-types.js';

const HEADER = `/*
 * The endpoints of the service, as \`npm run client\` writes them from its code: every edit is lost.
 */

`;

/** The types of a prepared document: a module that imports nothing. */
export async function printTypes(document: OpenApiDocument): Promise<string> {
  const types = await openapiTS(document as unknown as OpenAPI3, {
    // An object without stated properties may have any.
    emptyObjectsUnknown: true,
    // What has a default need not be sent.
    defaultNonNullable: false,
  });
  return HEADER + astToString(types);
}
