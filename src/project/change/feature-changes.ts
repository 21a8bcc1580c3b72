import { readSettings } from '../../code/read-settings.js';
import { withUniqueEmails } from '../../model/built-in.js';
import type { App, Field, Model } from '../../model/model.js';
import { didYouMean, unknownName } from '../../model/nearest.js';
import { problem, type Problem, quoted, Refusal, refusal, refuseErrors } from '../../problem.js';
import {
  type Bringing,
  bringerOf,
  type Feature,
  featuresIn,
  isBrought,
  namedFeatures,
} from '../../render/features.js';
import type { Templates } from '../../render/template.js';
import type { OpenProject } from '../open/open-project.js';

/** Refuses features that `crudgen.json` lists and none of some templates have. */
export function requireKnown(listed: readonly string[], templates: readonly Templates[]): void {
  const known = new Set(templates.flatMap(featuresIn).map(({ name }) => name));
  const unknown = listed.filter((name) => !known.has(name));
  refuseErrors(unknown.map((name) => unknownListed(name, known)));
}

/** What `crudgen.json` lists, and neither crudgen nor the packs of the project have. */
function unknownListed(name: string, known: Iterable<string>): Problem {
  const message = `crudgen.json lists the feature \`${name}\`, which does not exist`;
  const help =
    'if the feature comes from a folder or package, restore its pack with git (git log --stat -- .crudgen/packs), or run: crudgen add <folder or package>; for the features of crudgen: crudgen features';
  return problem('unknown-feature', message, didYouMean(name, known, help));
}

/** The features of these names; refuses unknown names. */
function findFeatures(templates: Templates, names: readonly string[]): readonly Feature[] {
  const all = featuresIn(templates);
  const known = all.map(({ name }) => name);
  const problems = names
    .filter((name) => !known.includes(name))
    .map((name): Problem =>
      unknownName('unknown-feature', `there is no feature \`${name}\``, name, known),
    );
  refuseErrors(problems);
  return all.filter(({ name }) => names.includes(name));
}

/** An application with more features and those that they need. */
export function withFeatures(app: App, templates: Templates, names: readonly string[]): App {
  const found = findFeatures(templates, names);
  const needed = found.flatMap(({ needs }) => needs);
  const fresh = needed.filter((name) => !names.includes(name));
  if (fresh.length > 0) return withFeatures(app, templates, [...names, ...fresh]);
  const listed = listing(app, [...namedFeatures(app, templates), ...names]);
  return found.some(({ uniqueEmails }) => uniqueEmails) ? withUniqueEmails(listed) : listed;
}

/** An application without features and those that need them; refuses where its models bring one. */
export function withoutFeatures(app: App, templates: Templates, names: readonly string[]): App {
  const found = findFeatures(templates, names);
  const brought = found.filter((feature) => isBrought(feature, app));
  if (brought.length > 0) throw new Refusal([broughtProblem(brought[0]!, app)]);
  const gone = withDependents(featuresIn(templates), names);
  return listing(
    app,
    namedFeatures(app, templates).filter((name) => !gone.includes(name)),
  );
}

/** Features with all that need them, transitively. */
function withDependents(all: readonly Feature[], names: readonly string[]): readonly string[] {
  const more = all.filter(
    ({ name, needs }) => !names.includes(name) && needs.some((need) => names.includes(need)),
  );
  return more.length === 0
    ? names
    : withDependents(all, [...names, ...more.map(({ name }) => name)]);
}

const listing = (app: App, names: readonly string[]): App => ({
  ...app,
  features: [...new Set(names)].sort(),
});

/** What needs a feature that it has brought. */
interface Bringer {
  readonly model: Model;
  readonly field: Field;
  /** `Order.number`. */
  readonly place: string;
}

