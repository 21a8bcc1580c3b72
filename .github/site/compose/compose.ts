import { templates as readTemplates } from '../../../test/golden/example.js';
import { guidePages } from './guides.js';
import { llmsFull, llmsIndex } from './llms.js';
import { barsOf, misplaced, navigation } from './navigation.js';
import type { Page } from './page.js';
import { commandsPage } from './reference/commands.js';
import { endpointsPage } from './reference/endpoints.js';
import { errorsPage } from './reference/errors.js';
import { featuresPage } from './reference/features.js';
import { fieldTypesPage } from './reference/field-types.js';
import { jsonOutputPage } from './reference/json-output.js';
import { serviceErrorsPage } from './reference/service-errors.js';
import { settingsPage } from './reference/settings.js';
import { specFilePage } from './reference/spec-file.js';
import { repositoryPages } from './repository-pages.js';
import { writtenPages } from './written-pages.js';

/** The site before it is laid out. */
export interface Site {
  readonly pages: readonly Page[];
  /** What the generator reads for its bars. */
  readonly bars: object;
  readonly llms: string;
  readonly llmsFull: string;
}

/** Composes every page of the site from the program, the templates and the repository. */
export async function composeSite(): Promise<Site> {
  const templates = readTemplates();
  const pages = [
    ...writtenPages(),
    ...guidePages(),
    ...repositoryPages(),
    ...[fieldTypesPage(), specFilePage(), commandsPage(), errorsPage(), jsonOutputPage()],
    ...[await endpointsPage(), serviceErrorsPage()],
    ...[settingsPage(templates), featuresPage(templates)],
  ];
  const sections = navigation(templates);
  const wrong = misplaced(sections, pages);
  if (wrong.length > 0) throw new Error(wrong.join('\n'));
  return {
    pages,
    bars: barsOf(sections, pages),
    llms: llmsIndex(sections, pages),
    llmsFull: llmsFull(sections, pages),
  };
}
