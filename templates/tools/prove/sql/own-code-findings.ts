import type { ModelInfo } from '../../../service/engine/model/model-info.js';
import type { SqlFinding, SystemUse } from '../report/report.js';
import { shortened, type OwnCodeWatch } from './own-code-watch.js';
import { readOwnCode, type CodePlace } from './read-own-code.js';

/** Everything that the code of a project does past the rules: seen while requests were answered, and otherwise only read. */
export interface OwnCodeFindings {
  readonly sql: readonly SqlFinding[];
  readonly system: readonly SystemUse[];
}

export function ownCodeFindings(
  watch: Pick<OwnCodeWatch, 'sql' | 'system'>,
  folder: string,
  models: readonly ModelInfo[],
): OwnCodeFindings {
  const code = readOwnCode(folder, models);
  const statements = code.sql.filter((one) => !watch.sql.some(({ place }) => isAt(place, one)));
  const uses = code.system.filter(
    (one) => !watch.system.some(({ place, model }) => isAt(place, one) && model === one.model),
  );
  const sql = statements.map(({ models: some, statement, ...place }) => ({
    place: textOf(place),
    models: some,
    statement: shortened(statement.replaceAll(/\s+/g, ' ').trim()),
    request: null,
  }));
  const system = uses.map(({ model, ...place }) => ({
    ...{ place: textOf(place), model, request: null },
  }));
  return { sql: byPlace([...watch.sql, ...sql]), system: byPlace([...watch.system, ...system]) };
}

/** Whether a line that ran is in the statement that was read: a stack names the line that waits for the answer. */
function isAt(place: string | null, { file, from, to }: CodePlace): boolean {
  const at = place?.lastIndexOf(':') ?? -1;
  if (place === null || place.slice(0, at) !== file) return false;
  const line = Number(place.slice(at + 1));
  return from <= line && line <= to;
}

const textOf = ({ file, line }: Pick<CodePlace, 'file' | 'line'>): string => `${file}:${line}`;

/** Several places of one line are told once. */
function byPlace<T extends { readonly place: string | null }>(
  findings: readonly T[],
): readonly T[] {
  const known = new Map(findings.map((one) => [JSON.stringify({ ...one, statement: '' }), one]));
  return [...known.values()].toSorted((a, b) =>
    (a.place ?? '').localeCompare(b.place ?? '', 'en', { numeric: true }),
  );
}
