import type { Mutant } from './find-mutants.js';

/** A mutant that no test can kill, since the engine does what it did: the lines that it changes, and why nothing follows. */
export interface Equivalent {
  readonly file: string;
  /** The lines in the engine, without their line breaks. */
  readonly code: string;
  /** The lines as mutated; each mutant of the lines, if the reason holds for all of them. */
  readonly becomes?: string;
  readonly why: string;
}

export const EQUIVALENT: readonly Equivalent[] = [
  {
    file: 'access/row-rules.ts',
    code: "if (rule.kind === 'owner' && rule.preset && user.id > 0 && countsFor(rule, actor))",
    becomes: 'if (rule.preset && user.id > 0 && countsFor(rule, actor))',
    why: 'only rules by owner have `preset`; the compiler wants to know it',
  },
  {
    file: 'access/row-rules.ts',
    code: "(access.rows ?? []).flatMap((rule) => (rule.kind === 'owner' && rule.byName ? [rule.field] : []));",
    becomes: '(access.rows ?? []).flatMap((rule) => (rule.byName ? [rule.field] : []));',
    why: 'only rules by owner have `byName`; the compiler wants to know it',
  },
  {
    file: 'records/writing/check-payload.ts',
    code: "this.#defaults = mode === 'create' ? ownDefaults(grant, model) : NO_DEFAULTS;",
    becomes: 'this.#defaults = true ? ownDefaults(grant, model) : NO_DEFAULTS;',
    why: 'a change fills nothing in, and a replacement keeps the fields that have these defaults: this spares their search',
  },
  {
    file: 'records/writing/check-payload.ts',
    code: "this.#kept = mode === 'replace' ? keptFields(model) : NO_FIELDS;",
    becomes: 'this.#kept = true ? keptFields(model) : NO_FIELDS;',
    why: 'only replacements ask for these fields: this spares their search',
  },
  {
    file: 'records/writing/references.ts',
    code: "if (foreignFields('owner', write).length > 0 && (await isHidden(write)))",
    becomes: 'if ((await isHidden(write)))',
    why: 'without owners other than the writer there is nothing to refuse: this spares the query',
  },
  {
    file: 'records/writing/references.ts',
    code: 'const closes = core.model(reference.model) === model && id !== null;',
    becomes: 'const closes = core.model(reference.model) === model;',
    why: 'no chain of parents leads to a record that does not exist yet: this spares the query',
  },
  {
    file: 'records/writing/references.ts',
    code: 'if (id === null || !grant.readable.has(field)) return false;',
    becomes: 'if (!grant.readable.has(field)) return false;',
    why: 'a record that does not exist yet has no value to compare with: this spares the query',
  },
  ...[
    'if (!grant.readable.has(link.name)) return false;',
    'if (id === null || !grant.readable.has(link.name)) return false;',
    'if (isSame || !grant.readable.has(link.name)) return false;',
  ].map((becomes) => ({
    file: 'records/writing/references.ts',
    code: 'if (id === null || isSame || !grant.readable.has(link.name)) return false;',
    becomes,
    why: 'a new record has no links, and roles that did not find a record do not read it either: this spares the query',
  })),
  {
    file: 'records/writing/found-references.ts',
    code: 'if (keys.size === 0) return;',
    becomes: 'if (false) return;',
    why: 'the search for no keys finds nothing without a query: this spares its preparation',
  },
  {
    file: 'records/writing/link-targets.ts',
    code: 'if (targets.has(link.name))',
    becomes: 'if (true)',
    why: 'links of fields that the write leaves out are read, and not looked at: this spares the query',
  },
  {
    file: 'records/writing/link-targets.ts',
    code: 'const added = targets.filter((one) => !were.has(one));',
    becomes: 'const added = targets;',
    why: 'the statement leaves out what is linked: this spares the statement',
  },
  {
    file: 'records/writing/link-targets.ts',
    code: 'if (gone.length > 0) {',
    becomes: 'if (true) {',
    why: 'the statement deletes the links of an empty list: this spares the statement',
  },
  {
    file: 'records/writing/link-targets.ts',
    code: 'if (added.length === 0) return;',
    becomes: 'if (false) return;',
    why: 'the statement links to an empty list: this spares the statement',
  },
];

/** Whether a mutant is among those that no test can kill. */
export const isEquivalent = (
  file: string,
  { code, becomes }: Pick<Mutant, 'code' | 'becomes'>,
  entries = EQUIVALENT,
): boolean =>
  entries.some(
    (one) => one.file === file && one.code === code && (one.becomes ?? becomes) === becomes,
  );
