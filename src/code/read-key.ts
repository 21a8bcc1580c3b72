import type { KeySource, ScalarType } from '../model/model.js';
import { decoratorOptions, stringOption, type DecoratorCall } from './decorators.js';
import { findOrigin } from './find-declaration.js';
import type { Imports } from './imports.js';
import { isTrue, staticText, type Static } from './static-value.js';
import type { ts } from './typescript.js';

/** The strategy of a generated key, such as `uuid` or `increment`; null if nothing but the client or `makes` gives the value. */
function strategyOf(call: DecoratorCall, decorators: readonly DecoratorCall[]): string | null {
  if (call.name === 'PrimaryGeneratedColumn') return staticText(call.args[0]) ?? 'increment';
  const over = decorators.find(({ name }) => name === 'Generated');
  if (over) return staticText(over.args[0]) ?? 'increment';
  const generated = decoratorOptions(call).get('generated');
  return staticText(generated) ?? (isTrue(generated) ? 'increment' : null);
}

/** The origin of the values of a primary key, by its decorators. */
export function keySource(
  member: ts.PropertyDeclaration,
  decorators: readonly DecoratorCall[],
  call: DecoratorCall,
  imports: Imports,
): KeySource {
  const strategy = strategyOf(call, decorators);
  if (strategy !== null) return strategy === 'uuid' ? 'v4' : 'database';
  const field = decorators.find(({ name }) => name === 'Field');
  const makes = field && decoratorOptions(field).get('makes');
  if (!makes) return 'given';
  const isNamed = isTrue(decoratorOptions(field).get('id'));
  return makesRandom(member, makes, imports) ? (isNamed ? 'public' : 'v4') : 'v7';
}

/** Whether a function makes UUIDs of version 4; any other function counts as one that makes version 7. */
function makesRandom(member: ts.PropertyDeclaration, makes: Static, imports: Imports): boolean {
  if (makes.kind !== 'name') return false;
  const origin = findOrigin(member.getSourceFile(), makes.name, imports);
  return origin?.name === 'randomUUID' || (origin?.package === 'uuid' && origin.name === 'v4');
}

/** The type of a generated key, whatever its annotation; null if its options have a type of their own. */
export function generatedType(call: DecoratorCall): ScalarType | null {
  if (call.name !== 'PrimaryGeneratedColumn' || stringOption(call, 'type') !== null) return null;
  return staticText(call.args[0]) === 'uuid' ? 'uuid' : 'integer';
}
