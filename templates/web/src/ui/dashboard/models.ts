import { sessionMayDo } from '../api/session';
import type { Application, AppResource } from '../application';

/** Who has more models finds the others in the menu: the page asks the service of each, and fetches what each is made of. */
const MODELS_SHOWN = 12;

/** The models that the dashboard tells of. */
export const shownModels = ({ resources }: Application): readonly AppResource[] =>
  resources.filter(({ name }) => sessionMayDo('list', name)).slice(0, MODELS_SHOWN);
