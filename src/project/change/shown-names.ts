import type { App, Field, Model } from '../../model/model.js';
import { joinTableOf } from '../../model/relations.js';
import type { GoneName } from './gone-names.js';

type Gone = Pick<GoneName, 'table' | 'column'>;

/** Both models of a project, and the tables renamed so far. */
export interface BothApps {
  readonly before: App;
  readonly after: App;
  readonly tables: Readonly<Record<string, string>>;
}

/** What is gone, and what may have come for it, by the names of models and fields. */
export interface ShownNames {
  /** `Task.title`, `Task`. */
  readonly gone: string;
  /** `headline`, `Errand`. */
  readonly come: string;
}

/** A removed table or column and a new one as a developer knows them; join tables without other names as they are. */
export function shownNames({ table, column }: Gone, to: string, apps: BothApps): ShownNames {
  const { before, after, tables } = apps;
  const old = modelOf(before, table);
  if (column !== null) {
    const now = modelOf(after, tables[table] ?? table);
    const [was, is] = [fieldOf(old, column), fieldOf(now, to)];
    // A field may keep its name and get another column.
    return {
      gone: `${old?.name ?? table}.${was === is ? column : was}`,
      come: was === is ? to : is,
    };
  }
  const come = modelOf(after, to)?.name;
  if (old && come !== undefined && come !== old.name) return { gone: old.name, come };
  const [was, is] = [joinedBy(before, table), joinedBy(after, to)];
  if (was && is && was.model.name === is.model.name && was.field.name !== is.field.name)
    return { gone: `${was.model.name}.${was.field.name}`, come: is.field.name };
  return { gone: table, come: to };
}

const modelOf = ({ models }: App, table: string): Model | undefined =>
  models.find((one) => one.table === table);

const fieldOf = (model: Model | undefined, column: string): string =>
  model?.fields.find((field) => field.column === column)?.name ?? column;

/** The many-to-many field of a join table. */
function joinedBy(app: App, table: string): { model: Model; field: Field } | undefined {
  const fields = app.models.flatMap((model) =>
    model.fields.filter(({ type }) => type === 'refs').map((field) => ({ model, field })),
  );
  return fields.find(({ model, field }) => joinTableOf(app, model, field).table === table);
}
