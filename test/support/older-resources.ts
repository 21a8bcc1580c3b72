import type { Tree } from '../../src/tree.js';
import { withPlainCopies } from './store-of.js';

const FACTS = /\.facts\.gen\.ts$/;

/** A rendered project, kept copies included, whose resource files say what the entities say, as all did before 0.4. */
export function withOlderResources(rendered: Tree): Tree {
  const older = [...rendered].flatMap(([path, text]): [string, string][] => {
    if (FACTS.test(path)) return [];
    const facts = rendered.get(path.replace('.resource.ts', '.facts.gen.ts'));
    return [[path, path.endsWith('.resource.ts') && facts ? listing(text, facts) : text]];
  });
  return withPlainCopies(new Map(older));
}

/** One file of both. */
function listing(resource: string, facts: string): string {
  const [, rules = ''] = /(import \{ \w+Rules \}.*\n)/.exec(facts) ?? [];
  const [list = ''] = /\/\*\* What filters[^]*?\n\];\n/.exec(facts) ?? [];
  const [, members = ''] = /Facts = \{\n([^]*?)\};/.exec(facts.replace(': ModelFacts', '')) ?? [];
  const own = members.replace(/ {2}(?:fields|rules): .*\n/g, '');
  const last = members.replaceAll(/ {2}(?!fields|rules).*\n/g, '');
  return resource
    .replace('{ page', '{ type FieldFact, page')
    .replace(/import .*\.facts\.gen';\n/, `${rules}\n${list}`)
    .replace(/ {2}\.\.\.\w+Facts,\n/, own)
    .replace(/\};\n$/, `${last}};\n`);
}
