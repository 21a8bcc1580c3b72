import ts from 'typescript';
import { applySplices, type Splice } from '../../src/merge/splice.js';
import type { Dice } from '../../templates/tools/prove/worlds/dice.js';

/** A file as its developer edits it: its syntax, the dice that choose a place, and a word that no one else writes. */
interface Editing {
  readonly path: string;
  readonly text: string;
  readonly file: ts.SourceFile;
  readonly dice: Dice;
  readonly mark: string;
}

/** The splices of one edit; null where a file has no place for it. */
type Edit = (editing: Editing) => readonly Splice[] | null;

const insert = (at: number, text: string): Splice => ({ at, remove: 0, insert: text });
const replace = (node: ts.Node, text: string): Splice => ({
  at: node.getStart(),
  remove: node.end - node.getStart(),
  insert: text,
});

/** Every node of a file that is of a kind. */
function all<N extends ts.Node>(file: ts.SourceFile, is: (node: ts.Node) => node is N): N[] {
  const found: N[] = [];
  const visit = (node: ts.Node): void => {
    if (is(node)) found.push(node);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

const pick = <T>({ dice }: Editing, items: readonly T[]): T | null =>
  items.length === 0 ? null : dice.pick(items);

/** Something that a list holds, one beside the other, with the list. */
interface Entry {
  readonly node: ts.Node;
  readonly nodes: ts.NodeArray<ts.Node>;
}

const isMember = (node: ts.Node): node is ts.ClassElement =>
  ts.isPropertyDeclaration(node) || ts.isMethodDeclaration(node);

/** Whatever stands on lines of its own or between commas: statements, members, properties, elements, arguments. */
function entriesOf(file: ts.SourceFile): Entry[] {
  return all(file, (_): _ is ts.Node => true).flatMap((node): Entry[] => {
    const lists: (ts.NodeArray<ts.Node> | undefined)[] = [];
    if (ts.isSourceFile(node) || ts.isBlock(node)) lists.push(node.statements);
    if (ts.isClassLike(node)) lists.push(node.members);
    if (ts.isObjectLiteralExpression(node)) lists.push(node.properties);
    if (ts.isArrayLiteralExpression(node)) lists.push(node.elements);
    return lists.flatMap((nodes) => (nodes ?? []).map((one) => ({ node: one, nodes: nodes! })));
  });
}

const startsLine = (text: string, at: number): boolean =>
  /(?:^|\n)[ \t]*$/.test(text.slice(Math.max(0, at - 80), at));
const indentOf = (text: string, at: number): string =>
  /[ \t]*$/.exec(text.slice(text.lastIndexOf('\n', at - 1) + 1, at))?.[0] ?? '';

const children = (file: ts.SourceFile) =>
  all(file, ts.isJsxElement)
    .concat(all(file, ts.isJsxFragment) as never)
    .flatMap(({ children }) =>
      children.filter((one) => ts.isJsxElement(one) || ts.isJsxSelfClosingElement(one)),
    );

/** Gaps between two tokens where a comment may stand. */
function gapsOf(file: ts.SourceFile): number[] {
  const tokens: ts.Node[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isJsxText(node) || ts.isTemplateExpression(node)) return;
    const parts = node.getChildren(file);
    if (parts.length === 0 && node.kind !== ts.SyntaxKind.EndOfFileToken && node.end > node.pos)
      tokens.push(node);
    // Inside the tags of JSX a comment stands between attributes, inside its text it is text.
    parts.forEach(visit);
  };
  visit(file);
  const inText = (one: ts.Node): boolean =>
    ts.isJsxText(one) || ts.isJsxElement(one) || ts.isJsxFragment(one);
  return tokens
    .filter(
      (one) =>
        !inText(one.parent) &&
        !ts.isJsxOpeningElement(one.parent) &&
        !ts.isJsxClosingElement(one.parent) &&
        !ts.isJsxSelfClosingElement(one.parent) &&
        !ts.isJsxOpeningFragment(one.parent) &&
        !ts.isJsxClosingFragment(one.parent) &&
        !ts.isJsxExpression(one.parent),
    )
    .map((one) => one.getStart(file));
}

/** The names that a file declares for itself, with all their uses. */
function localsOf(file: ts.SourceFile): ts.Identifier[][] {
  const declared = file.statements.flatMap((one): ts.Identifier[] => {
    if (ts.canHaveModifiers(one) && one.modifiers?.length) return [];
    if (ts.isFunctionDeclaration(one) && one.name) return [one.name];
    if (!ts.isVariableStatement(one)) return [];
    const [first, ...more] = one.declarationList.declarations;
    return first && more.length === 0 && ts.isIdentifier(first.name) ? [first.name] : [];
  });
  return declared.map((name) =>
    all(file, ts.isIdentifier).filter(
      (one) =>
        one.text === name.text &&
        !(ts.isPropertyAccessExpression(one.parent) && one.parent.name === one) &&
        !(ts.isPropertyAssignment(one.parent) && one.parent.name === one) &&
        !(ts.isJsxAttribute(one.parent) && one.parent.name === one),
    ),
  );
}

/** A function as an arrow in a constant, with another name where one is given. */
function asArrow({ text, file }: Editing, node: ts.FunctionDeclaration): Splice[] {
  const slice = (from: number, to: number) => text.slice(from, to);
  const { modifiers = [], name, body, parameters } = node;
  const words = modifiers.map((one) => one.getText(file));
  const isAsync = words.includes('async');
  const kept = words.filter((word) => word !== 'async').join(' ');
  const open = slice(name!.end, parameters.pos);
  const head = slice(parameters.pos, body!.getStart(file)).trimEnd();
  const result = `${kept}${kept ? ' ' : ''}const ${name!.text} = ${isAsync ? 'async ' : ''}${open}${head} => ${body!.getText(file)};`;
  return [replace(node, result)];
}

const functionsOf = (file: ts.SourceFile) =>
  all(file, ts.isFunctionDeclaration).filter(
    (one) =>
      one.name &&
      one.body &&
      one.parent === file &&
      !one.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.DefaultKeyword),
  );

