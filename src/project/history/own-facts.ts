import { findImporters } from '../../code/find-importers.js';
import { identifiersIn } from '../../code/identifiers.js';
import { lineAt } from '../../code/problem-at.js';
import { nodesIn, parseCode, typescript, type ts } from '../../code/typescript.js';
import { applySplices, replaceNode, type Splice } from '../../merge/splice.js';
import { indentAt, lineEnd } from '../../merge/text-style.js';
import { isUntouched } from '../../plan/plan-file.js';
import { type Problem, quoted, warning } from '../../problem.js';
import { findMoves } from '../../refactor/find-moves.js';
import { importStatement } from '../../refactor/import-statement.js';
import { pathFrom, type Tree } from '../../tree.js';
import type { OpenProject } from '../open/open-project.js';

/**
 * The resource files of before 0.4 say what the entity says, which is generated beside them since; the merge takes it out. What
 * their developer changed there is made an override before, so that it is asked about, and works where it stays. What uses the
 * list of fields gets the generated one by its old name: a re-export serves imports of every form, and leaves them as they are.
 */
export function keepOwnFacts(
  { mine, base }: Pick<OpenProject, 'mine' | 'base'>,
  paths: OpenProject['settings']['paths'] = {},
): { readonly files: Tree; readonly problems: readonly Problem[] } {
  const old = [...base].filter(([path, text]) => RESOURCE.test(path) && text.includes('FieldFact'));
  if (old.length === 0) return { files: mine, problems: [] };
  const moves = findMoves(base, mine, paths);
  const files = new Map(mine);
  const problems = old.flatMap(([key, text]) => {
    const path = moves.get(key) ?? key;
    const was = listingIn(key, text);
    const own = was && listingIn(path, mine.get(path) ?? '', was.name);
    if (!was || !own) return [];
    const users = usersOf(mine, own);
    if (own.text === text && users.length === 0) return [];
    files.set(path, withOverrides(own, was, users.length > 0));
    return problemsOf(own, was, users);
  });
  return { files, problems };
}

const RESOURCE = /^web\/src\/pages\/([^/]+)\/\1\.resource\.ts$/;

/** A resource file as it was before 0.4: with the list of fields, by its name. */
interface Listing {
  readonly path: string;
  readonly text: string;
  readonly file: ts.SourceFile;
  readonly name: string;
  readonly statement: ts.VariableStatement;
  readonly list: ts.Expression;
  readonly model: ts.ObjectLiteralExpression;
}

/** The list is what `fields` of the model names: its developer may call it otherwise. */
function listingIn(path: string, text: string, usual = ''): Listing | null {
  const ts = typescript();
  const file = parseCode(path, text);
  const model = nodesIn(file)
    .filter(ts.isObjectLiteralExpression)
    .find((one) => propertyValue(one, 'messages') && propertyValue(one, 'list'));
  const fields = model && propertyValue(model, 'fields');
  const name = fields && ts.isIdentifier(fields) ? fields.text : usual;
  for (const statement of file.statements.filter(ts.isVariableStatement)) {
    const [declared, ...others] = statement.declarationList.declarations;
    const list = declared?.name.getText() === name && others.length === 0 && declared.initializer;
    if (model && list) return { path, text, file, name, statement, list, model };
  }
  return null;
}

function propertyValue(model: ts.ObjectLiteralExpression, key: string): ts.Expression | undefined {
  const { isPropertyAssignment } = typescript();
  const members = model.properties.filter(isPropertyAssignment);
  return members.find(({ name }) => name.getText() === key)?.initializer;
}

/** The places where other files import a resource file and have the name of its list. */
function usersOf(files: Tree, { path, name }: Listing): readonly string[] {
  const word = new RegExp(`\\b${name}\\b`);
  const among = [...files].flatMap(([other, text]) =>
    other !== path && word.test(text) ? [other] : [],
  );
  return findImporters(files, among, new Set([path])).map((one) => `${one.path}:${one.line}`);
}

/** The facts that a model may be without: where one is taken out, it has to be said that it has none. */
const OPTIONAL = ['children', 'rows', 'rules'];
const FACTS = ['timestamps', 'parent', ...OPTIONAL];

const goneFrom = ({ model }: Listing, was: Listing): readonly string[] =>
  OPTIONAL.filter((key) => propertyValue(was.model, key) && !propertyValue(model, key));

const isEditedIn = ({ path }: Listing, was: ts.Expression, now: ts.Expression): boolean =>
  !isUntouched(path, `x = ${was.getText()};`, `x = ${now.getText()};`);

const isListEdited = (own: Listing, was: Listing): boolean => isEditedIn(own, was.list, own.list);

/** Whether the model has the list as it is, and not one that is made of it. */
const isWholeListing = ({ model, name }: Listing): boolean =>
  propertyValue(model, 'fields')?.getText() === name;

