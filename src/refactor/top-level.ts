import { declaredNames, identifiersIn } from '../code/identifiers.js';
import { listedExports } from '../code/module-names.js';
import { once } from '../once.js';
import { typescript, type ts } from '../code/typescript.js';
import { declarationsOf } from './declarations-of.js';

/** The names that the statements of a file use, of its own declarations and of its imports; each without the names that it declares. */
export const topLevelUses = once(
  (file: ts.SourceFile): ReadonlyMap<ts.Statement, ReadonlySet<string>> => {
    const declarationOf = declarationsOf(file);
    const declared = new Map<ts.Statement, ReadonlySet<string>>(
      file.statements.map((one) => [one, new Set(namesOf(file, one))]),
    );
    const uses = new Map(file.statements.map((one) => [one, new Set<string>()]));
    for (const node of identifiersIn(file)) {
      const user = statementAt(file, node);
      const declaration = declarationOf(node);
      if (!user || !declaration) continue;
      const owner = statementAt(file, declaration);
      const isTop = owner !== undefined && bindsAtTop(owner, node.text, declared.get(owner));
      if (isTop && owner !== user) uses.get(user)?.add(node.text);
    }
    for (const { name, module, declaration } of listedExports(file))
      if (module === null) uses.get(declaration)?.add(name);
    return uses;
  },
);

/** The names that a statement declares at the top level of its file. */
export const namesOf = (file: ts.SourceFile, statement: ts.Statement): readonly string[] =>
  declaredNames(file).flatMap((one) => (one.statement === statement ? [one.name] : []));

/** Whether a statement declares or imports a name for the whole file, rather than inside of a function. */
const bindsAtTop = (
  statement: ts.Statement,
  name: string,
  names: ReadonlySet<string> | undefined,
): boolean => typescript().isImportDeclaration(statement) || names?.has(name) === true;

/** The statement of a file that contains a node. */
const statementAt = (file: ts.SourceFile, { pos, end }: ts.Node): ts.Statement | undefined =>
  file.statements.find((one) => one.pos <= pos && end <= one.end);
