/** A font of the system, as wide and as high as Inter, so that nothing moves when that arrives. */
export const FALLBACK = {
  fontFamily: 'Inter fallback',
  src: ['Arial', 'Helvetica', 'Liberation Sans', 'Roboto']
    .map((name) => `local("${name}")`)
    .join(','),
  ascentOverride: '90.2%',
  descentOverride: '22.48%',
  lineGapOverride: '0%',
  sizeAdjust: '107.4%',
};

/** A list of fonts in which the font of the system stands behind Inter. */
export const withFallback = (fonts: string): string =>
  fonts.replace(/\bInter\b/, 'Inter,"Inter fallback"');

/** Loads the font: after the first paint, and later from the browser's cache. Without it the page stays as it is. */
export async function loadFont(): Promise<void> {
  const { INTER } = await import('./inter');
  const file = Uint8Array.from(atob(INTER), (character) => character.charCodeAt(0));
  const face = new FontFace('Inter', file, { weight: '400 700', display: 'swap' });
  document.fonts.add(await face.load());
}
