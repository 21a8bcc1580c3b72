import { builtinModules } from 'node:module';
import { specifiersIn } from '../../code/specifiers.js';
import { isCode, parseCode } from '../../code/typescript.js';
import { problem, type Problem } from '../../problem.js';
import { brokenImports } from '../../refactor/broken-imports.js';
import { ICONS, isFolder } from '../../render/render-package.js';
import { SERVICE_FEATURES } from '../../render/render-registry.js';
import type { Tree } from '../../tree.js';
import { packagesIn } from '../open/listed-packages.js';
import type { OpenProject } from '../open/open-project.js';
import { absentIcons, drawnBy } from '../change/own-icons.js';
import type { OutsideFeature } from '../change/outside-feature.js';

/** What the code of features imports and a project that has them does not: modules, names, packages. */
export function lostImports(
  { mine }: Pick<OpenProject, 'mine'>,
  features: readonly OutsideFeature[],
): Problem[] {
  const paths = features.flatMap(({ name, files }) => pathsOf(name, files));
  const own = new Set([...paths, ...REGISTRIES]);
  const modules = brokenImports(mine)
    .filter((place) => own.has(place.split(': ', 1)[0]!))
    .map((place) =>
      problem(
        'lost-import',
        `${place.replace(': ', ' imports ')}, which does not exist`,
        'import only exports of the engine and of the feature, and list other features whose files it uses in `needs`',
      ),
    );
  return [...modules, ...missingPackages(mine, own), ...missingIcons(mine, own)];
}

/** The icons that features import and a project does not have, as it has the folder in place of the package. */
function missingIcons(files: Tree, own: ReadonlySet<string>): Problem[] {
  if (!isFolder(packagesIn(files)[ICONS] ?? '')) return [];
  return absentIcons(files, drawnBy(files.keys()), own).map(({ icon, place }) =>
    problem(
      'missing-icon',
      `${place} imports the icon \`${icon}\`, which ui/icons does not have`,
      `add \`${ICONS}\` to \`devDependencies\` in feature.json, with its version: projects with the feature get the whole package`,
    ),
  );
}

/** The files that import the parts of features. */
const REGISTRIES = [SERVICE_FEATURES, 'web/src/features.gen.ts'];

/** The paths that the files of a feature have in a project. */
function pathsOf(name: string, files: Tree): readonly string[] {
  const folder = `features/${name}/`;
  return [...files.keys()].map((path) => path.slice(folder.length));
}

function missingPackages(files: Tree, own: ReadonlySet<string>): Problem[] {
  const known = new Set([...Object.keys(packagesIn(files)), ...builtinModules]);
  return [...files].flatMap(([path, text]) => {
    if (!own.has(path) || !isCode(path)) return [];
    const names = specifiersIn(parseCode(path, text)).map((one) => packageIn(one.text));
    const missing = names.filter((name): name is string => name !== null && !known.has(name));
    return [...new Set(missing)].map((name) =>
      problem(
        'missing-package',
        `${path} imports the package \`${name}\`, which the project does not have`,
        'add the package to `dependencies` in feature.json, with its version',
      ),
    );
  });
}

/** The package that a specifier leads to; null for a module of the project and of Node. */
function packageIn(specifier: string): string | null {
  if (/^(?:[.#/]|@\/|node:)/.test(specifier)) return null;
  return /^(?:@[^/]+\/)?[^/]+/.exec(specifier)?.[0] ?? null;
}
