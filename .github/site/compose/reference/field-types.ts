import {
  MODIFIERS,
  TYPE_FACTS,
  TYPE_SYNONYMS,
  TYPES,
  WORD_FACTS,
  WORD_SYNONYMS,
} from '../../../../src/spec/words.js';
import { block, code, page, sentence } from '../markdown.js';
import type { Page } from '../page.js';
import { askCrudgen } from '../repository.js';

/** The page of field types and modifiers, from the table that the parser uses. */
export function fieldTypesPage(): Page {
  const help = askCrudgen<{ readonly text: string }>('help', 'types').text;
  const [, notes = '', changes = ''] = /\n\n((?:(?! {2}).+\n)+)\nChanges\n([^]+)$/.exec(help) ?? [];
  const text = page(
    '# Field types and modifiers',
    `A field is ${code('name:type[:modifier...]')}, on the command line as in a spec file:`,
    block('sh', 'crudgen model add-field Task status:string:required:default=todo'),
    ...notes.trim().split('\n').map(sentence).map(withCode),
    '## Types',
    ...TYPES.map(describeType),
    '## Modifiers',
    ...MODIFIERS.map(describeModifier),
    '## Changing a field',
    block('text', changes),
  );
  return { path: 'reference/field-types.md', text };
}

/** The help of the command is plain text: marks what can be typed in it. */
const withCode = (text: string): string =>
  text.replace(/`[^`]*`|\b[a-z_][\w:]*=[\w:]*|\bcrudgen help \w+/g, (typed) =>
    typed.startsWith('`') ? typed : code(typed),
  );

function describeType(type: (typeof TYPES)[number]): string {
  const { example, says } = TYPE_FACTS[type];
  const others = synonymsOf(TYPE_SYNONYMS, type);
  return page(
    `### ${type}`,
    `${code(example)}: ${withCode(says)}.`,
    others.length > 0 && `Elsewhere called ${others.map(code).join(', ')}.`,
  ).trimEnd();
}

function describeModifier(word: (typeof MODIFIERS)[number]): string {
  const { example, says, types } = WORD_FACTS[word];
  const others = synonymsOf(WORD_SYNONYMS, word);
  // `default` is both: of two equal headings the second would get a number.
  return page(
    `### ${word} {#modifier-${word.replaceAll('_', '-')}}`,
    `${code(example)}: ${withCode(says)}.`,
    `Types: ${TYPES.filter((type) => types.includes(type))
      .map(code)
      .join(', ')}.`,
    others.length > 0 && `Elsewhere called ${others.map(code).join(', ')}.`,
  ).trimEnd();
}

const synonymsOf = (all: ReadonlyMap<string, string>, word: string): string[] =>
  [...all].flatMap(([other, meaning]) => (meaning === word ? [other] : []));
