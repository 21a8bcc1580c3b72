import { isDeepStrictEqual } from 'node:util';
import type { App, Model } from '../../model/model.js';
import { reachedFrom } from '../../model/relations.js';
import { SOURCE } from '../../plan/plan-changes.js';
import { hasBackOffice } from '../../render/features.js';
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
import { layOutLike } from '../open/lay-out.js';
import { migrationClasses } from '../open/migration-files.js';
import type { OpenProject } from '../open/open-project.js';
import { withVersion } from '../open/with-version.js';

/** The models before and after, and the migrations before and between them. */
export interface RenderedModels {
  readonly before: App;
  readonly after: App;
  /** In the house style from now on: as after an upgrade, the model before is rendered as this crudgen would have. */
  readonly templates: TemplatesOfBoth;
  /** The existing migrations. */
  readonly existing: readonly string[];
  /** The new migration; empty where the tables stay the same. */
  readonly file: Tree;
  /** Whether everything is rendered anew, and not only what differs between the two models. */
  readonly isWhole: boolean;
}

/** The templates with the features of others that there were, and with those that there are from now on. */
export interface TemplatesOfBoth {
  readonly before: Tree;
  readonly after: Tree;
}

/** Renders both models: the one before with the registry of the kept copies; `withRegistry` adds that of the one after. */
export function renderModels(
  project: OpenProject,
  { before, after, templates, existing, file, isWhole }: RenderedModels,
): { readonly before: Tree; readonly after: Tree } {
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
  { before, after, templates }: Pick<RenderedModels, 'before' | 'after' | 'templates'>,
) {
  const isBroken = merging.size + repaired.size > 0;
  const isOther =
    hasBackOffice(before) !== hasBackOffice(after) || !isDeepStrictEqual(before.roles, after.roles);
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
