import { typescript, type ts } from '../code/typescript.js';
import type { Span } from './part.js';

type Node = ts.Node;

/** Strips parentheses around a JSX element, call or name. */
export function unwrap(node: Node): Node {
  const ts = typescript();
  if (!ts.isParenthesizedExpression(node)) return node;
  const inner = unwrap(node.expression);
  const plain =
    ts.isJsxElement(inner) ||
    ts.isJsxSelfClosingElement(inner) ||
    ts.isJsxFragment(inner) ||
    ts.isIdentifier(inner) ||
    ts.isCallExpression(inner);
  return plain ? inner : node;
}

/** Whether a token is only formatting. */
export function isFormat(token: Node, file: ts.SourceFile): boolean {
  const ts = typescript();
  const { SyntaxKind } = ts;
  const { kind, parent } = token;
  if (kind === SyntaxKind.SemicolonToken) return !ts.isForStatement(parent);
  if (kind === SyntaxKind.CommaToken) {
    if (ts.isTypeElement(parent)) return true;
    const after = /^(?:\s|\/\*[^]*?\*\/|\/\/.*)*/.exec(file.text.slice(token.end))?.[0].length ?? 0;
    return ')]}>'.includes(file.text[token.end + after] ?? ' ');
  }
  if (kind === SyntaxKind.OpenParenToken || kind === SyntaxKind.CloseParenToken)
    return ts.isArrowFunction(parent)
      ? parent.parameters.length === 1 && parent.parameters[0]?.getChildCount(file) === 1
      : ts.isParenthesizedExpression(parent) && unwrap(parent) !== parent;
  return kind === SyntaxKind.BarToken && token.pos === parent.pos;
}

/** The property that a function like `(task) => task.project` reads; null for other functions. */
export function readProperty(node: Node): string | null {
  const ts = typescript();
  if (!ts.isArrowFunction(node) || node.modifiers || node.typeParameters || node.type) return null;
  const [parameter, ...more] = node.parameters;
  const { body } = node;
  if (!parameter || more.length > 0 || parameter.getChildCount() !== 1) return null;
  const isRead = ts.isPropertyAccessExpression(body) && !body.questionDotToken;
  return isRead && body.expression.getText() === parameter.getText() ? body.name.text : null;
}

/** The normalized text of a token, without quotes and the blanks of JSX text. */
export function spelling(token: Node, file: ts.SourceFile): string {
  const ts = typescript();
  if (ts.isStringLiteral(token)) {
    const { parent } = token;
    const name = ts.isPropertyAssignment(parent) && parent.name === token;
    return name && /^[A-Za-z_$][\w$]*$/.test(token.text) ? token.text : JSON.stringify(token.text);
  }
  if (ts.isJsxText(token)) return token.text.replace(/\s+/g, ' ').trim();
  return token.getText(file);
}

/** The result of one walk over a file's tokens. */
export interface Tokens {
  readonly meanings: Map<Node, string>;
  readonly comments: Span[];
  readonly verbatim: Span[];
  readonly semicolons: number[];
  readonly strings: Span[];
}

/** The comments in a piece of trivia. */
export function commentsIn(text: string, from: number, to: number): Span[] {
  const trivia = text.slice(from, to);
  // Most tokens have no comment before them, and each token of a file comes here.
  if (!trivia.includes('/')) return [];
  const found = trivia.matchAll(/\/\*[^]*?\*\/|\/\/[^\r\n]*/g);
  return [...found].map(({ 0: all, index }) => ({
    start: from + index,
    end: from + index + all.length,
  }));
}

/** Records what a token shows about the format of a file; returns its meaning. */
function readToken(token: Node, file: ts.SourceFile, tokens: Tokens): string {
  const ts = typescript();
  const isText = ts.isJsxText(token);
  const span = { start: isText ? token.pos : token.getStart(file, false), end: token.end };
  const isLong = file.text.slice(span.start, span.end).includes('\n');
  tokens.comments.push(...commentsIn(file.text, token.pos, span.start));
  if (isLong && !isText) tokens.verbatim.push(span);
  if (!isLong && ts.isStringLiteral(token) && !ts.isJsxAttribute(token.parent))
    tokens.strings.push(span);
  if (!isFormat(token, file)) return spelling(token, file);
  if (token.kind === ts.SyntaxKind.SemicolonToken) tokens.semicolons.push(span.start);
  return '';
}

/** Walks a file once for the meaning of each node (its normalized tokens), comments and format. */
export function readTokens(file: ts.SourceFile): Tokens {
  const { SyntaxKind } = typescript();
  const lists = { comments: [], verbatim: [], semicolons: [], strings: [] };
  const tokens: Tokens = { meanings: new Map(), ...lists };
  const read = (node: Node): string => {
    const children = node.getChildren(file);
    if (children.length === 0 && node.kind !== SyntaxKind.SyntaxList)
      return readToken(node, file, tokens);
    const words = children.map(walk).filter((word) => word !== '');
    // The parameter name in `(task) => task.project` does not matter.
    const property = readProperty(node);
    return property === null ? words.join(' ') : `=> . ${property}`;
  };
  const walk = (node: Node): string => {
    if (node.kind >= SyntaxKind.FirstJSDocNode && node.kind <= SyntaxKind.LastJSDocNode) return '';
    const meaning = read(node);
    tokens.meanings.set(node, meaning);
    return meaning;
  };
  walk(file);
  return tokens;
}
