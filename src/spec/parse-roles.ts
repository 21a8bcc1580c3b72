import { entriesOf, type Entry, entryOf, textIn, textOf, textsIn } from './node.js';
import type { SpecRole } from './spec.js';

/** The roles of a spec file; roles without methods, which the schema refuses, are left out. */
export const parseRoles = (entry: Entry | undefined): SpecRole[] =>
  entriesOf(entry?.value).flatMap(({ key: name, value }): SpecRole[] => {
    const given = value.kind === 'map' ? entryOf(value, 'methods')?.value : value;
    if (given === undefined) return [];
    const about = textOf(entryOf(value, 'about'));
    if (given.kind === 'list') return [{ name, methods: textsIn(given), about }];
    const text = textIn(given);
    return text === null ? [] : [{ name, methods: { value: text, at: given.at }, about }];
  });
