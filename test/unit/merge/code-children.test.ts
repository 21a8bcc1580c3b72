import { join } from 'node:path';
import { expect, it } from 'vitest';
import {
  isCode,
  parseCode,
  syntaxErrors,
  typescript,
  type ts,
} from '../../../src/code/typescript.js';
import { childrenOf } from '../../../src/merge/code-children.js';
import { readProperty } from '../../../src/merge/code-meaning.js';
import { EXAMPLES, renderExample } from '../../golden/example.js';
import { readCases } from '../../merge/read-case.js';

const parse = (path: string, text: string) => parseCode(path.replace(/\.m?js$/, '.ts'), text);
const cases = readCases(join(import.meta.dirname, '../../merge'));
const trees = [
  ...EXAMPLES.map((example) => renderExample(example)),
  ...cases.flatMap(({ base, mine, next, expected }) => [base, mine, next, expected]),
];
const texts = new Map(trees.flatMap((tree) => [...tree]).map(([path, text]) => [text, path]));
const files = [...texts]
  .filter(([, path]) => isCode(path))
  .map(([text, path]) => parse(path, text))
  .filter((file) => syntaxErrors(file) === 0);

function nodesOf(file: ts.SourceFile): ts.Node[] {
  const found: ts.Node[] = [];
  const visit = (node: ts.Node): void => {
    found.push(node);
    typescript().forEachChild(node, visit);
  };
  visit(file);
  return found;
}
const nodes = files.flatMap(nodesOf);
const kindOf = ({ kind }: ts.Node) => typescript().SyntaxKind[kind];

/** What merges only as a whole though there is something in it. */
const WHOLE = [
  // imports, which merge on their own
  'ImportClause',
  'ImportDeclaration',
  'ImportSpecifier',
  'NamedImports',
  'NamespaceImport',
  // types
  'ArrayType',
  'ConstructorType',
  'FirstNode',
  'FirstTypeNode',
  'FunctionType',
  'IndexSignature',
  'IndexedAccessType',
  'IntersectionType',
  'LiteralType',
  'MappedType',
  'NamedTupleMember',
  'ParenthesizedType',
  'OptionalType',
  'RestType',
  'ConditionalType',
  'InferType',
  'TemplateLiteralType',
  'TemplateLiteralTypeSpan',
  'TupleType',
  'TypeOperator',
  'TypeParameter',
  'TypeQuery',
  'TypeReference',
  'UnionType',
  // statements
  'CallSignature',
  'CaseBlock',
  'CaseClause',
  'ClassStaticBlockDeclaration',
  'DefaultClause',
  'DoStatement',
  'ForInStatement',
  'ForStatement',
  'SwitchStatement',
  'ThrowStatement',
  'WhileStatement',
  // what is short, or says something only as a whole
  'ArrayBindingPattern',
  'BinaryExpression',
  'BindingElement',
  'ComputedPropertyName',
  'ElementAccessExpression',
  'ExportSpecifier',
  'ExpressionWithTypeArguments',
  'JsxClosingElement',
  'JsxSpreadAttribute',
  'MetaProperty',
  'ObjectBindingPattern',
  'PostfixUnaryExpression',
  'PrefixUnaryExpression',
  'PropertyAccessExpression',
  'ShorthandPropertyAssignment',
  'SpreadAssignment',
  'SpreadElement',
  'DeleteExpression',
  'YieldExpression',
  'TaggedTemplateExpression',
  'TemplateExpression',
  'TemplateSpan',
  'TypeOfExpression',
  'VoidExpression',
];

it('what crudgen writes and the cases hold merges part by part, but for this', () => {
  const { forEachChild } = typescript();
  const whole = nodes.filter(
    (node) =>
      childrenOf(node) === null && readProperty(node) === null && forEachChild(node, () => true),
  );
  expect([...new Set(whole.map(kindOf))].sort()).toEqual([...WHOLE].sort());
});

it('children come in the order of the text', () => {
  for (const node of nodes) {
    const places = (childrenOf(node) ?? []).map(({ value }) => value.end);
    expect(places, kindOf(node)).toEqual([...places].sort((a, b) => a - b));
  }
});

it.each([
  ['LabeledStatement', 'a kind that no row names', 'all: for (const a of b) c();\n'],
  ['PropertyAssignment', 'a child that its row does not name', 'f({ readonly a: 1 });\n'],
])('%s merges as a whole with %s', (kind, _, text) => {
  const node = nodesOf(parse('a.ts', text)).find((one) => kindOf(one) === kind)!;
  expect(childrenOf(node)).toBeNull();
});
