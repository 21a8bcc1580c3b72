import type { App } from '../model/model.js';
import { planChanges } from '../plan/plan-changes.js';
import type { Plan } from '../plan/plan.js';
import { keepsBase, renderProject } from '../render/render-project.js';
import { registerSearch } from './edit-search.js';
import { readTemplates } from './templates.js';

/** The plan of a new project; `secret` goes into its `.env`. */
export function planNewProject(
  app: App,
  given: { readonly now: Date; readonly secret: string },
): Plan {
  const rendered = renderProject(app, { ...given, templates: readTemplates() });
  const next = registerSearch({ unreadFiles: new Set() }, app.models)(rendered);
  const plan = planChanges({ base: new Map(), mine: new Map(), next });
  return { ...plan, base: new Map([...rendered].filter(([path]) => keepsBase(path))) };
}
