/** The form that two texts share where they differ in case or width alone: NFKC in lower case, with both small sigmas alike. */
export const caseless = (text: string): string =>
  text.normalize('NFKC').toLowerCase().replaceAll('ς', 'σ');
