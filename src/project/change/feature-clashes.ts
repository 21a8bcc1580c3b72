import { didYouMean } from '../../model/nearest.js';
import { CORE } from '../../disk/packs.js';
import type { App } from '../../model/model.js';
import { once } from '../../once.js';
import { problem, type Problem } from '../../problem.js';
import { type Feature, featuresIn } from '../../render/features.js';
import { renderPackage } from '../../render/render-package.js';
import { coreSettings } from '../../render/settings.js';
import { schemaOf } from '../../schema/schema.js';
import { RESERVED_TABLES } from '../../spec/reserved.js';
import type { Tree } from '../../tree.js';
import { readTemplates } from '../open/templates.js';

/** A project that a feature of others is added to: its application, and its templates with the feature. */
interface Place {
  readonly app: App;
  readonly templates: Tree;
}

/**
 * Refuses features of others, by name, that the project cannot have: their names belong to crudgen, to another feature whether it
 * is on or not, or to a model; or they need a feature that does not exist. The build of a project finds their other mistakes.
 */
export function featureClashes(names: readonly string[], { app, templates }: Place): Problem[] {
  const all = featuresIn(templates);
  const core = takenByCore(app);
  return all
    .filter(({ name }) => names.includes(name))
    .flatMap((feature) => {
      const others = all.filter(({ name }) => name !== feature.name);
      return [
        ...takenName(feature),
        ...takenWords(feature, [...core, ...others.map(wordsOf)]),
        ...unknownNeeds(feature, others),
      ];
    });
}

function takenName({ name }: Feature): Problem[] {
  const own = featuresIn(readTemplates()).map((one) => one.name);
  if (!own.includes(name) && name !== CORE) return [];
  const help = 'choose another `name`, for example with the name of your company in front';
  return [problem('feature-taken', `crudgen itself has a feature \`${name}\``, help)];
}

/** The names that a feature, a model or crudgen has in every project, by kind. */
interface Words {
  readonly whose: string;
  readonly words: Readonly<Partial<Record<Kind, readonly string[]>>>;
}

type Kind = 'table' | 'setting' | 'script' | 'import alias';

const wordsOf = ({ name, tables, settings, scripts, imports }: Feature): Words => ({
  whose: `the feature \`${name}\``,
  words: {
    table: Object.keys(tables),
    setting: settings.map((one) => one.name),
    script: Object.keys(scripts),
    'import alias': Object.keys(imports),
  },
});

function takenByCore(app: App): Words[] {
  const { scripts, imports } = packageOfAll(readTemplates());
  return [
    {
      whose: 'crudgen itself',
      words: {
        table: [...RESERVED_TABLES],
        setting: coreSettings(readTemplates()).map(({ name }) => name),
        script: Object.keys(scripts),
        'import alias': Object.keys(imports),
      },
    },
    { whose: 'a model of the project', words: { table: Object.keys(schemaOf(app).tables) } },
  ];
}

/** The scripts and import aliases in `package.json` with all features of crudgen. */
const packageOfAll = once((templates: Tree): Pick<Feature, 'scripts' | 'imports'> => {
  const features = featuresIn(templates).map(({ name }) => name);
  const app: App = { name: 'all', database: 'sqlite', models: [], features };
  return JSON.parse(renderPackage(app, templates)) as Feature;
});

function takenWords(feature: Feature, others: readonly Words[]): Problem[] {
  const { whose, words } = wordsOf(feature);
  return (Object.keys(words) as Kind[]).flatMap((kind) =>
    words[kind]!.flatMap((word): Problem[] => {
      const isSame = (other: string) => other.toLowerCase() === word.toLowerCase();
      const other = others.find((one) => one.words[kind]?.some(isSame));
      if (other === undefined) return [];
      const message = `the ${kind} \`${word}\` of ${whose} already belongs to ${other.whose}`;
      const help = `choose another name in feature.json of \`${feature.name}\``;
      return [problem('word-taken', message, help)];
    }),
  );
}

/** Reports needed features that the project does not have. */
function unknownNeeds({ name, needs }: Feature, others: readonly Feature[]): Problem[] {
  const known = others.map((one) => one.name);
  return needs
    .filter((need) => !known.includes(need))
    .map((need) => {
      const message = `\`${name}\` needs the feature \`${need}\`, which the project does not have`;
      const help = `add it first: crudgen add <the folder or package of ${need}>`;
      return problem('unknown-word', message, didYouMean(need, known, help));
    });
}
