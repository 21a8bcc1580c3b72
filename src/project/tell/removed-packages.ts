import { lineAt } from '../../code/problem-at.js';
import { specifiersIn } from '../../code/specifiers.js';
import { parseCode } from '../../code/typescript.js';
import type { Plan } from '../../plan/plan.js';
import { type Problem, warning } from '../../problem.js';
import { packagesIn } from '../open/listed-packages.js';
import type { Tree } from '../../tree.js';
import type { OpenProject } from '../open/open-project.js';
import { ownCode } from './own-code.js';

/** Warns of own code that imports packages which a plan takes out of package.json. */
export function removedPackages(project: OpenProject, files: Tree, plan: Plan): Problem[] {
  const left = packagesIn(files);
  const gone = Object.entries(packagesIn(project.onDisk)).filter(([name]) => !(name in left));
  if (gone.length === 0) return [];
  const refused = new Set(plan.refused.map(({ path }) => path));
  const own = ownCode(files, plan, project).filter((path) => !refused.has(path));
  return gone.flatMap(([name, version]): Problem[] => {
    const places = own.flatMap((path) => importsOfPackage(name, path, files.get(path)!));
    if (places.length === 0) return [];
    const message = `your own code imports \`${name}\`, which crudgen removes from package.json`;
    const help = `to keep it: npm install ${name}@${version}; see ${places.join(', ')}`;
    return [warning('lost-package', message, help)];
  });
}

/** The places at which a file imports a package, or a module of it. */
function importsOfPackage(name: string, path: string, text: string): readonly string[] {
  if (!text.includes(name)) return [];
  return specifiersIn(parseCode(path, text))
    .filter((one) => one.text === name || one.text.startsWith(`${name}/`))
    .map(({ start }) => `${path}:${lineAt(text, start)}`);
}
