import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript';
import ts from 'typescript';
import type { OpenApiDocument } from '../docs/openapi-types.js';
import { FORM } from './prepare-document.js';

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
    transform: ({ format = '' }) => {
      const name = CLASSES[format];
      return name === undefined ? undefined : ts.factory.createTypeReferenceNode(name);
    },
  });
  return HEADER + astToString(types);
}

/** What programs send that is no JSON, by the format of its schema. */
const CLASSES: Readonly<Record<string, string>> = { [FORM]: 'FormData', binary: 'Blob' };
