import type { SvgIconComponent } from '@mui/icons-material';
import type { ModelRules } from '#engine/rules';
import {
  createContext,
  createElement,
  use,
  useContext,
  type ComponentType,
  type FunctionComponent,
} from 'react';
import { fetchOnce, type FetchedOnce } from './fetch-once';
import { fetchCode } from './missing-code';

/** One model as the menu, the palette and the addresses know it from the start; all else is fetched when it is opened. */
export interface AppResource {
  /** The path of its endpoints, which is react-admin's resource name too: `team_member`. */
  name: string;
  /** The model's class name, by which `config/search.json` registers it. */
  model: string;
  /** One and many: `Task |||| Tasks`. */
  label: string;
  /** The heading that the menu has it under. */
  group?: string;
  icon: SvgIconComponent;
  /** Its records are only looked at: nobody creates, edits or clones one, and what else can be done stands on its pages. */
  readOnly?: boolean;
  load: () => Promise<ModelDefinition>;
}

/** Everything else of a model: its labels, what its fields are, and the code of its pages. */
export interface ModelDefinition {
  /** Whether the records have `created_at` and `updated_at`. */
  timestamps: boolean;
  /** The reference of a record to its parent of the same model; null when the records are no tree. */
  parent: string | null;
  /** What it calls the records that refer to one by it: `subtasks`; without it their numbers are not shown. */
  children?: string;
  /** Whose rows a user sees, where it is not everybody's: their own, those of their tenants, or both. */
  rows?: readonly RowRule[];
  messages: ResourceMessages;
  list: Page;
  show: Page;
  /** None where only the service makes records. */
  create?: Page;
  edit: Page;
  fields: readonly FieldFact[];
  /** What must hold between fields: the service's own rules. */
  rules?: ModelRules;
}

export type RowRule = 'owner' | 'tenant';

export interface ResourceMessages {
  /** Labels of fields and of lists of related records. */
  fields: Readonly<Record<string, string>>;
}

/** A component; with `fetch` one of which code, and what else it waits for, may be fetched before it is shown. */
export type Page = FunctionComponent & {
  readonly fetch?: (application: Application) => Promise<unknown>;
};

/** A page whose code is fetched when it is opened first: `page(() => import('./task.list'), 'TaskList')`; `also` is what else it waits for. */
export function page<K extends string>(
  load: () => Promise<Record<K, ComponentType>>,
  name: K,
  also: (application: Application) => readonly Promise<unknown>[] = () => [],
): Page {
  const code = fetchOnce(async () => (await fetchCode(load))[name]);
  const Fetched = () => createElement(use(code.fetch()));
  return Object.assign(Fetched, {
    fetch: (application: Application) => Promise.all([code.fetch(), ...also(application)]),
  });
}

/** A model's definition, fetched when it is opened first: `definition(() => import('./task/task.resource'), 'taskResource')`. */
export function definition<K extends string>(
  load: () => Promise<Record<K, ModelDefinition>>,
  name: K,
): AppResource['load'] {
  return async () => (await fetchCode(load))[name];
}

/** A record of any model as the service sends it; `_etag` is the version that was read with it. */
export interface Row {
  id: number;
  _label: string;
  _etag?: string;
  /** With `_count`: how many others it has, by relation. */
  _count?: Readonly<Record<string, number>>;
  [field: string]: unknown;
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
  /** No two records have the same value: a clone leaves it out. */
  unique?: boolean;
}

const definitions = new Map<string, FetchedOnce<ModelDefinition>>();

function definitionOf({ name, load }: AppResource): FetchedOnce<ModelDefinition> {
  const found = definitions.get(name) ?? fetchOnce(load);
  definitions.set(name, found);
  return found;
}

/** The definition of a model, fetched once; one that could not be fetched is missing until the page is loaded again, as its code is. */
export const loadDefinition = (resource: AppResource): Promise<ModelDefinition> =>
  definitionOf(resource).fetch();

/** What a model calls a field or a list of related records; undefined while nobody has opened the model. */
export function knownLabel(resource: string, source: string): string | undefined {
  return definitions.get(resource)?.found()?.messages.fields[source];
}

/** A model with all that is known of it. */
export type OpenedResource = AppResource & ModelDefinition;

/** A part of the back-office that it can do without: `features.gen.ts` lists those that it has. */
export interface UiFeature {
  /** Its texts stand under this name: `tree.title`. */
  name: string;
  /** Its texts by language; those in English say what a language lacks. */
  texts: { en: FeatureTexts } & Partial<Record<string, FeatureTexts>>;
  /** What opens first; where no feature has it, the list of the first model does. */
  home?: Page;
  /** Models that it brings: they stand in the menu below those of the application. */
  resources?: readonly AppResource[];
  /** An entry of the menu above the models, and of the palette. */
  menu?: MenuEntry;
  /** Pages of its own: `/report`. */
  pages?: readonly FeaturePage[];
  /** Pages below the address of every model: `tree/:id?`. */
  modelPages?: readonly FeaturePage[];
  /** What it adds to the bar above every page. */
  Header?: ComponentType;
  /** What it adds to the head of a list, and to that of a record's page. */
  ListAction?: ComponentType;
  ShowAction?: ComponentType;
}

export type FeatureTexts = Readonly<Record<string, string>>;

export interface MenuEntry {
  to: string;
  icon: SvgIconComponent;
  /** The key of its text. */
  label: string;
}

export interface FeaturePage {
  path: string;
  page: Page;
}

/** What the back-office knows of the application that it serves. */
export interface Application {
  /** What the browser's tab and the header call it. */
  title: string;
  /** Every model of the application. */
  resources: readonly AppResource[];
  /** Users, roles and tenants. */
  accessControl: readonly AppResource[];
  /** The parts that it could do without. */
  features: readonly UiFeature[];
}

/** Given once, around everything; what stands alone, as in a test, knows of no model. */
export const ApplicationContext = createContext<Application>({
  title: '',
  resources: [],
  accessControl: [],
  features: [],
});

/** The application around a component. */
export function useApplication(): Application {
  return useContext(ApplicationContext);
}

/** The model that has this name as its resource, users, roles and tenants among them; undefined of any other name. */
export function useAppResource(resource: string | undefined): AppResource | undefined {
  return allResources(useApplication()).find(({ name }) => name === resource);
}

/** Every model that has pages: the application's own, those of access control, those that features bring. */
export const allResources = ({
  resources,
  accessControl,
  features,
}: Application): readonly AppResource[] => [
  ...resources,
  ...accessControl,
  ...featureResources(features),
];

/** The models that features bring. */
export const featureResources = (features: readonly UiFeature[]): readonly AppResource[] =>
  features.flatMap((feature) => feature.resources ?? []);

/** The definition of the model with this name; who asks first waits, as for the code of a page. */
export function useDefinition(resource: string | undefined): ModelDefinition | undefined {
  const found = useAppResource(resource);
  if (found === undefined) return undefined;
  return use(definitionOf(found).fetch());
}

/** The same for several models, which are fetched together. */
export function useDefinitions(resources: readonly AppResource[]): readonly ModelDefinition[] {
  const all = resources.map(definitionOf);
  for (const { fetch } of all) void fetch();
  const fetched: ModelDefinition[] = [];
  for (const { fetch } of all) fetched.push(use(fetch()));
  return fetched;
}
