import type { TextTree, UiTexts } from '../i18n/language';
import { featureModels, features } from './features';
import { reactAdmin } from './react-admin';
import { problems, refusals } from './refusals';
import { texts } from './texts';

/** All texts of the back-office in German: `texts` of a language. */
export const german: UiTexts & TextTree = {
  ...texts,
  ...features,
  ra: reactAdmin as unknown as TextTree,
  problem: { ...problems, ...texts.problem },
  refusal: refusals,
  resources: { ...texts.resources, ...(featureModels as Readonly<Record<string, TextTree>>) },
};
