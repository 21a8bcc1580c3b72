import { readStatic, type Static } from './static-value.js';
import { typescript, type ts } from './typescript.js';

/** A decorator as its text says it. */
export interface DecoratorCall {
  readonly name: string;
  readonly args: readonly Static[];
  readonly node: ts.Decorator;
}

/** The decorators of a class or member, by the name they are called with. */
export function decoratorsOf(node: ts.HasDecorators): DecoratorCall[] {
  const kit = typescript();
  return (kit.getDecorators(node) ?? []).map((decorator) => {
    const { expression } = decorator;
    const call = kit.isCallExpression(expression) ? expression : null;
    const callee = call ? call.expression : expression;
    const name = kit.isPropertyAccessExpression(callee) ? callee.name.text : callee.getText();
    return { name, args: call?.arguments.map((one) => readStatic(one)) ?? [], node: decorator };
  });
}

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
