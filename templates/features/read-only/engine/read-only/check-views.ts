import type { DataSource, EntityMetadata } from 'typeorm';
import { linesOf, type ModelInfo } from '../model/model-info.js';
import { isView } from './describe-views.js';
import { checkIdField } from './keyless.js';

/** What models that are only read say of themselves and only a table can have, with what to do. */
export const refusals = (models: readonly ModelInfo[], dataSource: DataSource): readonly string[] =>
  models
    .filter((model) => isView(model, dataSource))
    .flatMap((model) => [
      ...checkForeignKeys(dataSource.getMetadata(model.entity)),
      ...checkReferrers(model),
      ...checkLinks(model),
      ...checkLines(model),
      ...(model.isKeyless ? checkIdField(dataSource.getMetadata(model.entity)) : []),
    ]);

/** Otherwise the deletion of a record would change rows of a view. */
const checkForeignKeys = ({ name, foreignKeys }: EntityMetadata): readonly string[] =>
  foreignKeys.map(
    ({ columns: [column] }) =>
      `${name}.${column!.relationMetadata?.propertyName}: a \`@ViewEntity\` has no foreign keys; write \`createForeignKeyConstraints: false\` in the options of the relation`,
  );

const checkReferrers = ({ name, referrers }: ModelInfo): readonly string[] =>
  referrers.map(
    ({ model, field }) =>
      `${model}.${field}: a foreign key cannot refer to ${name}, which is a \`@ViewEntity\`; write a column without a relation`,
  );

const checkLinks = ({ name, links }: ModelInfo): readonly string[] =>
  links.map(
    (link) =>
      `${name}.${link.name}: a \`@ViewEntity\` has no many-to-many relations; declare it in ${link.model}, or make the join table a view of its own`,
  );

const checkLines = (model: ModelInfo): readonly string[] => {
  const { name, lineParent } = model;
  const own = linesOf(model).map((lines) => `${name}.${lines.name}`);
  return [...own, ...(lineParent ? [`${name}.${lineParent.field}`] : [])].map(
    (place) => `${place}: lines are written with their record, and a \`@ViewEntity\` is only read`,
  );
};
