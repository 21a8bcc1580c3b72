import { typescript, type ts } from '../code/typescript.js';

type Node = ts.Node;

/** A parenthesised JSX element, call or name says nothing more than what it holds. */
export function unwrap(node: Node): Node {
  const kit = typescript();
  if (!kit.isParenthesizedExpression(node)) return node;
  const inner = unwrap(node.expression);
  const plain =
    kit.isJsxElement(inner) ||
    kit.isJsxSelfClosingElement(inner) ||
    kit.isJsxFragment(inner) ||
    kit.isIdentifier(inner) ||
    kit.isCallExpression(inner);
  return plain ? inner : node;
}

/** Whether a token is only there because of how a file is written. */
function isFormat(token: Node, file: ts.SourceFile): boolean {
  const kit = typescript();
  const { SyntaxKind } = kit;
  const { kind, parent } = token;
  if (kind === SyntaxKind.SemicolonToken) return !kit.isForStatement(parent);
  if (kind === SyntaxKind.CommaToken) {
    if (kit.isTypeElement(parent)) return true;
    const after = /^(?:\s|\/\*[^]*?\*\/|\/\/.*)*/.exec(file.text.slice(token.end))?.[0].length ?? 0;
    return ')]}>'.includes(file.text[token.end + after] ?? ' ');
  }
  if (kind === SyntaxKind.OpenParenToken || kind === SyntaxKind.CloseParenToken)
    return kit.isArrowFunction(parent)
      ? parent.parameters.length === 1 && parent.parameters[0]?.getChildCount(file) === 1
      : kit.isParenthesizedExpression(parent) && unwrap(parent) !== parent;
  return kind === SyntaxKind.BarToken && token.pos === parent.pos;
}

/** What a function reads of its one argument, as `(task) => task.project` does; null for every other function. */
export function readProperty(node: Node): string | null {
  const kit = typescript();
  if (!kit.isArrowFunction(node) || node.modifiers || node.typeParameters || node.type) return null;
  const [parameter, ...more] = node.parameters;
  const { body } = node;
  if (!parameter || more.length > 0 || parameter.getChildCount() !== 1) return null;
  const isRead = kit.isPropertyAccessExpression(body) && !body.questionDotToken;
  return isRead && body.expression.getText() === parameter.getText() ? body.name.text : null;
}

/** One spelling of a token: quotes and blanks of JSX text do not count. */
function spelling(token: Node, file: ts.SourceFile): string {
  const kit = typescript();
  if (kit.isStringLiteral(token)) {
    const { parent } = token;
    const name = kit.isPropertyAssignment(parent) && parent.name === token;
    return name && /^[A-Za-z_$][\w$]*$/.test(token.text) ? token.text : JSON.stringify(token.text);
  }
  if (kit.isJsxText(token)) return token.text.replace(/\s+/g, ' ').trim();
  return token.getText(file);
}

/** Everything that one walk over a file's tokens finds. */
export interface Tokens {
  readonly meanings: Map<Node, string>;
  readonly comments: { start: number; end: number }[];
  readonly verbatim: { start: number; end: number }[];
  readonly semicolons: number[];
  readonly strings: { start: number; end: number }[];
}

/** The comments in a piece of trivia. */
function commentsIn(text: string, from: number, to: number): { start: number; end: number }[] {
  const found = text.slice(from, to).matchAll(/\/\*[^]*?\*\/|\/\/[^\r\n]*/g);
  return [...found].map(({ 0: all, index }) => ({
    start: from + index,
    end: from + index + all.length,
  }));
}

function noteToken(token: Node, file: ts.SourceFile, tokens: Tokens): string {
  const kit = typescript();
  const { SyntaxKind } = kit;
  const start = token.kind === SyntaxKind.JsxText ? token.pos : token.getStart(file, false);
  const span = { start, end: token.end };
  tokens.comments.push(...commentsIn(file.text, token.pos, start));
  const isText = token.kind === SyntaxKind.JsxText;
  if (isText || file.text.slice(start, token.end).includes('\n')) {
    if (!isText) tokens.verbatim.push(span);
  } else if (kit.isStringLiteral(token) && !kit.isJsxAttribute(token.parent))
    tokens.strings.push(span);
  if (isFormat(token, file)) {
    if (token.kind === SyntaxKind.SemicolonToken) tokens.semicolons.push(start);
    return '';
  }
  return spelling(token, file);
}

/** Walks a file once: the meaning of each node (its tokens without trivia, in one spelling), comments and format. */
export function readTokens(file: ts.SourceFile): Tokens {
  const { SyntaxKind } = typescript();
  const tokens: Tokens = {
    meanings: new Map(),
    comments: [],
    verbatim: [],
    semicolons: [],
    strings: [],
  };
  const walk = (node: Node): string => {
    if (node.kind >= SyntaxKind.FirstJSDocNode && node.kind <= SyntaxKind.LastJSDocNode) return '';
    const children = node.getChildren(file);
    const said =
      children.length === 0 && node.kind !== SyntaxKind.SyntaxList
        ? noteToken(node, file, tokens)
        : children
            .map(walk)
            .filter((word) => word !== '')
            .join(' ');
    const property = readProperty(node);
    // Whatever the argument is called, the same is said.
    const meaning = property === null ? said : `=> . ${property}`;
    tokens.meanings.set(node, meaning);
    return meaning;
  };
  walk(file);
  return tokens;
}
