import type { App } from '../../model/model.js';
import { isError, type Problem } from '../../problem.js';
import { checkSpec } from '../../spec/check.js';
import { parseSpec } from '../../spec/parse-spec.js';
import type { Choice } from '../choose-tables.js';
import type { DatabaseSchema } from '../database.js';
import type { DraftModel } from '../draft.js';
import { type Pulled, pullSpec } from '../pull.js';

/** The models that are guessed of a database. */
export interface GuessedApp extends Pick<App, 'models'> {
  readonly pulled: Pulled;
  /** The faults of the guesses. If there are faults, there are no models. */
  readonly problems: readonly Problem[];
}

/** Guesses the models of a database, as a new project of it would have them; `shape` is the JSON Schema of specs. */
export function guessApp(schema: DatabaseSchema, choice: Choice, shape: object): GuessedApp {
  const pulled = pullSpec(schema, 'the database', choice);
  if (pulled.models.length === 0) return { models: [], pulled, problems: [] };
  const { spec, problems } = parseSpec('models.yaml', pulled.text, shape);
  const checked = checkSpec(spec);
  const errors = [...problems, ...checked.problems].filter(isError);
  return { models: errors.length > 0 ? [] : checked.models, pulled, problems: errors };
}

/** The draft that was guessed of a table. */
export const draftOf = (table: string, models: readonly DraftModel[]): DraftModel | undefined =>
  models.find((one) => one.table.name === table);
