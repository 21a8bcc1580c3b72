/** `a Task`, `an Order`; by sound, so `an Hour`, but `a User` and `a Unit`. */
export function withArticle(name: string): string {
  const vowel = /^(?:[aeio]|u(?!n[ij]|[st][aeiou]|ro|ki)|hour|hono|heir)/i.test(name);
  return `${vowel && !/^(?:one|once|eu)/i.test(name) ? 'an' : 'a'} ${name}`;
}
