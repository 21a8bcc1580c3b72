import { applyEdits, modify, parse } from 'jsonc-parser';
import { lineAt } from '../../code/problem-at.js';
import { specifiersIn } from '../../code/specifiers.js';
import { isCode, nodesIn, parseCode, typescript } from '../../code/typescript.js';
import { type Problem, warning } from '../../problem.js';
import type { Packages } from '../../render/features.js';
import { projectPaths } from '../../render/project-files.js';
import { ICONS, isFolder, renderPackage } from '../../render/render-package.js';
import type { App } from '../../model/model.js';
import type { Templates } from '../../render/template.js';
import { fileName, type Tree } from '../../tree.js';
import { packagesIn } from '../open/listed-packages.js';
import type { OpenProject } from '../open/open-project.js';

/*
 * `@mui/icons-material` has 43,000 files; a project has the icons that its pages and react-admin import, as a package in this
 * folder. What else a developer imports must be there after an upgrade, too.
 */
export const FOLDER = 'ui/icons/';
const MANIFEST = 'package.json';
const LOCK = 'package-lock.json';

/** The export of the package's root in the folder: a type. */
const TYPE = 'SvgIconComponent';

/** An icon that is imported and that no file of the folder draws. */
interface Absent {
  readonly icon: string;
  readonly place: string;
}

/** The kept copies that an upgrade starts from, and what it says of icons. */
export interface KeptIcons {
  readonly base: Tree;
  readonly problems: readonly Problem[];
}

type Project = Pick<OpenProject, 'base' | 'installed'>;

/**
 * Keeps the icons that a developer's files import and that crudgen does not write: the whole package of a project that still has
 * it, and a file of the folder that a newer version lacks. Both become the developer's own, as if crudgen had never written them.
 */
export function keepIcons(
  project: Project,
  files: Tree,
  { app, templates }: { readonly app: App; readonly templates: Templates },
): KeptIcons {
  const { base } = project;
  const next = packagesIn(new Map([[MANIFEST, renderPackage(app, templates)]]))[ICONS];
  const kept = packagesIn(base)[ICONS];
  const mine = packagesIn(files)[ICONS];
  if (!next || !isFolder(next) || !kept || !mine) return { base, problems: [] };
  const drawn = drawnBy(projectPaths(templates));
  const absent = absentIcons(files, drawn, ownPaths(project, files));
  if (isFolder(mine)) return { base: withoutCopies(base, absent), problems: [] };
  const needing = packagesNeeding(files);
  const isOwn = isFolder(kept) || mine !== kept;
  if (!isOwn && absent.length + needing.length === 0) return { base, problems: [] };
  return {
    base: new Map(base).set(MANIFEST, withIcons(base.get(MANIFEST)!, next)),
    problems: isFolder(kept) ? [] : [wholePackage(absent, needing)],
  };
}

/** The names of the icons that files of the folder draw. */
export const drawnBy = (paths: Iterable<string>): ReadonlySet<string> =>
  new Set(
    [...paths]
      .filter((path) => path.startsWith(FOLDER) && path.endsWith('.js'))
      .map((path) => fileName(path).slice(0, -'.js'.length)),
  );

/** The icons that some files import and that are not drawn. */
export function absentIcons(
  files: Tree,
  drawn: ReadonlySet<string>,
  paths: Iterable<string>,
): readonly Absent[] {
  return [...paths].flatMap((path) => {
    const text = files.get(path) ?? '';
    if (!isCode(path) || !text.includes(ICONS)) return [];
    return importedIcons(path, text).filter(({ icon }) => !drawn.has(icon));
  });
}

/** The names that a file imports from the package; `*` if it imports the whole package. */
function importedIcons(path: string, text: string): readonly Absent[] {
  const file = parseCode(path, text);
  const named = (start: number, icons: readonly string[]): Absent[] =>
    icons.map((icon) => ({ icon, place: `${path}:${lineAt(text, start)}` }));
  return specifiersIn(file).flatMap(({ text: specifier, start }) => {
    if (specifier.startsWith(`${ICONS}/`)) return named(start, [specifier.slice(ICONS.length + 1)]);
    return specifier === ICONS ? named(start, namesAt(file, start)) : [];
  });
}

/** The names that an import of the whole package takes; all of them where it says none. */
function namesAt(file: ReturnType<typeof parseCode>, start: number): readonly string[] {
  const ts = typescript();
  for (const node of nodesIn(file)) {
    if (!ts.isImportDeclaration(node) || node.moduleSpecifier.getStart() + 1 !== start) continue;
    const bindings = node.importClause?.namedBindings;
    if (node.importClause?.name !== undefined || !bindings || !ts.isNamedImports(bindings)) break;
    const names = bindings.elements.map(({ propertyName, name }) => (propertyName ?? name).text);
    // An icon by its name is drawn by a file, and yet the folder exports none at its root.
    return names.filter((name) => name !== TYPE).map((name) => `{ ${name} }`);
  }
  return ['*'];
}

/** Files that are not as crudgen wrote them, and those of features of others. */
function ownPaths({ base, installed }: Project, files: Tree): readonly string[] {
  const others = projectPaths(installed);
  return [...files].flatMap(([path, text]) =>
    base.get(path) !== text || others.has(path) ? [path] : [],
  );
}

/** Packages that import icons themselves, by the lock file; those of react-admin import what the folder has. */
function packagesNeeding(files: Tree): readonly string[] {
  const { packages = {} } = (parse(files.get(LOCK) ?? '{}') ?? {}) as {
    readonly packages?: Readonly<Record<string, Locked>>;
  };
  return Object.entries(packages).flatMap(([path, { dependencies, peerDependencies }]) => {
    const name = path.split('node_modules/').at(-1)!;
    const isKit = name === '' || /^(?:react-admin|ra-ui-materialui)$/.test(name);
    return !isKit && ICONS in { ...dependencies, ...peerDependencies } ? [name] : [];
  });
}

interface Locked {
  readonly dependencies?: Packages;
  readonly peerDependencies?: Packages;
}

/** Copies without those of icons that are imported: their files are the developer's from now on. */
function withoutCopies(base: Tree, absent: readonly Absent[]): Tree {
  const own = new Set(absent.map(({ icon }) => `${FOLDER}${icon}.js`));
  return [...own].some((path) => base.has(path))
    ? new Map([...base].filter(([path]) => !own.has(path)))
    : base;
}

/** `package.json` with another version of the package. */
function withIcons(text: string, version: string): string {
  const { dependencies = {} } = JSON.parse(text) as { readonly dependencies?: Packages };
  const kind = ICONS in dependencies ? 'dependencies' : 'devDependencies';
  return applyEdits(text, modify(text, [kind, ICONS], version, {}));
}

function wholePackage(absent: readonly Absent[], needing: readonly string[]): Problem {
  const needed = [
    ...absent.map(({ icon, place }) => `${icon} in ${place}`),
    ...needing.map((name) => `the package \`${name}\``),
  ];
  const rest = needed.length > MANY ? `, and ${needed.length - MANY} more` : '';
  const why =
    needed.length === 0
      ? 'since package.json has a version of your own'
      : `since ${FOLDER} lacks icons that the project imports: ${needed.slice(0, MANY).join(', ')}${rest}`;
  const message = `the project keeps all 43,000 files of \`${ICONS}\`, ${why}`;
  const help = `nothing has to be done; ui/icons/README.md says how to do without them`;
  return warning('whole-icons', message, help);
}

/** More icons than this are counted. */
const MANY = 5;
