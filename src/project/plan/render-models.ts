import { isDeepStrictEqual } from 'node:util';
import type { App, Model } from '../../model/model.js';
import { reachedFrom } from '../../model/relations.js';
import { SOURCE } from '../../plan/plan-changes.js';
import { featuresOfModels, hasBackOffice } from '../../render/features.js';
import { modelPaths } from '../../render/render-model.js';
import { Draft, type Drafts } from '../../render/draft.js';
import { draftApp } from '../../render/render-project.js';
import {
  MIGRATIONS_GEN,
  migrationsIn,
  MODELS_GEN,
  type Registered,
  registeredIn,
  renderModelsGen,
} from '../../render/render-registry.js';
import type { Tree } from '../../tree.js';
import { type ProjectChange, styleAfter } from '../change/project-change.js';
import type { BothRenders } from '../change/refactor-files.js';
import { plannedOriginals } from '../open/house-style.js';
import { layOutLike } from '../open/lay-out.js';
import { migrationClasses } from '../open/migration-files.js';
import type { OpenProject } from '../open/open-project.js';
import { withVersion } from '../open/with-version.js';
import type { BothModels } from './both-models.js';
import { requireSaidModels } from './styled-sources.js';

/** What a render of both models is made for. */
interface RenderedModels extends BothModels {
  /** The new migration; empty if the tables stay the same. */
  readonly file: Tree;
  /** Whether everything is rendered anew, and not only the differences between the two models. */
  readonly isWhole: boolean;
}

/**
 * Renders both models of a change, with the originals of the house style, which are files of the project as well. Refuses a house
 * style whose output would be read as another model.
 */
export function renderBoth(
  project: OpenProject,
  change: ProjectChange,
  models: BothModels,
  { mine, file }: { readonly mine: Tree; readonly file: Tree },
): BothRenders {
  const { before, after, templates } = models;
  const isWhole = change.mode === 'upgrade';
  const changed = after.models.filter((model) => isWhole || !before.models.includes(model));
  requireSaidModels(project, after, changed, templates.after);
  const rendered = renderModels(project, { ...models, file, isWhole });
  const { applied, base } = project;
  const style = styleAfter(project, change);
  if (applied.size + style.size === 0) return rendered;
  return {
    before: new Map([...rendered.before, ...plannedOriginals(applied, { base, mine })]),
    after: new Map([...rendered.after, ...plannedOriginals(style, { base, mine })]),
  };
}

/** Renders both models: the model before with the registry of the kept copies; `withRegistry` adds the registry of the model after. */
function renderModels(
  project: OpenProject,
  { before, after, templates, existing, file, isWhole }: RenderedModels,
): BothRenders {
  const { base, mine, settings } = project;
  const known = isWhole ? () => null : copiesOfUnchanged(project, { before, after, templates });
  const listed = migrationsIn(base.get(MIGRATIONS_GEN) ?? '');
  const at = (drafts: Drafts) => (isWhole ? drafts : withVersion(drafts, settings.version));
  const drafts = {
    before: at(
      draftApp(before, {
        templates: templates.before,
        migrations: [...listed.keys()],
        migrationClasses: listed,
        ...registeredIn(base.get(MODELS_GEN) ?? ''),
        known,
      }),
    ),
    after: at(
      draftApp(after, {
        templates: templates.after,
        migrations: [...existing, ...file.keys()],
        migrationClasses: migrationClasses(existing, mine),
        known,
      }),
    ),
  };
  return layOutBoth(drafts, project, isWhole);
}

/** The drafts of both models. */
interface BothDrafts {
  readonly before: Drafts;
  readonly after: Drafts;
}

/**
 * The texts of both renders; what both have alike is laid out once. A derived file of these keeps its copy in all that follows
 * (`threeTrees`), and so there is nothing to lay out; but for `upgrade`, where git could not merge the copy, and the registry of
 * models, whose later render (`withRegistry`) is compared with this one.
 */
function layOutBoth({ before, after }: BothDrafts, project: OpenProject, isWhole: boolean) {
  const { base, merging } = project;
  const isAlike = (path: string): boolean => {
    const [one, other] = [before.get(path), after.get(path)];
    return one instanceof Draft && other instanceof Draft && one.code === other.code;
  };
  const keepsCopy = (path: string) =>
    !isWhole && path !== MODELS_GEN && !merging.has(path) && !SOURCE.test(path) && isAlike(path);
  const next = layOutLike(base, withTexts(after, base, keepsCopy));
  return { before: layOutLike(base, withTexts(before, next, isAlike)), after: next };
}

/** Drafts of which some have a text already. */
const withTexts = (drafts: Drafts, texts: Tree, isKnown: (path: string) => boolean): Drafts =>
  new Map(
    [...drafts].map(([path, file]) => [
      path,
      (isKnown(path) ? texts.get(path) : undefined) ?? file,
    ]),
  );

/**
 * The kept copies of models that are the same before and after, with all that their files depend on: of hundreds of models
 * nearly all are, and need not be rendered to be compared.
 */
function copiesOfUnchanged(
  { base, merging, repaired }: OpenProject,
  { before, after, templates }: Pick<BothModels, 'before' | 'after' | 'templates'>,
) {
  const isBroken = merging.size + repaired.size > 0;
  const isOther =
    hasBackOffice(before) !== hasBackOffice(after) ||
    featuresOfModels(before) !== featuresOfModels(after) ||
    !isDeepStrictEqual(before.roles, after.roles);
  if (isBroken || isOther) return () => null;
  const own = new Set(before.models);
  const isSame = (model: Model) =>
    own.has(model) && isSameList(reachedFrom(before, model), reachedFrom(after, model));
  const unchanged = new Set(after.models.filter(isSame));
  return (model: Model): Tree | null => {
    if (!unchanged.has(model)) return null;
    const paths = modelPaths(after, model, templates.after);
    return paths.every((path) => base.has(path))
      ? new Map(paths.map((path) => [path, base.get(path)!]))
      : null;
  };
}

const isSameList = <T>(one: readonly T[], other: readonly T[]): boolean =>
  one.length === other.length && one.every((item, at) => item === other[at]);

/** A render whose registry names the parts of models by their exports. */
export function withRegistry(
  { base }: OpenProject,
  rendered: Tree,
  { app, templates }: { readonly app: App; readonly templates: Tree },
  registered: Registered,
): Tree {
  const registry = new Map([[MODELS_GEN, renderModelsGen(app, templates, registered)]]);
  return new Map([...rendered, ...layOutLike(base, registry)]);
}
