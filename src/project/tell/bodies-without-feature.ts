import { lineAt } from '../../code/problem-at.js';
import { nodesIn, parseCode, typescript, type ts } from '../../code/typescript.js';
import type { App } from '../../model/model.js';
import { type Problem, warning } from '../../problem.js';
import { featuresOff } from '../../render/features.js';
import type { Templates } from '../../render/template.js';
import { isGenerated, type Tree } from '../../tree.js';

/** Warns of custom endpoints whose bodies are read by features that an application does not have: its start refuses them. */
export function bodiesWithoutFeature(app: App, files: Tree, templates: Templates): Problem[] {
  return featuresOff(app, templates).flatMap(({ name, reads }) =>
    reads.flatMap((kind): Problem[] => {
      const places = [...files].flatMap(([path, text]) => acceptedIn(path, text, kind));
      if (places.length === 0) return [];
      const count = places.length === 1 ? 'one place' : `${places.length} places`;
      const message = `your own code accepts \`${kind}\` in ${count}: without the feature \`${name}\` the service does not start`;
      const help = `add the feature with crudgen add ${name}, or change the code: ${places.join(', ')}`;
      return [warning('absent-body', message, help)];
    }),
  );
}

/** The places at which a file of the service has options of an endpoint with a body of this kind: `{ accept: 'multipart' }`. */
function acceptedIn(path: string, text: string, kind: string): string[] {
  if (!/^src\/.*\.ts$/.test(path) || isGenerated(path) || !text.includes(kind)) return [];
  return nodesIn(parseCode(path, text))
    .filter((node) => isAccepting(node, kind))
    .map((node) => `${path}:${lineAt(text, node.getStart())}`);
}

function isAccepting(node: ts.Node, kind: string): boolean {
  const ts = typescript();
  if (!ts.isPropertyAssignment(node)) return false;
  const { name, initializer } = node;
  const isAccept = (ts.isIdentifier(name) || ts.isStringLiteral(name)) && name.text === 'accept';
  const value = ts.isAsExpression(initializer) ? initializer.expression : initializer;
  return isAccept && ts.isStringLiteralLike(value) && value.text === kind;
}
