/** An id as a path has it: a positive integer that JavaScript holds exactly; null for anything else. */
export function parseId(text: string): number | null {
  if (!/^[1-9]\d{0,15}$/.test(text)) return null;
  return Number.isSafeInteger(Number(text)) ? Number(text) : null;
}
