import type { SvgIconComponent } from '@mui/icons-material';
import type { ComponentType, LazyExoticComponent } from 'react';
import { lazy } from 'react';

/** One model as the menu, the palette and the addresses know it from the start; all else is fetched when it is opened. */
export interface AppResource {
  /** The path of its endpoints, which is react-admin's resource name too: `team_member`. */
  name: string;
  /** The model's class name, by which `config/search.json` registers it. */
  model: string;
  /** One and many: `Task |||| Tasks`. */
  label: string;
  icon: SvgIconComponent;
  load: () => Promise<ResourceDefinition>;
}

/** Everything else of a model: its labels, what its fields are, and the code of its pages. */
export interface ResourceDefinition {
  /** Whether the records have `created_at` and `updated_at`. */
  timestamps: boolean;
  /** The reference of a record to its parent of the same model; null when the records are no tree. */
  parent: string | null;
  /** Whose rows a user sees, where it is not everybody's: their own, those of their tenants, or both. */
  rows?: readonly RowRule[];
  messages: ResourceMessages;
  list: Page;
  show: Page;
  create: Page;
  edit: Page;
  fields: readonly FieldFact[];
}

export type RowRule = 'owner' | 'tenant';

export interface ResourceMessages {
  /** Labels of fields and of lists of related records. */
  fields: Readonly<Record<string, string>>;
}

export type Page = LazyExoticComponent<ComponentType>;

/** A page whose code is fetched when it is opened first: `page(() => import('./task.list'), 'TaskList')`. */
export function page<K extends string>(
  load: () => Promise<Record<K, ComponentType>>,
  name: K,
): Page {
  return lazy(async () => ({ default: (await load().catch(explainMissingCode))[name] }));
}

/** A model's definition, fetched when it is opened first: `definition(() => import('./task/task.resource'), 'taskResource')`. */
export function definition<K extends string>(
  load: () => Promise<Record<K, ResourceDefinition>>,
  name: K,
): AppResource['load'] {
  return async () => (await load().catch(explainMissingCode))[name];
}

/** What it says of code that cannot be fetched: without a connection, or since a newer version has other files. */
export const MISSING_CODE = 'app.missing_code';

function explainMissingCode(): never {
  throw new Error(MISSING_CODE);
}

export type FieldType =
  | 'string'
  | 'text'
  | 'integer'
  | 'bigint'
  | 'float'
  | 'decimal'
  | 'boolean'
  | 'date'
  | 'time'
  | 'datetime'
  | 'uuid'
  | 'json'
  | 'enum'
  | 'ref'
  | 'refs';

/** What filters, export, bulk edit, search and charts need to know of a field. */
export interface FieldFact {
  source: string;
  type: FieldType;
  /** Values to choose from; others are possible too unless the type is `enum`. */
  values?: readonly string[];
  /** The resource of a `ref` or `refs`. */
  reference?: string;
  /** The field by which a `refs` lists its records; their ids by default. */
  keyField?: string;
  /** The relation beside a `ref`, under which `_expand` adds the record. */
  relation?: string;
  required?: boolean;
}

const asked = new Map<string, Promise<ResourceDefinition>>();
const known = new Map<string, ResourceDefinition>();

/** The definition of a model, fetched once; one that could not be fetched is missing until the page is loaded again, as its code is. */
export function loadDefinition({ name, load }: AppResource): Promise<ResourceDefinition> {
  const answer = asked.get(name) ?? load().then((found) => remember(name, found));
  asked.set(name, answer);
  return answer;
}

function remember(name: string, found: ResourceDefinition): ResourceDefinition {
  known.set(name, found);
  return found;
}

/** What a model calls a field or a list of related records; undefined while nobody has opened the model. */
export function knownLabel(resource: string, source: string): string | undefined {
  return known.get(resource)?.messages.fields[source];
}

/** A model with all that is known of it. */
export type OpenedResource = AppResource & ResourceDefinition;
