import { isDeepStrictEqual } from 'node:util';
import { PRESET_ROLES } from '../model/built-in.js';
import { METHOD_SETS, METHODS, type Methods, type Role } from '../model/model.js';
import { didYouMean } from '../model/nearest.js';
import type { Report } from '../problem.js';
import { checkRole } from './check-field.js';
import type { Located, SpecRole } from './spec.js';

const LONGEST_NAME = 255;

/** The roles of a spec that a project does not have yet. */
export function checkRoles(
  specs: readonly SpecRole[],
  existing: readonly Role[],
  report: Report,
): readonly Role[] {
  return specs.flatMap((spec): Role[] => {
    const before = report.errors;
    const name = checkName(spec, report);
    const methods = checkMethods(spec.methods, report);
    if (methods === null || report.errors > before) return [];
    const role = { name, methods, ...(spec.about && { about: spec.about.value }) };
    const known = existing.find((one) => one.name === name);
    if (known === undefined) return [role];
    if (!isDeepStrictEqual(known, role)) {
      const message = `the project already has a role \`${name}\`, with other methods or another description`;
      const help = 'change it in src/roles.ts, then: crudgen sync';
      report.error('role-exists', message, spec.name.at, help);
    }
    return [];
  });
}

function checkName({ name: { value, at } }: SpecRole, report: Report): string {
  checkRole(value, at, report, [value]);
  if (Object.hasOwn(PRESET_ROLES, value)) {
    const message = `\`${value}\` is a role of every project and cannot be redefined`;
    const help = 'choose another name; to restrict this role in a model, use `access`';
    report.error('preset-role', message, at, help);
  }
  if (value === '*' || value.trim() !== value || [...value].length > LONGEST_NAME) {
    const message = `\`${value}\` cannot be the name of a role`;
    const help = `write a name of at most ${LONGEST_NAME} characters, without spaces around it`;
    report.error('bad-role', message, at, help);
  }
  return value;
}

function checkMethods(given: SpecRole['methods'], report: Report): Methods | null {
  if ('value' in given)
    return known(
      given,
      METHOD_SETS,
      `${METHOD_SETS.join(', ')}, or a list of HTTP methods`,
      report,
    );
  const methods = given.map((one) => known(one, METHODS, METHODS.join(', '), report));
  return METHODS.filter((method) => methods.includes(method));
}

function known<T extends string>(
  { value, at }: Located<string>,
  words: readonly T[],
  all: string,
  report: Report,
): T | null {
  const found = words.find((word) => word === value);
  if (found !== undefined) return found;
  const help = didYouMean(value, words, `write ${all}`);
  return report.error('bad-methods', `\`${value}\` is not a method of a role`, at, help);
}
