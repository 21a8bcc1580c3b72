/** Whether YAML reads a text without quotes as something else, or not at all. */
export function isReservedText(text: string): boolean {
  const isPlain = /^[A-Za-z][^\p{Cc}]*$/u.test(text) && !/: |:$| #|\s$/.test(text);
  return !isPlain || /^(y|n|yes|no|true|false|on|off|null)$/i.test(text);
}
