import { json } from '../../render/render-package.js';
import { type Drafts, draftText } from '../../render/draft.js';

const SETTINGS = 'crudgen.json';

/** A render for a project at some version: only `upgrade` brings it to that of crudgen. */
export function withVersion(rendered: Drafts, version: string | null): Drafts {
  if (version === null) return rendered;
  const settings = JSON.parse(draftText(rendered.get(SETTINGS)!)) as object;
  return new Map(rendered).set(SETTINGS, json({ ...settings, version }));
}
