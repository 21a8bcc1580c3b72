import { specSchema } from '../../src/project/open/templates.js';
import { parseSpec as parse } from '../../src/spec/parse-spec.js';
import type { ParsedSpec } from '../../src/spec/spec.js';

const SCHEMA = specSchema();

/** Parses a spec file with the schema that ships. */
export const parseSpec = (file: string, text: string): ParsedSpec => parse(file, text, SCHEMA);
