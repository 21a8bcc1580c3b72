import type { Report } from '../problem.js';
import { type Entry, entryText, kindOf, mapOf, reportKey, textIn, uniqueEntries } from './node.js';
import { listOf } from './read-word.js';
import type { SpecRole } from './spec.js';
import { didYouMean } from '../model/nearest.js';

/** The keys of a role in a spec file, with descriptions. */
export const ROLE_KEYS = {
  methods: 'read; write, which includes reading; all, which includes deleting; or HTTP methods.',
  about: 'What the role is for.',
} as const;

const KEYS = Object.keys(ROLE_KEYS);
const EXAMPLE = 'write `Office: { methods: write, about: Runs a branch }`, or `Office: write`';

/** Parses the roles of a spec file; those without methods are reported and left out. */
export function parseRoles(entry: Entry | undefined, report: Report): SpecRole[] {
  const belongs = 'roles with their methods, such as `Office: write`';
  const map = entry ? mapOf(entry.value, '`roles`', belongs, report) : null;
  if (map === null) return [];
  return uniqueEntries(map, 'duplicate-key', 'role', report).flatMap((role): SpecRole[] => {
    if (role.value.kind !== 'map') return parsed(role, role, undefined, report);
    const entries = uniqueEntries(role.value, 'duplicate-key', 'key', report);
    for (const { key } of entries) {
      const help = didYouMean(key.value, KEYS, `the keys of a role are ${KEYS.join(', ')}`);
      if (!KEYS.includes(key.value)) reportKey(key, `the role \`${role.key.value}\``, help, report);
    }
    const of = (name: keyof typeof ROLE_KEYS) => entries.find(({ key }) => key.value === name);
    return parsed(role, of('methods'), of('about'), report);
  });
}

function parsed(
  { key: name }: Entry,
  given: Entry | undefined,
  about: Entry | undefined,
  report: Report,
): SpecRole[] {
  const methods = given && readMethods(given, report);
  if (given === undefined)
    report.error('no-methods', `the role \`${name.value}\` has no methods`, name.at, EXAMPLE);
  return methods ? [{ name, methods, about: entryText(about, report) }] : [];
}

function readMethods({ key, value }: Entry, report: Report): SpecRole['methods'] | null {
  if (value.kind === 'list') return listOf(key.value, value, report);
  const text = textIn(value);
  if (text !== null) return { value: text, at: value.at };
  const message = `the methods of a role must be a word or a list, not ${kindOf(value)}`;
  return report.error('bad-methods', message, value.at, EXAMPLE);
}
