import { sessionMayDo } from '../api/session';
import type { Application, AppResource } from '../application';

/** With more models, the others are in the menu: each one costs a request and its definition. */
const MODELS_SHOWN = 12;

/** The models on the dashboard. */
export const shownModels = ({ resources }: Application): readonly AppResource[] =>
  resources.filter(({ name }) => sessionMayDo('list', name)).slice(0, MODELS_SHOWN);
