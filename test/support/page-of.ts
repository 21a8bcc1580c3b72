import type { App } from '../../src/model/model.js';
import { renderWeb } from '../../src/render/render-web.js';
import { draftText } from '../../src/render/draft.js';
import type { PageFile } from '../../src/render/web/view-web.js';
import { templates } from '../golden/example.js';

/** A file of the pages of a model, by its class, as it is written. */
export function pageOf(app: App, className: string, kind: PageFile): string {
  const models = app.models.filter(({ name }) => name === className);
  const isKnown = (model: App['models'][number]) => !models.includes(model);
  const drafts = renderWeb(app, templates(), isKnown);
  const [, file] = [...drafts].find(([path]) => path.endsWith(`.${kind}`) && isPage(path)) ?? [];
  if (file === undefined) throw new Error(`${className} has no ${kind}`);
  return draftText(file);
}

const isPage = (path: string): boolean => /^web\/src\/pages\/[^/]+\//.test(path);

/** The lines of a code without their indentation. */
export const linesOf = (code: string): string[] => code.split('\n').map((line) => line.trim());
