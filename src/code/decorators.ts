import { declaredName, findOrigin } from './find-declaration.js';
import { oncePerImports, type Imports } from './imports.js';
import { readStatic, staticText, type Static } from './static-value.js';
import { typescript, type ts } from './typescript.js';

/** A decorator as written. */
export interface DecoratorCall {
  /** Its name in TypeORM or crudgen, whatever the file calls it; empty for others. */
  readonly name: string;
  /** Its name in the file. */
  readonly called: string;
  readonly args: readonly Static[];
  readonly node: ts.Decorator;
}

/** The decorators of crudgen. */
const OWN = new Set(['Field', 'Model']);

/** The name of a decorator in TypeORM or crudgen, else in the file. */
export function decoratorName(callee: ts.Node, imports: Imports): string {
  const called = callee.getText();
  return knownName(callee.getSourceFile(), called, imports) || called;
}

const namesFound = oncePerImports((_file: ts.SourceFile) => new Map<string, string>());

/** The original name of an import; the file's own name where its origin is unknown. */
function knownName(file: ts.SourceFile, called: string, imports: Imports): string {
  const known = namesFound(file, imports);
  const name = known.get(called) ?? nameAtOrigin(file, called, imports);
  known.set(called, name);
  return name;
}

function nameAtOrigin(file: ts.SourceFile, called: string, imports: Imports): string {
  const origin = findOrigin(file, called, imports);
  if (origin === null) return declaredName(file, called.slice(called.lastIndexOf('.') + 1));
  if (origin.package === null) return OWN.has(origin.name) ? origin.name : '';
  return origin.package === 'typeorm' ? origin.name : '';
}

/** The decorators of a class or member, by their original names. */
export const decoratorsOf = oncePerImports(
  (node: ts.HasDecorators, imports): readonly DecoratorCall[] => {
    const ts = typescript();
    return (ts.getDecorators(node) ?? []).map((decorator) => {
      const { expression } = decorator;
      const call = ts.isCallExpression(expression) ? expression : null;
      const called = (call ? call.expression : expression).getText();
      return {
        name: knownName(node.getSourceFile(), called, imports),
        called,
        args: call?.arguments.map((one) => readStatic(one, imports)) ?? [],
        node: decorator,
      };
    });
  },
);

/** Whether a decorator makes a class an entity: of a table, or of rows that are only read. */
export const isEntity = ({ name }: Pick<DecoratorCall, 'name'>): boolean =>
  name === 'Entity' || name === 'ViewEntity';

/** Whether all arguments of a decorator can be read. */
export const isWhole = ({ args }: DecoratorCall): boolean =>
  args.every((arg) => arg.kind !== 'computed' && (arg.kind !== 'object' || arg.whole));

/** The options of a decorator: its last object argument (or the first object of a list). */
export function decoratorOptions({ args }: DecoratorCall): ReadonlyMap<string, Static> {
  const last = args.findLast((arg) => arg.kind === 'object' || arg.kind === 'list');
  const object = last?.kind === 'list' ? last.items[0] : last;
  return object?.kind === 'object' ? object.entries : new Map();
}

/** A string option, or (for `name`) a string as first argument. */
export function stringOption(decorator: DecoratorCall, name: string): string | null {
  const isFirst = name === 'name' && isEntity(decorator);
  return (
    staticText(decoratorOptions(decorator).get(name)) ??
    (isFirst ? staticText(decorator.args[0]) : null)
  );
}

function returned(value: Static | undefined): string | null {
  const ts = typescript();
  if (value?.kind !== 'function') return staticText(value);
  const { body } = value.node;
  if (ts.isIdentifier(body)) return body.text;
  return ts.isPropertyAccessExpression(body) ? body.name.text : null;
}

/** The target class of a relation, and its inverse property. */
export function relationTarget({ args }: DecoratorCall): {
  model: string | null;
  inverse: string | null;
} {
  return { model: returned(args[0]), inverse: returned(args[1]) };
}

/** The name of a member, without its quotes. */
export const memberName = ({ name }: ts.PropertyDeclaration | ts.AccessorDeclaration): string =>
  typescript().isStringLiteral(name) ? name.text : name.getText();
