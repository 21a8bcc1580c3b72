import { sessionMayDo } from '../api/session';
import type { Application, AppResource } from '../application';

/** With more models, the others are in the menu: each one costs a request and its definition. */
const MODELS_SHOWN = 12;

const PLACES = ['first', undefined, 'last'];

/** The models on the dashboard: by their place on it, then in the order of the menu. */
export const shownModels = ({ resources }: Application): readonly AppResource[] =>
  resources
    .filter(({ name }) => sessionMayDo('list', name))
    .toSorted((one, other) => PLACES.indexOf(one.dashboard) - PLACES.indexOf(other.dashboard))
    .slice(0, MODELS_SHOWN);
