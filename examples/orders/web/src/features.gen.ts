// Written by crudgen and rewritten with every change of the models: edits are lost.
import type { UiFeature } from '#ui';
import { dashboard } from '#ui/dashboard';
import { files } from '#ui/files';
import { history } from '#ui/history';
import { dataImport } from '#ui/import';
import { lines } from '#ui/lines';
import { search } from '#ui/search';
import { sessions } from '#ui/sessions';

/** The parts that this back-office could do without, in the order of the menu. */
export const features: readonly UiFeature[] = [
  dashboard,
  files,
  history,
  dataImport,
  lines,
  search,
  sessions,
];
