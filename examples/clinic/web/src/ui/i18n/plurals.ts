import type { TextTree } from './language';

const ORDER: readonly Intl.LDMLPluralRule[] = ['zero', 'one', 'two', 'few', 'many', 'other'];
const BETWEEN = ' |||| ';

/** The plural forms of a language, in the order of its texts. */
function categoriesOf(code: string): readonly Intl.LDMLPluralRule[] {
  const { pluralCategories } = new Intl.PluralRules(code).resolvedOptions();
  return ORDER.filter((one) => pluralCategories.includes(one));
}

/** How polyglot chooses among the forms of a text: like `Intl.PluralRules`. */
export function pluralRules(codes: readonly string[]) {
  const chooserOf = (code: string) => {
    const rules = new Intl.PluralRules(code);
    const categories = categoriesOf(code);
    return (count: number) => categories.indexOf(rules.select(count));
  };
  return {
    pluralTypes: Object.fromEntries(codes.map((code) => [code, chooserOf(code)])),
    pluralTypeToLanguages: Object.fromEntries(codes.map((code) => [code, [code]])),
  };
}

/** Texts with as many forms as the language has: two are singular and plural, and the last one is repeated for missing ones. */
export function withAllForms(texts: TextTree, code: string): TextTree {
  const categories = categoriesOf(code);
  const complete = (text: string): string => {
    const forms = text.split(BETWEEN);
    if (forms.length === 1 || forms.length === categories.length) return text;
    const last = forms.at(-1)!;
    if (forms.length > 2) return categories.map((_, at) => forms[at] ?? last).join(BETWEEN);
    return categories.map((one) => (one === 'one' ? forms[0] : last)).join(BETWEEN);
  };
  const all = (tree: TextTree): TextTree =>
    Object.fromEntries(
      Object.entries(tree).map(([key, text]) => [
        key,
        typeof text === 'string' ? complete(text) : all(text),
      ]),
    );
  return all(texts);
}