/** The file as its developer would have it now: the facts first, then what is theirs. */
function withOverrides(own: Listing, was: Listing, isImported: boolean): string {
  const { text, model, list, name } = own;
  const facts = was.name.replace(/Fields$/, 'Facts');
  const first = [`...${facts}`, ...goneFrom(own, was).map((key) => `${key}: undefined`)];
  const at = model.getStart() + 1;
  const insert = first.map((member) => `${lineEnd(text)}  ${member},`).join('');
  const fields = propertyValue(model, 'fields');
  const isEdited = isListEdited(own, was);
  // Where both were changed, the list and what is made of it are asked about as they are.
  const stays = isEdited && !isWholeListing(own);
  const value = isEdited
    ? indented(list.getText(), indentAt(text, fields?.getStart() ?? 0))
    : was.name;
  const listed = was.name === name ? name : `${was.name} as ${name}`;
  const names = !stays && isUsed(own) ? [facts, listed] : [facts];
  const splices = [
    { at, remove: 0, insert },
    bringing(own, importStatement(names, specifierOf(own, was))),
    ...(fields && isWholeListing(own) ? [replaceNode(fields, value)] : []),
    ...(stays ? [] : [withoutList(own, was, isImported ? listed : null)]),
  ];
  return applySplices(text, splices) ?? text;
}

const indented = (value: string, by: string): string => value.replaceAll('\n', `\n${by}`);

/** Whether the file has the list in other places than the model. */
const isUsed = (own: Listing): boolean =>
  identifiersIn(own.file).filter(({ text }) => text === own.name).length >
  (isWholeListing(own) ? 2 : 1);

const specifierOf = (own: Listing, was: Listing): string =>
  pathFrom(own.path, factsOf(was)).replace(/\.ts$/, '');

/** Adds an import below the others. */
function bringing({ text, file, statement }: Listing, line: string): Splice {
  const last = file.statements.findLast(typescript().isImportDeclaration);
  return last
    ? { at: last.end, remove: 0, insert: lineEnd(text) + line }
    : { at: statement.getFullStart(), remove: 0, insert: line + lineEnd(text) };
}

/** Takes the list out of its file, which passes the generated one on to what imports it. */
function withoutList(own: Listing, was: Listing, listed: string | null): Splice {
  const [start, end] = extentOf(own, was);
  const isExported = own.statement.modifiers !== undefined;
  if (listed === null || !isExported) return { at: start, remove: end - start, insert: '' };
  const insert = importStatement([listed], specifierOf(own, was)).replace('import', 'export');
  return { at: start, remove: own.statement.end - start, insert };
}

/** Where the list begins, with the comment above it that crudgen wrote, and where what follows it does. */
function extentOf({ text, statement }: Listing, was: Listing): [start: number, end: number] {
  const above = commentAbove(statement);
  const isOurs = above && above.text === commentAbove(was.statement)?.text;
  const blank = /^\s*/.exec(text.slice(statement.end))?.[0].length ?? 0;
  return [isOurs ? above.at : statement.getStart(), statement.end + blank];
}

function commentAbove(node: ts.Node): { readonly at: number; readonly text: string } | null {
  const { text } = node.getSourceFile();
  const last = typescript().getLeadingCommentRanges(text, node.getFullStart())?.at(-1);
  return last ? { at: last.pos, text: text.slice(last.pos, last.end) } : null;
}

/** The generated file beside a resource file. */
const factsOf = ({ path }: Listing): string => path.replace('.resource.ts', '.facts.gen.ts');

function problemsOf(own: Listing, was: Listing, users: readonly string[]): Problem[] {
  const { path, text, model, name } = own;
  const isEdited = isListEdited(own, was);
  const isOther = (key: string): boolean => {
    const [now, before] = [propertyValue(model, key), propertyValue(was.model, key)];
    return before !== undefined && (now === undefined || isEditedIn(own, before, now));
  };
  const changed = [
    ...FACTS.filter(isOther),
    ...(isEdited || !isWholeListing(own) ? ['fields'] : []),
  ];
  if (changed.length === 0) return [];
  const place = `${path}:${lineAt(text, model.getStart())}`;
  const facts = factsOf(was);
  const kept = warning(
    'own-facts',
    `${place} has your own version of ${quoted(changed, ' and ')}; ${facts} has the version from the entity`,
    'if there is a conflict, mine keeps your version, which no longer follows the entity, and theirs follows the entity',
  );
  if (!isEdited || !isWholeListing(own) || users.length === 0) return [kept];
  const message = `your own code imports \`${name}\`, which is now the list in ${facts} without your edits`;
  return [kept, warning('own-facts', message, `see ${users.join(', ')}`)];
}
