/** The case-folded form that `contains` compares: lower case for all of Unicode, both small sigmas alike. */
export function foldText(text: string): string {
  return text.toLowerCase().replaceAll('ς', 'σ');
}
