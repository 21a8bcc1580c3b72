import { join } from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { parseSpec } from '../../support/parse-spec.js';
import { checkSpec } from '../../../src/spec/check.js';
import { readTree } from '../../golden/read-tree.js';

/** They answer somebody who has just said no. */
const SAID_NO = ['kept', 'cancelled'];

const SRC = join(import.meta.dirname, '../../../src');

/** What stands in our code as a problem that stops a command, and says nothing of what to type. */
function speechless(path: string, text: string): string[] {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    const code = ts.isObjectLiteralExpression(node) ? ofLiteral(node) : ofCall(node);
    if (code !== null && !SAID_NO.includes(code)) found.push(`${path}: ${code}`);
    ts.forEachChild(node, visit);
  };
  const textOf = (node: ts.Node | undefined) =>
    node && ts.isStringLiteralLike(node) ? node.text : null;
  const ofLiteral = ({ properties }: ts.ObjectLiteralExpression): string | null => {
    const named = new Map(
      properties.map((one) => [one.name && ts.isIdentifier(one.name) ? one.name.text : '', one]),
    );
    const code = named.get('code');
    if (!code || !ts.isPropertyAssignment(code) || !named.has('message')) return null;
    // What is spread may hold help; a warning stops nothing.
    return ['help', 'severity', ''].some((name) => named.has(name))
      ? null
      : textOf(code.initializer);
  };
  const ofCall = (node: ts.Node): string | null => {
    if (!ts.isCallExpression(node)) return null;
    const { expression: called, arguments: given } = node;
    const isReport = ts.isPropertyAccessExpression(called) && called.name.text === 'error';
    const isProblem = ts.isIdentifier(called) && /^(?:problem|refusal)$/.test(called.text);
    const help = isReport ? given[3] : isProblem ? given[2] : node;
    const isSilent = help === undefined || (ts.isIdentifier(help) && help.text === 'undefined');
    return isSilent ? textOf(given[0]) : null;
  };
  visit(file);
  return found;
}

test('whatever stops a command says what to type next', () => {
  const files = [...readTree(SRC)].filter(([path]) => path.endsWith('.ts'));
  expect(files.flatMap(([path, text]) => speechless(path, text))).toEqual([]);
});

test('whatever is wrong with a spec says what to write instead', () => {
  const fixtures = readTree(join(import.meta.dirname, '../spec/fixtures'));
  const problems = [...fixtures].flatMap(([path, text]) => {
    const { spec, problems: read } = parseSpec(path, text);
    return [...read, ...checkSpec(spec).problems].map(({ code, help }) => ({ path, code, help }));
  });
  expect(problems.length).toBeGreaterThan(25);
  expect(problems.filter(({ help }) => help === undefined)).toEqual([]);
});
