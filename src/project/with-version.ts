import { json } from '../render/render-package.js';
import type { Tree } from '../tree.js';

const SETTINGS = 'crudgen.json';

/** A render for a project at some version: only `upgrade` brings it to that of crudgen. */
export function withVersion(rendered: Tree, version: string | null): Tree {
  if (version === null) return rendered;
  const settings = JSON.parse(rendered.get(SETTINGS)!) as object;
  return new Map(rendered).set(SETTINGS, json({ ...settings, version }));
}