const importsOf = (file: ts.SourceFile) => file.statements.filter(ts.isImportDeclaration);
const namedIn = (node: ts.ImportDeclaration): ts.NamedImports | null => {
  const named = node.importClause?.namedBindings;
  return named && ts.isNamedImports(named) ? named : null;
};

/** Swaps two entries of a list with all that is between the tokens of each. */
function swap(nodes: readonly ts.Node[], { dice }: Editing): Splice[] | null {
  if (nodes.length < 2) return null;
  const at = dice.below(nodes.length - 1);
  const [one, other] = [nodes[at]!, nodes[dice.chance(0.5) ? at + 1 : nodes.length - 1]!];
  if (one === other) return null;
  return [replace(one, other.getText()), replace(other, one.getText())];
}

/** Removes an entry with its separator; the comments above it stay. */
function remove({ text }: Editing, node: ts.Node): Splice {
  const comma = /^\s*,/.exec(text.slice(node.end))?.[0].length ?? 0;
  return { at: node.getFullStart(), remove: node.end + comma - node.getFullStart(), insert: '' };
}

const isTest = (path: string): boolean => /\.test\.tsx?$/.test(path);

/** What developers do to a file, by its syntax. */
export const OWN_EDITS: Readonly<Record<string, Edit>> = {
  'a comment above': (editing) => {
    const { text, file, mark } = editing;
    const found = pick(
      editing,
      entriesOf(file).filter(({ node }) => startsLine(text, node.getStart())),
    );
    if (!found) return null;
    const at = found.node.getStart();
    return [insert(at, `// ${mark}\n${indentOf(text, at)}`)];
  },
  'a comment behind': (editing) => {
    const { text, file, mark } = editing;
    const found = pick(editing, entriesOf(file));
    if (!found) return null;
    const end = found.node.end + (/^[;,]/.exec(text.slice(found.node.end))?.[0].length ?? 0);
    if (!/^[ \t]*\r?\n/.test(text.slice(end))) return null;
    return [insert(end, ` // ${mark}`)];
  },
  'a comment anywhere': (editing) => {
    const at = pick(editing, gapsOf(editing.file));
    return at === null ? null : [insert(at, `/* ${editing.mark} */ `)];
  },
  'a comment in a page': (editing) => {
    const found = pick(editing, children(editing.file));
    if (!found) return null;
    const at = found.getStart();
    return [insert(at, `{/* ${editing.mark} */}\n${indentOf(editing.text, at)}`)];
  },
  'a comment between decorators': (editing) => {
    const found = pick(editing, all(editing.file, ts.isDecorator));
    if (!found) return null;
    const at = found.end;
    return [insert(at, ` // ${editing.mark}`)];
  },
  'a comment in front of an import': (editing) => {
    const found = pick(editing, importsOf(editing.file));
    return found && [insert(found.getStart(), `// ${editing.mark}\n`)];
  },
  'a comment at the end': ({ text, mark }) => [insert(text.length, `\n// ${mark}\n`)],
  'a comment at the start': ({ mark }) => [insert(0, `/* ${mark} */\n\n`)],
  'a statement more': (editing) => {
    const { text, file, mark } = editing;
    const blocks = all(file, ts.isBlock).filter(({ statements }) => statements.length > 0);
    const block = pick(editing, blocks);
    const statement = block && pick(editing, [...block.statements]);
    if (!statement || !startsLine(text, statement.getStart())) return null;
    const at = statement.getStart();
    return [insert(at, `console.info('${mark}');\n${indentOf(text, at)}`)];
  },
  'a declaration more': (editing) => {
    const { file, mark } = editing;
    const found = pick(
      editing,
      file.statements.filter((one) => !ts.isImportDeclaration(one)),
    );
    if (!found) return null;
    const texts = [
      `export const ${mark} = 1;`,
      `export function ${mark}(): number {\n  return 1;\n}`,
      `export type ${mark} = string;`,
      `export class ${mark} {}`,
      `export enum ${mark} {\n  One = 'one',\n}`,
    ];
    return [insert(found.end, `\n\n${pick(editing, texts)}`)];
  },
  'a member more': (editing) => {
    const { mark, file } = editing;
    const found = pick(
      editing,
      all(file, ts.isClassDeclaration).flatMap(({ members }) => [...members]),
    );
    if (!found) return null;
    const texts = [
      `get ${mark}(): number {\n    return 1;\n  }`,
      `${mark}(): number {\n    return 1;\n  }`,
      `static readonly ${mark} = 1;`,
      `declare ${mark}?: string;`,
      `${mark}?: string;`,
      `private ${mark} = (): number => 1;`,
    ];
    return [insert(found.end, `\n\n  ${pick(editing, texts)}`)];
  },
  'an option more': (editing) => {
    const { mark, file } = editing;
    const calls = all(file, ts.isDecorator).flatMap(({ expression }) =>
      ts.isCallExpression(expression) && /^Column$/.test(expression.expression.getText())
        ? [expression]
        : [],
    );
    const found = pick(editing, calls);
    if (!found) return null;
    const object = found.arguments.find(ts.isObjectLiteralExpression);
    if (object?.properties.some(({ name }) => name?.getText() === 'comment')) return null;
    const text = `comment: '${mark}'`;
    if (object && object.properties.length > 0)
      return [insert(object.properties[0]!.getStart(), `${text}, `)];
    return found.arguments.length === 0
      ? null
      : [insert(found.arguments.at(-1)!.end, `, { ${text} }`)];
  },
  'a decorator more': (editing) => {
    const found = pick(editing, all(editing.file, ts.isPropertyDeclaration));
    if (!found) return null;
    const at = found.getStart();
    return [insert(at, `@${editing.mark}()\n${indentOf(editing.text, at)}`)];
  },
  'a key more': (editing) => {
    const { file, mark } = editing;
    const found = pick(
      editing,
      all(file, ts.isObjectLiteralExpression).filter(
        ({ properties, parent }) => properties.length > 0 && !ts.isCallExpression(parent),
      ),
    );
    const one = found && pick(editing, [...found.properties]);
    return one ? [insert(one.end, `, ${mark}: 1`)] : null;
  },
  'an element more': (editing) => {
    const arrays = all(editing.file, ts.isArrayLiteralExpression).filter(
      (one) => one.elements.length > 0,
    );
    const one = pick(
      editing,
      arrays.flatMap(({ elements }) => [...elements]),
    );
    return one && [insert(one.end, `, '${editing.mark}'`)];
  },
  'an attribute more': (editing) => {
    const found = pick(editing, [
      ...all(editing.file, ts.isJsxSelfClosingElement),
      ...all(editing.file, ts.isJsxOpeningElement),
    ]);
    return found && [insert(found.tagName.end, ` data-own="${editing.mark}"`)];
  },
  'an element of a page more': (editing) => {
    const found = pick(editing, children(editing.file));
    return (
      found && [
        insert(found.end, `\n${indentOf(editing.text, found.getStart())}<p>${editing.mark}</p>`),
      ]
    );
  },
  'an element of a page wrapped': (editing) => {
    const found = pick(editing, children(editing.file));
    if (!found) return null;
    return [insert(found.getStart(), `<div title="${editing.mark}">`), insert(found.end, '</div>')];
  },
  'an element of a page on a condition': (editing) => {
    const found = pick(editing, children(editing.file));
    if (!found) return null;
    return [insert(found.getStart(), `{'${editing.mark}'.length > 0 && `), insert(found.end, '}')];
  },
  'another text': (editing) => {
    const found = pick(
      editing,
      all(editing.file, ts.isStringLiteral).filter(
        ({ parent, text }) =>
          !ts.isImportDeclaration(parent) && !ts.isDecorator(parent.parent) && /[A-Z ]/.test(text),
      ),
    );
    return found && [insert(found.end - 1, ` ${editing.mark}`)];
  },
  'another type': (editing) => {
    const found = pick(
      editing,
      all(editing.file, ts.isPropertyDeclaration).filter(({ type }) => type !== undefined),
    );
    return found && [insert(found.type!.end, ` | ${editing.mark}`)];
  },
  'a name of its own': (editing) => {
    const uses = pick(editing, localsOf(editing.file));
    if (!uses) return null;
    return uses.map((one) =>
      ts.isShorthandPropertyAssignment(one.parent)
        ? replace(one, `${one.text}: ${one.text}${editing.mark}`)
        : replace(one, `${one.text}${editing.mark}`),
    );
  },
  'a function as an arrow': (editing) => {
    const found = pick(editing, functionsOf(editing.file));
    return found && asArrow(editing, found);
  },
  'a constant as a list of constants': (editing) => {
    const found = pick(
      editing,
      all(editing.file, ts.isArrayLiteralExpression).filter(
        ({ parent }) => ts.isVariableDeclaration(parent) && !parent.type,
      ),
    );
    return found && [insert(found.end, ' as const')];
  },
  'an import more': (editing) => {
    const found = pick(editing, importsOf(editing.file));
    const text = pick(editing, [
      `import { ${editing.mark} } from './own-file.js';`,
      `import ${editing.mark} from './own-file.js';`,
      `import * as ${editing.mark} from './own-file.js';`,
      `import type { ${editing.mark} } from './own-file.js';`,
      `import './${editing.mark}.js';`,
    ]);
    return found && [insert(found.getStart(), `${text}\n`)];
  },
  'imports in another order': (editing) => swap(importsOf(editing.file), editing),
  'names of an import in another order': (editing) => {
    const found = pick(
      editing,
      importsOf(editing.file).flatMap((one) => namedIn(one) ?? []),
    );
    return found && swap([...found.elements], editing);
  },
  'an import split': (editing) => {
    const { text } = editing;
    const found = pick(
      editing,
      importsOf(editing.file).filter((one) => (namedIn(one)?.elements.length ?? 0) > 1),
    );
    const named = found && namedIn(found);
    if (!found || !named) return null;
    const one = pick(editing, [...named.elements])!;
    const from = text.slice(named.end, found.end);
    const type = found.importClause?.isTypeOnly ? 'type ' : '';
    return [remove(editing, one), insert(found.end, `\nimport ${type}{ ${one.getText()} }${from}`)];
  },
  'an import under another name': (editing) => {
    const { file } = editing;
    const found = pick(
      editing,
      importsOf(file)
        .flatMap((one) => [...(namedIn(one)?.elements ?? [])])
        .filter((one) => !one.propertyName),
    );
    if (!found) return null;
    const name = found.name.text;
    const uses = all(file, ts.isIdentifier).filter(
      (one) =>
        one.text === name &&
        one !== found.name &&
        !(ts.isPropertyAccessExpression(one.parent) && one.parent.name === one) &&
        !(ts.isPropertyAssignment(one.parent) && one.parent.name === one) &&
        !ts.isJsxAttribute(one.parent) &&
        !isMember(one.parent),
    );
    if (uses.some((one) => ts.isShorthandPropertyAssignment(one.parent))) return null;
    return [
      insert(found.name.end, ` as ${name}Aliased`),
      ...uses.map((one) => replace(one, `${name}Aliased`)),
    ];
  },
  'statements in another order': (editing) => {
    const blocks = isTest(editing.path)
      ? all(editing.file, ts.isBlock).map(({ statements }) => [...statements])
      : [editing.file.statements.filter((one) => !ts.isImportDeclaration(one))];
    return swap(pick(editing, blocks) ?? [], editing);
  },
  'members in another order': (editing) => {
    const found = pick(editing, all(editing.file, ts.isClassDeclaration));
    return found && swap(found.members.filter(isMember), editing);
  },
  'elements in another order': (editing) => {
    const parent = pick(editing, [...new Set(children(editing.file).map((one) => one.parent))]);
    return (
      parent &&
      swap(
        children(editing.file).filter((one) => one.parent === parent),
        editing,
      )
    );
  },
  'an element of a page less': (editing) => {
    const found = pick(editing, children(editing.file));
    return found && [{ at: found.pos, remove: found.end - found.pos, insert: '' }];
  },
  'a statement less': (editing) => {
    if (!isTest(editing.path)) return null;
    const all_ = all(editing.file, ts.isBlock).flatMap(({ statements }) => [...statements]);
    const found = pick(editing, all_);
    return found && [remove(editing, found)];
  },
  'a function as an arrow of another name': (editing) => {
    const found = pick(editing, functionsOf(editing.file));
    if (!found) return null;
    const uses = all(editing.file, ts.isIdentifier).filter(
      (one) => one.text === found.name!.text && one !== found.name,
    );
    if (uses.length === 0 && found.modifiers?.length) return null;
    if (uses.some((one) => one.pos >= found.pos && one.end <= found.end)) return null;
    const name = `${found.name!.text}${editing.mark}`;
    const text = asArrow(editing, found)[0]!.insert.replace(
      `const ${found.name!.text} `,
      `const ${name} `,
    );
    return [replace(found, text), ...uses.map((one) => replace(one, name))];
  },
  'a function of another name': (editing) => {
    const found = pick(editing, functionsOf(editing.file));
    if (!found) return null;
    const uses = all(editing.file, ts.isIdentifier).filter((one) => one.text === found.name!.text);
    if (uses.length === 1 && found.modifiers?.length) return null;
    return uses.map((one) => replace(one, `${one.text}${editing.mark}`));
  },
  'a body that is an expression': (editing) => {
    const found = pick(
      editing,
      functionsOf(editing.file).filter(
        ({ body }) => body!.statements.length === 1 && ts.isReturnStatement(body!.statements[0]!),
      ),
    );
    if (!found) return null;
    const [one] = found.body!.statements as unknown as [ts.ReturnStatement];
    const text = one.expression!.getText();
    const [arrow] = asArrow(editing, found);
    const bodyText = found.body!.getText();
    return [{ ...arrow!, insert: arrow!.insert.replace(bodyText, () => text) }];
  },
  'a page kept in a constant': (editing) => {
    const found = pick(
      editing,
      all(editing.file, ts.isReturnStatement).filter(
        ({ expression }) =>
          expression &&
          ts.isParenthesizedExpression(expression) &&
          /</.test(expression.getText()[1]! + expression.getText().slice(1, 20)),
      ),
    );
    if (!found) return null;
    return [
      replace(
        found,
        `const ${editing.mark} = ${found.expression!.getText()};\n  return ${editing.mark};`,
      ),
    ];
  },
  'a page in a frame': (editing) => {
    const found = pick(
      editing,
      all(editing.file, ts.isReturnStatement).filter(
        ({ expression }) =>
          expression &&
          ts.isParenthesizedExpression(expression) &&
          ts.isJsxElement(expression.expression),
      ),
    );
    if (!found) return null;
    const inner = (found.expression as ts.ParenthesizedExpression).expression;
    return [
      insert(inner.getStart(), `<section title="${editing.mark}">\n`),
      insert(inner.end, '\n</section>'),
    ];
  },
  'an early return': (editing) => {
    const found = pick(editing, functionsOf(editing.file));
    if (!found) return null;
    return [
      insert(
        found.body!.getStart() + 1,
        `\n  if ('${editing.mark}'.length > 100) return undefined as never;`,
      ),
    ];
  },
  'a list with a spread': (editing) => {
    const found = pick(
      editing,
      all(editing.file, ts.isArrayLiteralExpression).filter(({ parent }) =>
        ts.isVariableDeclaration(parent),
      ),
    );
    const statement = found?.parent.parent.parent;
    if (!found || !statement) return null;
    return [
      insert(statement.getStart(), `const ${editing.mark} = [] as never[];\n`),
      insert(found.getStart() + 1, `...${editing.mark}, `),
    ];
  },
  'a list from a function': (editing) => {
    const found = pick(
      editing,
      all(editing.file, ts.isArrayLiteralExpression).filter(({ parent }) =>
        ts.isVariableDeclaration(parent),
      ),
    );
    const statement = found?.parent.parent.parent;
    if (!found || !statement) return null;
    return [
      insert(statement.getStart(), `const ${editing.mark} = <T,>(list: T): T => list;\n`),
      insert(found.getStart(), `${editing.mark}(`),
      insert(found.end, ')'),
    ];
  },
  'a value in a constant': (editing) => {
    const { file, mark } = editing;
    const found = pick(
      editing,
      all(file, ts.isPropertyAssignment).filter(
        ({ initializer }) =>
          ts.isArrayLiteralExpression(initializer) || ts.isObjectLiteralExpression(initializer),
      ),
    );
    if (!found) return null;
    let top: ts.Node = found;
    while (top.parent !== file) top = top.parent;
    return [
      insert(
        top.getStart(),
        `const ${mark} = ${found.initializer.getText()}${ts.isArrayLiteralExpression(found.initializer) ? ' as const' : ''};\n\n`,
      ),
      replace(found.initializer, mark),
    ];
  },
  'a test under another word': (editing) => {
    const found = pick(
      editing,
      all(editing.file, ts.isCallExpression).filter(
        ({ expression }) => expression.getText() === 'it',
      ),
    );
    return (
      found && [
        insert(found.expression.end, editing.dice.pick(['.skip', '.only', '.concurrent'])),
        insert(found.arguments[0]!.end - 1, ` ${editing.mark}`),
      ]
    );
  },
  'a test with another title': (editing) => {
    const found = pick(
      editing,
      all(editing.file, ts.isCallExpression).filter(({ expression }) =>
        /^(it|describe)$/.test(expression.getText()),
      ),
    );
    return found && [insert(found.arguments[0]!.end - 1, ` ${editing.mark}`)];
  },
  'a type check': (editing) => {
    const found = pick(
      editing,
      all(editing.file, ts.isObjectLiteralExpression).filter(
        ({ parent }) => ts.isVariableDeclaration(parent) || ts.isCallExpression(parent),
      ),
    );
    return found && [insert(found.end, ` satisfies object /* ${editing.mark} */`)];
  },
  'a declared member': (editing) => {
    const found = pick(
      editing,
      all(editing.file, ts.isPropertyDeclaration).filter(
        ({ exclamationToken }) => exclamationToken,
      ),
    );
    return (
      found && [
        replace(found.exclamationToken!, ''),
        insert(found.name.getStart(), 'declare '),
        insert(found.end, ` // ${editing.mark}`),
      ]
    );
  },
  'a public member': (editing) => {
    const open = all(editing.file, ts.isPropertyDeclaration).filter(
      ({ modifiers }) => !modifiers?.some(ts.isModifier),
    );
    const found = pick(editing, open);
    return (
      found && [
        insert(
          found.name.getStart(),
          editing.dice.pick(['public ', 'readonly ', 'public readonly ']),
        ),
        insert(found.end, ` // ${editing.mark}`),
      ]
    );
  },
  'a column in another form': (editing) => {
    const found = pick(
      editing,
      all(editing.file, ts.isDecorator).flatMap(({ expression }) =>
        ts.isCallExpression(expression) &&
        /^Column$/.test(expression.expression.getText()) &&
        expression.arguments.length > 0
          ? [expression]
          : [],
      ),
    );
    if (!found) return null;
    const [type, options] = found.arguments;
    if (!type || ts.isObjectLiteralExpression(type)) return null;
    const rest =
      options && ts.isObjectLiteralExpression(options)
        ? options.properties.map((one) => one.getText()).join(', ')
        : '';
    return [
      {
        at: type.getStart(),
        remove: found.arguments.end - type.getStart(),
        insert: `{ type: ${type.getText()}${rest ? `, ${rest}` : ''}, comment: '${editing.mark}' }`,
      },
    ];
  },
  'a join column without a name': (editing) => {
    const found = pick(
      editing,
      all(editing.file, ts.isDecorator).flatMap(({ expression }) =>
        ts.isCallExpression(expression) && expression.expression.getText() === 'JoinColumn'
          ? [expression]
          : [],
      ),
    );
    return (
      found && [
        { at: found.arguments.pos, remove: found.arguments.end - found.arguments.pos, insert: '' },
        insert(found.end, ` // ${editing.mark}`),
      ]
    );
  },
  'decorators in another order': (editing) => {
    const member = pick(
      editing,
      all(editing.file, ts.isPropertyDeclaration).filter(
        (one) => (ts.getDecorators(one)?.length ?? 0) > 1,
      ),
    );
    return member && swap([...ts.getDecorators(member)!], editing);
  },
  'decorators on a line': (editing) => {
    const member = pick(
      editing,
      all(editing.file, ts.isPropertyDeclaration).filter(
        (one) => (ts.getDecorators(one)?.length ?? 0) > 0,
      ),
    );
    if (!member) return null;
    const text = [...ts.getDecorators(member)!].map((one) => one.getText()).join(' ');
    const last = ts.getDecorators(member)!.at(-1)!;
    return [
      {
        at: member.getStart(),
        remove: member.name.getStart() - member.getStart(),
        insert: `${text} `,
      },
      insert(member.end, ` // ${editing.mark}${last ? '' : ''}`),
    ];
  },
  'attributes in another order': (editing) => {
    const found = pick(
      editing,
      all(editing.file, ts.isJsxAttributes).filter(({ properties }) => properties.length > 1),
    );
    return found && swap([...found.properties], editing);
  },
  'an attribute spread': (editing) => {
    const found = pick(editing, all(editing.file, ts.isJsxSelfClosingElement));
    return found && [insert(found.tagName.end, ` {...{ title: '${editing.mark}' }}`)];
  },
  'an attribute less': (editing) => {
    const found = pick(
      editing,
      all(editing.file, ts.isJsxAttribute).filter(({ name }) => name.getText() !== 'source'),
    );
    return found && [{ at: found.pos, remove: found.end - found.pos, insert: '' }];
  },
  'an attribute as an expression': (editing) => {
    const found = pick(
      editing,
      all(editing.file, ts.isJsxAttribute).filter(
        ({ initializer }) => initializer && ts.isStringLiteral(initializer),
      ),
    );
    return (
      found && [
        insert(found.initializer!.getStart(), '{'),
        insert(found.initializer!.end, `/* ${editing.mark} */}`),
      ]
    );
  },
  'another tag': (editing) => {
    const found = pick(editing, all(editing.file, ts.isJsxSelfClosingElement));
    return found && [replace(found.tagName, `My${editing.mark}`)];
  },
  'an element open and closed': (editing) => {
    const found = pick(editing, all(editing.file, ts.isJsxSelfClosingElement));
    if (!found) return null;
    const name = found.tagName.getText();
    return [{ at: found.end - 2, remove: 2, insert: `>${editing.mark}</${name}>` }];
  },
  'a default export': (editing) => {
    const found = pick(
      editing,
      functionsOf(editing.file).filter((one) => one.modifiers?.length),
    );
    return (
      found && [
        insert(editing.file.end, `\nexport default ${found.name!.text}; // ${editing.mark}\n`),
      ]
    );
  },
  'exports at the end': (editing) => {
    const found = pick(
      editing,
      functionsOf(editing.file).filter(
        (one) => one.modifiers?.[0]?.kind === ts.SyntaxKind.ExportKeyword,
      ),
    );
    if (!found) return null;
    const word = found.modifiers![0]!;
    return [
      { at: word.getStart(), remove: word.getWidth() + 1, insert: '' },
      insert(editing.file.end, `\nexport { ${found.name!.text} }; // ${editing.mark}\n`),
    ];
  },
  'a loop unrolled': (editing) => {
    const found = pick(editing, all(editing.file, ts.isForOfStatement));
    return found && [replace(found, `// ${editing.mark}`)];
  },
  'a call split over lines': (editing) => {
    const found = pick(
      editing,
      all(editing.file, ts.isCallExpression).filter((one) => one.arguments.length > 1),
    );
    if (!found) return null;
    return found.arguments.map((one) => insert(one.getStart(), `\n// ${editing.mark}\n`));
  },
};

const MARK = /own\d+x/g;

/** The marks in a text, each as often as it is there. */
export const marksIn = (text: string): string[] => (text.match(MARK) ?? []).sort();

/** A file after one edit; null where there is no place for it. */
export function edited(
  path: string,
  text: string,
  edit: string,
  { dice, mark }: Pick<Editing, 'dice' | 'mark'>,
): string | null {
  const kind = path.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, kind);
  const splices = OWN_EDITS[edit]!({ path, text, file, dice, mark });
  if (!splices) return null;
  const after = applySplices(text, splices);
  if (after === null || after === text) return null;
  const check = ts.createSourceFile(path, after, ts.ScriptTarget.Latest, true, kind);
  return (check as unknown as { parseDiagnostics: unknown[] }).parseDiagnostics.length > 0
    ? null
    : after;
}
