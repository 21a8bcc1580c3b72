/** What a program says of itself, as far as people would recognise it. */
export interface Program {
  program: string;
  system: string | null;
}

/** Order matters: most browsers also call themselves by the names of those that come later. */
const PROGRAMS: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Headless)?Chrom(e|ium)\/|\bCriOS\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
  [/^curl\//, 'curl'],
  [/^node\b/i, 'Node.js'],
];

const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\bAndroid\b/, 'Android'],
  [/\b(iPhone|iPad|iPod)\b/, 'iOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
];

const find = (names: readonly (readonly [RegExp, string])[], agent: string): string | null =>
  names.find(([pattern]) => pattern.test(agent))?.[1] ?? null;

/** The program of a user agent; null where it says nothing. */
export function programOf(agent: string): Program | null {
  const text = agent.trim();
  if (text === '') return null;
  return { program: find(PROGRAMS, text) ?? text, system: find(SYSTEMS, text) };
}
