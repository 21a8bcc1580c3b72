/** One thing that an owner does to a file; a place in it is chosen by a number. Returns the text as it was where it cannot. */
export type Edit = (text: string, at: number) => string;

const isModel = (text: string): boolean => text.includes('@Entity(');

/** The members of the one class of a rendered model, as text. */
function onMembers(text: string, change: (members: string[]) => string[]): string {
  const open = text.indexOf('{\n', text.indexOf('export class')) + 2;
  const close = text.lastIndexOf('}');
  if (open < 2 || close < open) return text;
  const members = text.slice(open, close).trimEnd().split('\n\n');
  return `${text.slice(0, open)}${change(members).join('\n\n')}\n${text.slice(close)}`;
}

const pick = <T>(list: readonly T[], at: number): T | undefined =>
  list[at % Math.max(1, list.length)];

/** Replaces the nth match of a pattern. */
function nth(text: string, pattern: RegExp, at: number, by: (match: string) => string): string {
  const found = pick([...text.matchAll(pattern)], at);
  if (!found) return text;
  return text.slice(0, found.index) + by(found[0]) + text.slice(found.index + found[0].length);
}

/** Habits that go with one version of a file, before its format changes. */
export const EDITS: Readonly<Record<string, Edit>> = {
  'a comment above a member': (text, at) =>
    isModel(text)
      ? onMembers(text, (members) =>
          members.map((one, i) => (i === at % members.length ? `  // note ${at}\n${one}` : one)),
        )
      : text,
  'a comment behind a line': (text, at) => nth(text, /;$/gm, at, () => `; // remark ${at}`),
  'a method at the end': (text, at) =>
    isModel(text)
      ? onMembers(text, (members) => [
          ...members,
          `  method${at}(): number {\n    return ${at};\n  }`,
        ])
      : text,
  'a getter in between': (text, at) =>
    isModel(text)
      ? onMembers(text, (members) =>
          members.toSpliced(
            1 + (at % members.length),
            0,
            `  get own${at}() {\n    return this.id + ${at};\n  }`,
          ),
        )
      : text,
  'members in another order': (text, at) =>
    isModel(text)
      ? onMembers(text, (members) => {
          const from = 1 + (at % Math.max(1, members.length - 1));
          const moved = members[from];
          return moved ? [...members.toSpliced(from, 1), moved] : members;
        })
      : text,
  'an option more': (text, at) =>
    nth(text, /@Column\([^()]*\{ (?!comment)/g, at, (match) => `${match}comment: 'own ${at}', `),
  'a decorator more': (text, at) =>
    isModel(text) ? nth(text, / {2}@Column\(/g, at, (match) => `  @Own${at}()\n${match}`) : text,
  'an import more': (text, at) => `import { own${at} } from './own-${at}.js';\n${text}`,
  'a function below': (text, at) =>
    `${text}\nexport function helper${at}() {\n  return ${at};\n}\n`,
  'a wider type': (text, at) => nth(text, /!: string \| null;/g, at, () => `!: Text${at} | null;`),
  'a role more': (text, at) =>
    nth(text, /roles: \{/g, 0, (match) => `${match}\n    Own${at}: ['list'],\n`),
  'a key more in an object': (text, at) =>
    nth(text, /defineAccess<\w+>\(\{/g, 0, (match) => `${match}\n  own${at}: true,\n`),
};

/** Formats that owners bring along. */
export const FORMATS: Readonly<Record<string, (text: string) => string>> = {
  'as it is': (text) => text,
  'double quotes': (text) => text.replace(/'([^'"\n]*)'/g, '"$1"'),
  tabs: (text) => text.replace(/^( {2})+/gm, (white) => '\t'.repeat(white.length / 2)),
  'four blanks': (text) => text.replace(/^( {2})+/gm, (white) => white + white),
  crlf: (text) => text.replaceAll('\n', '\r\n'),
  'no semicolons': (text) => text.replace(/;($| \/\/)/gm, '$1'),
  'no blank lines': (text) => text.replace(/\n\n+(?= )/g, '\n'),
};
