import spectral from '@stoplight/spectral-core';
import parsers from '@stoplight/spectral-parsers';
import { DOCUMENT, spectralRuleset } from './spectral-ruleset.js';

/** What the ruleset has against a document: each error and warning in a line. */
export async function lintDocument(text: string): Promise<string[]> {
  const linter = new spectral.Spectral();
  linter.setRuleset(new spectral.Ruleset(spectralRuleset, { source: DOCUMENT }));
  const found = await linter.run(new spectral.Document(text, parsers.Json, DOCUMENT));
  return found
    .filter(({ severity }) => severity <= 1)
    .map(({ code, message, path }) => `${code} ${path.join('.')}: ${message}`);
}
