import type { SvgIconComponent } from '@mui/icons-material';
import type { ComponentType, LazyExoticComponent } from 'react';
import { lazy } from 'react';
import type { FieldFact } from './field-fact';

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
