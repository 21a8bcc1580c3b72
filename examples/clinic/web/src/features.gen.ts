// Written by crudgen and rewritten with every change of the models: edits are lost.
import type { UiFeature } from '#ui';
import { dashboard } from '#ui/dashboard';
import { history } from '#ui/history';
import { search } from '#ui/search';
import { sessions } from '#ui/sessions';
import { tree } from '#ui/tree';

/** The parts that this back-office could do without, in the order of the menu. */
export const features: readonly UiFeature[] = [dashboard, history, search, sessions, tree];
