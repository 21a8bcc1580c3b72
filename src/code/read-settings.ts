import type { Tree } from '../tree.js';
import { type App, ID_KINDS } from '../model/model.js';
import { problem, type Problem } from '../problem.js';

/** The content of `crudgen.json`: options that the code cannot express. */
export interface Settings
  extends Pick<App, 'name' | 'database' | 'ids'>, Required<Pick<App, 'features'>> {
  /** The version of crudgen that last wrote the project. */
  readonly version: string | null;
  /** Canonical path -> path in the project, for files that cannot be found by content. */
  readonly paths: Readonly<Record<string, string>>;
  /** Tables whose classes stay in the project but are no longer models. */
  readonly ignore: readonly string[];
}

const NO_LIST = problem(
  'bad-settings',
  '`features` in crudgen.json is not a list of names',
  'write for example `["admin", "containers"]`; for the names: crudgen features',
);
const NO_IDS = problem(
  'bad-settings',
  '`ids` in crudgen.json is not a kind of ids',
  `write ${ID_KINDS.map((kind) => `"${kind}"`).join(', ')}, or delete the line for integers`,
);
const NO_OBJECT = problem(
  'bad-settings',
  'crudgen.json is not a JSON object',
  'fix it by hand; the last version that crudgen wrote is .crudgen/base/crudgen.json',
);

const textsOf = (value: unknown): readonly string[] | null =>
  Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : null;

const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null);

function parse(files: Tree, path: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(files.get(path)?.replace(/^\uFEFF/, '') ?? '{}');
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

/** Reads `crudgen.json`, and for a project without a name there, `package.json`. */
export function readSettings(files: Tree): {
  settings: Settings;
  problems: Problem[];
} {
  const own = parse(files, 'crudgen.json');
  const paths = typeof own?.['paths'] === 'object' ? Object.entries(own['paths'] ?? {}) : [];
  const features = textsOf(own?.['features']) ?? [];
  const ids = ID_KINDS.find((kind) => kind === own?.['ids']);
  const settings: Settings = {
    name: textOrNull(own?.['name']) ?? textOrNull(parse(files, 'package.json')?.['name']) ?? 'app',
    database: own?.['database'] === 'postgres' ? 'postgres' : 'sqlite',
    ...(ids && { ids }),
    features,
    version: textOrNull(own?.['version']),
    paths: Object.fromEntries(
      paths.filter((pair): pair is [string, string] => typeof pair[1] === 'string'),
    ),
    ignore: textsOf(own?.['ignore']) ?? [],
  };
  // There is no project without the file, but files of a project may be read.
  const listed = files.has('crudgen.json') ? own?.['features'] : [];
  const isList = Array.isArray(listed) && listed.every((one) => typeof one === 'string');
  const hasIds = own?.['ids'] === undefined || ids !== undefined;
  const problems = [...(isList ? [] : [NO_LIST]), ...(hasIds ? [] : [NO_IDS])];
  return { settings, problems: own ? problems : [NO_OBJECT] };
}