/** Why something needs a feature, and what to do before the feature can be dropped. */
const NEEDS: Readonly<Record<Bringing, (by: Bringer) => readonly [why: string, help: string]>> = {
  'composite-key': ({ model }) => [
    'is a part of a key of several fields',
    `remove the model first: crudgen model remove ${model.name}`,
  ],
  board: ({ model }) => [
    'is the field of a board',
    `take the board away first: crudgen model board ${model.name} --off`,
  ],
  calendar: ({ model }) => [
    'is the date of a calendar',
    `take the calendar away first: crudgen model calendar ${model.name} --off`,
  ],
  layout: ({ model }) => [
    'is the field of a board or a calendar',
    `take these away first: crudgen model board ${model.name} --off, crudgen model calendar ${model.name} --off`,
  ],
  exact: ({ model, field }) => [
    'is an exact decimal',
    `remove the field first: crudgen model remove-field ${model.name} ${field.name}`,
  ],
  frozen: ({ model }) => [
    'is the field by which rows are frozen',
    `let them change first: crudgen model freeze ${model.name} --off`,
  ],
  lines: ({ place }) => [
    'is a line of the record that it refers to',
    `make it an ordinary related record first: crudgen model change-field ${place}:-lines`,
  ],
  list: ({ model, field }) => [
    'is a list of values',
    `remove the field first: crudgen model remove-field ${model.name} ${field.name}`,
  ],
  'no-overlap': ({ model }) => [
    'is the beginning of periods that do not overlap',
    `remove \`noOverlap\` from @Model of ${model.name} first, then run: crudgen sync`,
  ],
  'read-only': ({ model }) => [
    'is a field of a model that is only read',
    `remove the model first: crudgen model remove ${model.name}`,
  ],
  bytes: ({ model, field }) => [
    'has bytes',
    `remove the field first: crudgen model remove-field ${model.name} ${field.name}`,
  ],
  file: ({ model, field }) => [
    'has files',
    `remove the field first: crudgen model remove-field ${model.name} ${field.name}`,
  ],
  native: ({ model, field }) => [
    'has a type of PostgreSQL',
    `remove the field first: crudgen model remove-field ${model.name} ${field.name}`,
  ],
  schema: () => [
    'is a field of a table in a schema',
    `give the model another table first, without the schema in its \`@Entity\``,
  ],
  'self-reference': () => [
    'refers to the same model',
    'remove the reference first: the project needs the feature while a model refers to itself',
  ],
  series: ({ model, field }) => [
    'has the numbers of a series',
    `let people enter the numbers first: crudgen model change-field ${model.name} ${field.name}:-series`,
  ],
  'show-if': ({ model, field }) => [
    'is shown only with some values of another field',
    `show it always first: crudgen model change-field ${model.name} ${field.name}:-show_if`,
  ],
  steps: ({ model, field }) => [
    'changes by steps',
    `let its value change freely first: crudgen model change-field ${model.name} ${field.name}:-steps`,
  ],
  total: ({ model, field }) => [
    'is a total of lines',
    `remove the field first: crudgen model remove-field ${model.name} ${field.name}`,
  ],
  'trigram-index': ({ model, field }) => [
    'has `search=trigram`',
    `remove \`search\` from the field first: crudgen model change-field ${model.name} ${field.name}:-search`,
  ],
  'uuid-key': () => [
    'is a key that the service makes',
    'keep the feature: it is a single package, without which no row could be created',
  ],
  personal: ({ model, field }) => [
    'tells something of a person',
    `take the word away first, in each such field: crudgen model change-field ${model.name} ${field.name}:-personal`,
  ],
  history: ({ model }) => [
    'is a field of a model with a history',
    `switch the history off first: crudgen model history ${model.name} --off`,
  ],
  trash: ({ model }) => [
    'is a field of a model with a trash',
    `switch the trash off first: crudgen model trash ${model.name} --off`,
  ],
};

function broughtProblem(feature: Feature, app: App): Problem {
  const { model, field } = bringerOf(feature, app)!;
  const place = `${model.name}.${field.name}`;
  const [why, help] = NEEDS[feature.broughtBy!]({ model, field, place });
  return problem(
    'feature-brought',
    `\`${feature.name}\` cannot be dropped: \`${place}\` needs it, because it ${why}`,
    help,
  );
}

/**
 * Refuses unknown features in crudgen.json, and features deleted from its list by hand: only `drop` removes what belongs
 * to them.
 */
export function requireListedFeatures(
  { settings, base }: OpenProject,
  { before, after }: { readonly before: Templates; readonly after: Templates },
): void {
  requireKnown(settings.features, [before, after]);
  const kept = base.has('crudgen.json') ? readSettings(base).settings.features : [];
  const gone = kept.filter((name) => !settings.features.includes(name));
  if (gone.length === 0) return;
  throw refusal(
    'feature-gone',
    `crudgen.json no longer lists ${quoted(gone)}`,
    `add it to the list again; to remove a feature with its files: crudgen drop ${gone.join(' ')}`,
  );
}
