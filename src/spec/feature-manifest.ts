import type { JsonValue } from '../model/model.js';
import { type Position, type Problem, problemsInOrder, Report } from '../problem.js';
import { checkShape, nodeAt } from './check-shape.js';
import { plainValue } from './node.js';
import { parseJson } from './parse-json.js';

/** The value of a manifest that fits its schema, or its problems. */
export type ReadManifest =
  | { readonly value: JsonValue; readonly at: (pointer: string) => Position }
  | { readonly problems: readonly Problem[] };

/** Reads the manifest of a feature, JSON that may have comments, and checks it by its schema (`feature.schema.json`). */
export function readManifest(file: string, text: string, schema: object): ReadManifest {
  const report = new Report();
  const root = parseJson(file, text, report);
  if (root === null) return { problems: report.problems };
  const problems = checkShape(root, schema, { whole: 'a feature' });
  if (problems.length > 0) return { problems: problemsInOrder(problems) };
  return { value: plainValue(root), at: (pointer) => nodeAt(root, pointer).at };
}
