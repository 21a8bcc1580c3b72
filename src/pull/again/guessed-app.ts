import type { App, Field, Model } from '../../model/model.js';
import { isError, type Problem } from '../../problem.js';
import { checkSpec } from '../../spec/check.js';
import { parseSpec } from '../../spec/parse-spec.js';
import type { Choice } from '../choose-tables.js';
import type { DatabaseSchema, Table } from '../database.js';
import type { DraftModel } from '../draft.js';
import { type Pulled, pullSpec } from '../pull.js';

/** The models that are guessed of a database. */
export interface GuessedApp extends Pick<App, 'models'> {
  readonly pulled: Pulled;
  /** What is wrong with the guesses; there are no models then. */
  readonly problems: readonly Problem[];
}

/** Guesses the models of a database, as a new project of it would have them; `shape` is the JSON Schema of specs. */
export function guessApp(schema: DatabaseSchema, choice: Choice, shape: object): GuessedApp {
  const pulled = pullSpec(schema, 'the database', choice);
  if (pulled.models.length === 0) return { models: [], pulled, problems: [] };
  const { spec, problems } = parseSpec('models.yaml', pulled.text, shape);
  const checked = checkSpec(spec);
  const errors = [...problems, ...checked.problems].filter(isError);
  const models = errors.length > 0 ? [] : checked.models;
  return {
    models: models.map((model) => withoutMissingIndexes(model, tableOf(model, pulled))),
    pulled,
    problems: errors,
  };
}

const tableOf = ({ table }: Model, { models }: Pulled): Table => draftOf(table, models)!.table;

/** What is guessed of a table. */
export const draftOf = (table: string, models: readonly DraftModel[]): DraftModel | undefined =>
  models.find((one) => one.table.name === table);

/** A model whose references have an index only where the table has one. */
function withoutMissingIndexes(model: Model, { indexes, primaryKey }: Table): Model {
  const isIndexed = (column: string) =>
    primaryKey[0] === column || indexes.some(({ columns }) => columns[0] === column);
  const fields = model.fields.map((field): Field => {
    const { reference, type, column } = field;
    if (type !== 'ref' || reference === null || isIndexed(column)) return field;
    return { ...field, reference: { ...reference, unindexed: true } };
  });
  return { ...model, fields };
}
