import { declaredName, findOrigin, namesFound } from './find-declaration.js';
import { readStatic, type Static } from './static-value.js';
import { typescript, type ts } from './typescript.js';

/** A decorator as its text says it. */
export interface DecoratorCall {
  /** The name that TypeORM or crudgen gives it, whatever the file calls it; empty where it is neither's. */
  readonly name: string;
  /** The name that the file calls it by. */
  readonly called: string;
  readonly args: readonly Static[];
  readonly node: ts.Decorator;
}

/** The decorators that every project has of its own. */
const OWN = new Set(['Field', 'Model']);

/** What a decorator is called, by TypeORM or crudgen where it is theirs, else by the file. */
export function decoratorName(callee: ts.Node): string {
  const called = callee.getText();
  return knownName(callee.getSourceFile(), called) || called;
}

/** The name that TypeORM or crudgen gives what a file calls so; that of the file where nothing tells whose it is. */
function knownName(file: ts.SourceFile, called: string): string {
  const known = namesFound(file);
  const name = known.get(called) ?? nameAtOrigin(file, called);
  known.set(called, name);
  return name;
}

function nameAtOrigin(file: ts.SourceFile, called: string): string {
  const origin = findOrigin(file, called);
  if (origin === null) return declaredName(file, called.slice(called.lastIndexOf('.') + 1));
  if (origin.package === null) return OWN.has(origin.name) ? origin.name : '';
  return origin.package === 'typeorm' ? origin.name : '';
}

/** The decorators of a class or member, by what they are called where they come from. */
export function decoratorsOf(node: ts.HasDecorators): DecoratorCall[] {
  const kit = typescript();
  return (kit.getDecorators(node) ?? []).map((decorator) => {
    const { expression } = decorator;
    const call = kit.isCallExpression(expression) ? expression : null;
    const called = (call ? call.expression : expression).getText();
    return {
      name: knownName(node.getSourceFile(), called),
      called,
      args: call?.arguments.map((one) => readStatic(one)) ?? [],
      node: decorator,
    };
  });
}

/** Whether all that a decorator is called with can be read. */
export const isWhole = ({ args }: DecoratorCall): boolean =>
  args.every((arg) => arg.kind !== 'opaque' && (arg.kind !== 'object' || arg.whole));

/** The options of a decorator: its last argument that is an object (or the first of a list of them). */
export function optionsOf({ args }: DecoratorCall): ReadonlyMap<string, Static> {
  const last = args.findLast((arg) => arg.kind === 'object' || arg.kind === 'list');
  const object = last?.kind === 'list' ? last.items[0] : last;
  return object?.kind === 'object' ? object.entries : new Map();
}

/** A string option, or (for `name`) the string that a decorator is called with first. */
export function stringOption(decorator: DecoratorCall, name: string): string | null {
  const option = optionsOf(decorator).get(name);
  if (option?.kind === 'value' && typeof option.value === 'string') return option.value;
  const first = decorator.args[0];
  const direct = name === 'name' && decorator.name === 'Entity';
  return direct && first?.kind === 'value' && typeof first.value === 'string' ? first.value : null;
}

function returned(value: Static | undefined): string | null {
  const kit = typescript();
  if (value?.kind === 'value' && typeof value.value === 'string') return value.value;
  if (value?.kind !== 'function') return null;
  const { body } = value.node;
  if (kit.isIdentifier(body)) return body.text;
  return kit.isPropertyAccessExpression(body) ? body.name.text : null;
}

/** The class that a relation refers to, and the property on the other side. */
export function relationTarget({ args }: DecoratorCall): {
  model: string | null;
  inverse: string | null;
} {
  return { model: returned(args[0]), inverse: returned(args[1]) };
}
