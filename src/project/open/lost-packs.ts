import type { Settings } from '../../code/read-settings.js';
import { CORE, nameOfPack, PACKS } from '../../disk/packs.js';
import type { App } from '../../model/model.js';
import type { BaseStore } from '../../disk/base-store.js';
import { type Problem, warning } from '../../problem.js';
import { featuresOf } from '../../render/features.js';
import { staticFiles } from '../../render/project-files.js';
import type { Tree } from '../../tree.js';
import { VERSION } from '../../version.js';
import { packedFiles } from './packed-files.js';
import { readTemplates } from './templates.js';
import { lostCopies } from './version-problem.js';

/** The stand-ins for packs that are missing or damaged. */
export interface Remade {
  /** Their copies as this crudgen writes them; empty where another version wrote the project. */
  readonly copies: Tree;
  readonly problems: readonly Problem[];
}

interface Kept {
  readonly store: BaseStore;
  /** All copies that could be read. */
  readonly base: Tree;
  readonly mine: Tree;
  readonly settings: Settings;
  readonly app: App;
}

/**
 * The copies of packs that are missing or damaged, with what to do about it. A pack follows from the version and the feature: the
 * crudgen that wrote it can make it again, and what differs on disk counts as the developer's.
 */
export function remakePacks({ store, base, mine, settings, app }: Kept): Remade {
  const features = new Set([CORE, ...featuresOf(app, readTemplates()).map(({ name }) => name)]);
  // The developer may have a file of their own at the path of another feature's file.
  const files = [...packedFiles(readTemplates())].filter(([, name]) => features.has(name));
  const broken = new Set(store.damaged.map(nameOfPack));
  // Another pack beside a damaged pack may be of the other side of a merge.
  const known = new Set(
    files.flatMap(([path, name]) => (base.has(path) && !broken.has(name) ? [name] : [])),
  );
  const lost = new Set(
    files.flatMap(([path, name]) => (mine.has(path) && !known.has(name) ? [name] : [])),
  );
  const isLost = (path: string) => lost.has(nameOfPack(path)!);
  const unused = store.damaged.filter((path) => !isLost(path)).map(ofNoUse);
  if (lost.size === 0) return { copies: new Map(), problems: unused };
  const damaged = store.damaged.filter(isLost);
  const what = whatIsLost([...lost], damaged);
  const older = lostCopies(settings.version, what);
  if (older !== null) return { copies: new Map(), problems: [older, ...unused] };
  const statics = staticFiles(readTemplates());
  const copies = files.filter(([path, name]) => lost.has(name) && mine.has(path));
  return {
    copies: new Map(copies.map(([path]) => [path, statics.get(path)!.text])),
    problems: [remade(what), ...unused],
  };
}

function whatIsLost(names: readonly string[], damaged: readonly string[]): string {
  const missing = names.filter((name) => !damaged.some((path) => nameOfPack(path) === name));
  const paths = missing.map((name) => `${PACKS}/${name}-*.gz`);
  const verb = (count: number) => (count === 1 ? 'is' : 'are');
  return [
    ...(damaged.length > 0 ? [`${damaged.join(', ')} ${verb(damaged.length)} damaged`] : []),
    ...(paths.length > 0 ? [`${paths.join(', ')} ${verb(paths.length)} missing`] : []),
  ].join(', ');
}

const remade = (what: string): Problem =>
  warning(
    'lost-pack',
    `${what}, so each difference from the output of crudgen ${VERSION} in these files counts as your edit`,
    'restore it with git (git log --stat -- .crudgen/packs), or continue: the next command that changes files, or crudgen sync, writes it again',
  );

/** Reports a pack that belongs to no feature that the project has and this crudgen knows. */
const ofNoUse = (path: string): Problem =>
  warning(
    'lost-pack',
    `${path} is damaged, and no file of the project needs it`,
    'restore it with git (git log --stat -- .crudgen/packs), or delete it',
  );
