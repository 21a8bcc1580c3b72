import type { SvgIconComponent } from '@mui/icons-material';
import type { ComponentType, LazyExoticComponent } from 'react';
import { lazy } from 'react';
import type { FieldFact } from './field-fact';

/** One model in the back-office: where it lives, how it is called, and the code of its pages. */
export interface AppResource {
  /** The path of its endpoints, which is react-admin's resource name too: `team_member`. */
  name: string;
  /** The model's class name, by which `config/search.json` registers it. */
  model: string;
  icon: SvgIconComponent;
  messages: ResourceMessages;
  /** Whether the records have `created_at` and `updated_at`. */
  timestamps: boolean;
  /** The reference of a record to its parent of the same model; null when the records are no tree. */
  parent: string | null;
  /** Whose rows a user sees, where it is not everybody's: their own, those of their tenants, or both. */
  rows?: readonly RowRule[];
  list: Page;
  show: Page;
  create: Page;
  edit: Page;
  fields: () => Promise<readonly FieldFact[]>;
}

export type RowRule = 'owner' | 'tenant';

export interface ResourceMessages {
  /** One and many: `Task |||| Tasks`. */
  name: string;
  /** Labels of fields and of lists of related records. */
  fields: Record<string, string>;
}

export type Page = LazyExoticComponent<ComponentType>;

/** A page whose code is fetched when it is opened first: `page(() => import('./task.list'), 'TaskList')`. */
export function page<K extends string>(
  load: () => Promise<Record<K, ComponentType>>,
  name: K,
): Page {
  return lazy(async () => ({ default: (await load().catch(explainMissingCode))[name] }));
}

/** What it says of a page whose code cannot be fetched: without a connection, or since a newer version has other files. */
export const MISSING_CODE = 'app.missing_code';

function explainMissingCode(): never {
  throw new Error(MISSING_CODE);
}

/** The facts of a model's fields, fetched when somebody asks. */
export function facts<K extends string>(
  load: () => Promise<Record<K, readonly FieldFact[]>>,
  name: K,
): AppResource['fields'] {
  return async () => (await load())[name];
}
