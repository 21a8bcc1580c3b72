import type { SvgIconComponent } from '@mui/icons-material';
import {
  createContext,
  createElement,
  use,
  useContext,
  type ComponentType,
  type FunctionComponent,
  type ReactElement,
  type ReactNode,
} from 'react';
import type { DataProvider, Identifier, SortPayload } from 'react-admin';
import type { ModelRules } from '#engine/rules';
import type { Card, Overdue } from './cards';
import { fetchCode } from './missing-code';
import { COLOR } from './theme/palette';
import type { Tones } from './theme/tone';

/** A model as the menu, the palette and the routes know it from the start; everything else is loaded when it is opened. */
export interface AppResource {
  /** The path of its endpoints, and react-admin's resource name: `team_member`. */
  name: string;
  /** The model's class name, by which `config/search.json` registers it. */
  model: string;
  /** Singular and plural: `Task |||| Tasks`. */
  label: string;
  /** Its heading in the menu. */
  group?: string;
  icon: SvgIconComponent;
  /** Its records are people: initials stand before their names. */
  people?: boolean;
  /** The field with the picture of a person, which then stands in place of the initials. */
  picture?: string;
  /** The field by which such a record is one user's: `user_id` of an employee. */
  user?: string;
  /** The type of its ids; they are integers by default. */
  key?: KeyType;
  /** Its records have no ids, and no pages of their own. */
  keyless?: boolean;
  /** Where it comes on a dashboard that has no room for all; between the first and the last by default. */
  dashboard?: 'first' | 'last';
  /** Its records that are late, for the menu to count them before anything else of the model is loaded. */
  overdue?: Overdue;
  /** The colours of its values by field: `{ status: { lost: 'grey' } }`; the others have that of their word. */
  tones?: Tones;
  /** Its records cannot be created, edited or cloned; other actions are on its pages. */
  readOnly?: boolean;
  /** Its records cannot be deleted, by nobody: a log. */
  permanent?: boolean;
  load: () => Promise<ModelDefinition>;
}

/** What a model's entity says, as `<model>.facts.gen.ts` has it; a feature declares there what it alone reads. */
export interface ModelFacts {
  /** Whether the records have `created_at` and `updated_at`. */
  timestamps: boolean;
  /** The reference of a record to its parent of the same model; null when the records form no tree. */
  parent: string | null;
  /** The name of the inverse relation: `subtasks`; without it the number of children is not shown. */
  children?: string;
  /** The number by which records stand below their parent: `position`; without it they stand by id. */
  place?: string;
  /** Whose rows a user sees, unless it is everybody's: their own, those of their tenants, or both. */
  rows?: readonly RowRule[];
  fields: readonly FieldFact[];
  /** Lists of records that are its lines: read, changed and saved with it. */
  lines?: readonly LinesFact[];
  /** Whether changes of the records are kept. */
  history?: boolean;
  /** Rules between fields: the service's own. */
  rules?: ModelRules;
}

/** Everything else about a model: its labels, its facts, and the code of its pages. */
export interface ModelDefinition extends ModelFacts {
  messages: ResourceMessages;
  list: Page;
  /** Other ways to show the list than its table. */
  layouts?: readonly ListLayout[];
  /** Absent where records have no id. */
  show?: Page;
  /** Absent where only the service creates records. */
  create?: Page;
  /** Absent where records are only read. */
  edit?: Page;
  /** The inputs of its forms by themselves, for parts of the back-office that change a single field. */
  inputs?: Page;
  /** What a dashboard shows of it. */
  dashboard?: readonly Card[];
}

export type RowRule = 'owner' | 'tenant';

export interface ResourceMessages {
  /** Labels of fields and of lists of related records. */
  fields: Readonly<Record<string, string>>;
}

/** A way to show the records of a list, within its filters: the list's context has these. */
export interface ListLayout {
  /** As the address of the list has it: `layout=board`. */
  name: string;
  icon: SvgIconComponent;
  /** The key of its text. */
  label: string;
  page: Page;
  /** The date by which it shows records, which nobody filters by there. */
  date?: string;
}

/** A component; `fetch` preloads its code, and anything else it waits for. */
export type Page = FunctionComponent & {
  readonly fetch?: (application: Application) => Promise<unknown>;
};

/**
 * A page whose code is loaded when it is first opened: `page(() => import('./task.list'), 'TaskList')`; `also` is what else
 * it waits for.
 */
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

/** A model's definition, loaded when it is first opened: `definition(() => import('./task/task.resource'), 'taskResource')`. */
export function definition<K extends string>(
  load: () => Promise<Record<K, ModelDefinition>>,
  name: K,
): AppResource['load'] {
  return async () => (await fetchCode(load))[name];
}

/** The key of a record, as the service sends it: users and tenants have numbers, other records numbers or texts. */
export type RecordId = number | string;

/** The types of ids that JSON has as texts. */
export type KeyType = 'bigint' | 'string' | 'uuid';

/** The id of a record, as text in an address or a filter has it. */
export const recordId = (resource: Pick<AppResource, 'key'> | undefined, id: unknown): RecordId =>
  resource?.key === undefined ? Number(id) : String(id);

/** The order of a list without an order of its own: the newest first, as ids grow, but texts that people order begin with the first. */
export const usualSort = (
  resource: Pick<AppResource, 'key' | 'keyless'> | undefined,
): SortPayload => ({
  field: resource?.keyless ? '' : 'id',
  order: resource?.key === 'string' ? 'ASC' : 'DESC',
});

/** What stands in addresses where the ids of records stand: `/task/create`. */
const pageWords = new Set(['create']);

/** Lets records be told from the pages of features by their addresses, whatever their keys are. */
export const keepPageWords = (features: readonly UiFeature[]): void => {
  for (const { modelPages = [] } of features)
    for (const { path } of modelPages) pageWords.add(path.split('/')[0]!);
};

/**
 * The path of a record: of its endpoint, and of its form; its page is at `/show` below it. A key that is the word of a page has its first
 * letter as a code: `%63reate`, which is the same to the service, and none of the word to the back-office.
 */
export const recordPath = (resource: string, id: RecordId): string =>
  `/${resource}/${pageWords.has(String(id)) ? hexed(String(id)) : encodeURIComponent(id)}`;

const hexed = (word: string): string => `%${word.charCodeAt(0).toString(16)}${word.slice(1)}`;

/** A record of any model as the service sends it; `_etag` is its version, which rows of lists lack. */
export interface Row {
  id: RecordId;
  _label: string;
  _etag?: string | null;
  /** With `_count`: the number of related records, by relation. */
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
  | 'exact'
  | 'boolean'
  | 'date'
  | 'time'
  | 'datetime'
  | 'uuid'
  | 'color'
  | 'json'
  | 'enum'
  | 'list'
  | 'ref'
  | 'refs';

/** What filters, export, bulk edit, search and charts need to know about a field. */
export interface FieldFact {
  source: string;
  type: FieldType;
  /** The type of the items of a `list`. */
  items?: FieldType;
  /** Values to choose from; others are possible too unless the type is `enum`, or the list is `closed`. */
  values?: readonly string[];
  closed?: boolean;
  /** The changes that its value may take, and its first values: each for everybody, or for some roles. */
  steps?: readonly StepFact[];
  /** The resource of a `ref` or `refs`. */
  reference?: string;
  /** The field by which a `refs` lists its records, or a `ref` names its record; their ids by default. */
  keyField?: string;
  /** The field of the record of a `ref` that says whose it is, where each is one user's: `user_id` of an employee. */
  person?: string;
  /** The relation of a `ref`, under which `_expand` adds the record. */
  relation?: string;
  required?: boolean;
  /** How many decimals it has. */
  digits?: number;
  /** What its numbers are of: a currency (`EUR`), or a word or sign behind them (`km`, `%`). */
  unit?: string;
  /** The text that an empty input shows. */
  placeholder?: string;
  /** A sentence about the field, which forms show below its input. */
  help?: string;
  /**
   * What becomes of a record when the one that a `ref` refers to is deleted: it is deleted as well, or prevents that; by default
   * its reference becomes empty.
   */
  onDelete?: 'cascade' | 'restrict';
  /** No two records have the same value: a clone omits it. */
  unique?: boolean;
  /** The field is the key of its model: people give it to a new record, and nobody changes it. */
  key?: boolean;
  /** Nobody enters it: the service fills in a moment, or the database computes it. */
  stamp?: boolean;
  /** The database makes the value of a new record that has none. */
  filled?: boolean;
}

/** A change that a value may take. */
export interface StepFact {
  /** Absent for the first value of a record. */
  from?: string;
  to: string;
  roles?: readonly string[];
}

/** A list of lines: those of an order. */
export interface LinesFact {
  /** The name of the relation, under which `_expand` adds them. */
  source: string;
  /** The resource of a line. */
  reference: string;
  /** The field of a line that refers to the record. */
  target: string;
}

const definitions = new Map<string, FetchedOnce<ModelDefinition>>();

function definitionOf({ name, load }: AppResource): FetchedOnce<ModelDefinition> {
  const found = definitions.get(name) ?? fetchOnce(load);
  definitions.set(name, found);
  return found;
}

/** The definition of a model, loaded once; after a failure it is missing until the page is reloaded, like its code. */
export const loadDefinition = (resource: AppResource): Promise<ModelDefinition> =>
  definitionOf(resource).fetch();

/** A model's label of a field or a list of related records; undefined until the model has been opened. */
export function knownLabel(resource: string, source: string): string | undefined {
  return knownDefinition(resource)?.messages.fields[source];
}

/** The definition of a model; undefined until the model has been opened. */
export const knownDefinition = (resource: string): ModelDefinition | undefined =>
  definitions.get(resource)?.found();

/** A model with its loaded definition. */
export type OpenedResource = Omit<AppResource, 'dashboard'> & ModelDefinition;

/** An optional part of the back-office: `features.gen.ts` lists the enabled ones. */
export interface UiFeature {
  /** The prefix of its texts: `tree.title`. */
  name: string;
  /** Its texts by language; English is the fallback. */
  texts: { en: FeatureTexts } & Partial<Record<string, FeatureTexts>>;
  /** The start page; without one, the list of the first model. */
  home?: Page;
  /** Models that it adds, below those of the application in the menu. */
  resources?: readonly AppResource[];
  /** An entry of the menu above the models, and of the palette. */
  menu?: MenuEntry;
  /** More pages that the palette leads to, once something is sought; a hook, which every render of it calls. */
  usePlaces?: (sought: string) => readonly Place[];
  /** Its own pages: `/report`. */
  pages?: readonly FeaturePage[];
  /** Pages below the path of every model: `tree/:id?`. */
  modelPages?: readonly FeaturePage[];
  /** Lists of records that are parts of another. */
  parts?: RecordParts;
  /** How records are deleted that are not gone after that. */
  deletion?: DeletionParts;
  /** Its parts of the tables of lists. */
  cells?: CellParts;
  /** What is shown, in a toast, once records were changed; `text` says which. */
  changed?: (text: string) => ReactElement;
  /**
   * The text of a value that belongs to its record alone, such as a file, where there is only room for text; null for any other value.
   * Copies of the record do not have it.
   */
  ownText?: (value: unknown) => string | null;
  /** What it adds to how records are read and written. */
  provider?: <Provider extends DataProvider>(provider: Provider) => Provider;
  /** Shows a value of a field as the picture of a person. */
  Portrait?: ComponentType<PortraitProps>;
  /** The picture of the signed-in user in place of their initials, which are shown until it is there. */
  OwnPortrait?: ComponentType<Pick<PortraitProps, 'size' | 'children'>>;
  /** What it adds to the bar above every page. */
  Header?: ComponentType;
  /** What it adds to the entry of a model in the menu, at its end. */
  EntryPart?: ComponentType<{ resource: AppResource }>;
  /** Whether it keeps the signed-in user from changing and deleting a record, as far as the record itself tells. */
  isClosed?: (definition: ModelDefinition, record: Row) => boolean;
  /** Whether the record, or the record to which it belongs, keeps the signed-in user from changing it; a hook, which every render calls. */
  useClosed?: (definition: ModelDefinition | undefined, record: Row | undefined) => boolean;
  /** The values that may follow a value of a field, or be the first one; null for a field whose values it does not restrict. */
  nextValues?: (fact: FieldFact, from: string | null) => readonly string[] | null;
  /** What it adds to the header of a list, and of a record's page. */
  ListAction?: ComponentType;
  /** What it puts around the records of a list, below its header. */
  ListFrame?: ComponentType<ListFrameProps>;
  /** Whether its frame leads to what is to come by this datetime, in place of the buttons of a list that opens at today. */
  leadsToSides?: (definition: ModelDefinition | undefined, source: string) => boolean;
  /** What it says of a list without records, in place of the usual words, which are its children. */
  ListEmpty?: ComponentType<{ children: ReactNode }>;
  /** How lists are shown in place of their tables. */
  layouts?: LayoutParts;
  /** Its parameters of a list's address, which hold in every layout of the list. */
  listParameters?: readonly string[];
  ShowAction?: ComponentType;
  /** What it puts at the end of each row of a list, and into cards; undefined where a model gives it nothing to put there. */
  rowPart?: (definition: ModelDefinition) => ComponentType | undefined;
  /** What it adds to the bar of selected rows. */
  BulkAction?: ComponentType;
  /** What it adds to the form of a record, inside of it. */
  EditPart?: ComponentType<EditPartProps>;
  /** Its inputs for fields that are changed in several records at once, in place of the usual ones. */
  bulkInputs?: readonly BulkInput[];
  /** What exports a list in place of the browser. */
  ListExport?: ComponentType<ListExportProps>;
  /** The name of who has written a record last, where it knows; a hook, which every render calls. */
  useWriter?: (resource: string, id: RecordId) => string | undefined;
  /** What it adds to the dashboard. */
  dashboard?: readonly FeatureCard[];
  /** Its keys, for the dialog that shows all of them. */
  keys?: readonly KeyHelp[];
  /** Its part in signing in. */
  signIn?: SignInParts;
  /** Its tabs among the pages of one's own account: a page of its own at this path stands below them. */
  account?: readonly AccountEntry[];
  /** What it adds below a user's details, for those who may edit users. */
  UserDetail?: ComponentType;
  /** What it says below the new password of a user, in the form of an administrator, and of whoever has forgotten theirs. */
  UserPassword?: ComponentType;
  ResetPassword?: ComponentType;
}

export interface PortraitProps {
  resource: string;
  row: Row;
  /** The field with the picture. */
  source: string;
  /** In pixels. */
  size: number;
  /** The initials, until the picture is there, and where there is none. */
  children: ReactElement;
}

/** A key, or several that are pressed together, with blanks between them. */
export interface KeyHelp {
  keys: string;
  /** The key of the text that says what it does. */
  label: string;
}

/** What a part of a form can do with what others have saved while the form is open. */
export interface EditPartProps {
  /** Goes on with that, and with these changes of the user's. */
  onTheirs: (kept: Partial<Row>) => void;
  /** Shows it next to the values that the user has, and lets the user choose. */
  onCompare: (mine: Row) => void;
}

/** The input of some fields in the dialog that changes several records. */
export interface BulkInput {
  isOf: (fact: FieldFact) => boolean;
  Input: ComponentType<BulkInputProps>;
}

export interface BulkInputProps {
  source: string;
  required: boolean;
  /** The records; null for all that match a filter. */
  ids: readonly Identifier[] | null;
}

/** How records are deleted that are not gone after that. */
export interface DeletionParts {
  /** Whether the records of a model are deleted so. */
  isFor: (definition: ModelDefinition) => boolean;
  /** The key of the sentence that says, before it is done, what becomes of them. */
  help: string;
  /** What is shown once a record was deleted, in a toast. */
  Toast: ComponentType<{ resource: string; record: Row }>;
}

/** What a feature makes of the table of a list. */
export interface CellParts {
  /** Around the table; `sources` are the fields of its columns. */
  Grid: ComponentType<{ sources: readonly string[]; children: ReactNode }>;
  /** A cell, in place of the usual one. */
  Cell: ComponentType<CellProps>;
}

export interface CellProps {
  source: string;
  className: string;
  /** Whether the page leaves it to the user to change the value here. */
  editable: boolean;
  children: ReactNode;
}

/** Lists of records that are parts of another: forms compare, merge and copy them with it. */
export interface RecordParts {
  /** The resources of the parts of a model's records. */
  resourcesOf: (definition: ModelDefinition) => readonly string[];
  /** Whether a field is such a list. */
  isList: (resource: string, source: string) => boolean;
  /** The values of a record with its lists as saving leaves them. */
  settled: (resource: string, values: Values) => Values;
  /** The user's value of a field; of a list, the user's changes made in the list that others have saved. */
  rebased: (resource: string, source: string, versions: Versions) => unknown;
  /** Says what one side of a conflict has changed in a list. */
  Changes: ComponentType<PartChangesProps>;
  /** The lists of a copy of a record; null while the record is there without them. */
  copied: (resource: string, record: Row) => Values | null;
  /** The place of a problem in a list; null for a field of the record itself. */
  placeOf: (resource: string, path: string) => PartPlace | null;
}

type Values = Readonly<Record<string, unknown>>;

/** A record as the user read it, as others have saved it since, and as the user has it. */
export interface Versions {
  read: Values;
  theirs: Values;
  mine: Values;
}

export interface PartChangesProps {
  source: string;
  /** The list as the user read it, and as one side has it. */
  read: unknown;
  side: unknown;
}

export interface PartPlace {
  /** The resource of the part, and its field; empty for the part as a whole. */
  reference: string;
  source: string;
  /** The key of the text that says which part it is, and its number from 1 on. */
  label: string;
  place: number;
}

/** What a feature adds for those who have not signed in yet. */
export interface SignInParts {
  /** What it adds below the form. */
  Below?: ComponentType;
  /** Kinds of second factors, or of proofs, that its `Factor` and `Proof` ask for. */
  kinds?: readonly string[];
  /** The key of the text that leads to them where another feature's would do, too. */
  choose?: string;
  /** Asks for the second factor. */
  Factor?: ComponentType<FactorProps>;
  /** Asks for it again, before users change how they sign in. */
  Proof?: ComponentType<ProofProps>;
  /** Whether the proof was shown already, elsewhere, and has only to be sent: it comes before other proofs then. */
  isShown?: () => boolean;
  /** Pages that need no session: `/reset-password`. */
  pages?: readonly FeaturePage[];
  /** The path of its page that sends people a link to a new password. */
  newPassword?: string;
  /** What it adds below the form by which an invitation is accepted. */
  Invited?: ComponentType<{ token: string }>;
  /** An address to leave for after a sign-out, to sign out elsewhere, too; null where the session is of no other place. */
  leave?: () => string | null;
}

export interface FactorProps {
  question: FactorQuestion;
  /** Goes on with the session that the service gave for the factor. */
  onSession: (session: unknown) => Promise<void>;
  /** Begins anew with name and password. */
  onCancel: () => void;
}

export interface ProofProps {
  /** Kinds of factors that would do. */
  kinds: readonly string[];
  submit: string;
  danger?: boolean;
  /** What the user is about to do, for the page to go on with once they come back from a proof elsewhere; without secrets. */
  doing?: unknown;
  /** Sends what proves it, as the service takes it. */
  onProof: (proof: object) => Promise<unknown>;
  onCancel: () => void;
}

/** What the service asks of whoever has to show a second factor. */
export interface FactorQuestion {
  kinds: readonly string[];
  token: string;
  /** Seconds. */
  expires_in: number;
}

export interface ListExportProps {
  fields: readonly FieldFact[];
  /** Columns that are hidden by default. */
  hidden: string[];
  /** The columns of the table. */
  columns: ReactNode;
}

export interface ListFrameProps {
  /** The order of the list where nobody has chosen another. */
  sort: SortPayload;
  fields: readonly FieldFact[];
  /** Columns that are hidden by default. */
  hidden: string[];
  /** The columns of the table. */
  columns: ReactNode;
  children: ReactNode;
}

/** How lists are shown in place of their tables: as one of the `layouts` of their models. */
export interface LayoutParts {
  /** The layout that the address of a list names; a hook, which every render calls. */
  useLayout: () => ListLayout | undefined;
  /** Leads to the others. */
  Switch: ComponentType<{ layout: ListLayout | undefined }>;
}

/** A card of a dashboard that is no model's. */
export interface FeatureCard {
  key: string;
  /** It asks for its own data, and renders nothing where the user may not see that. */
  Card: ComponentType;
  /**
   * Among what waits (`WaitingLink`), the figures, the cards of models, or beside them; `cards` by default, which come first
   * there.
   */
  place?: 'waiting' | 'figures' | 'cards' | 'side';
}

export type FeatureTexts = Readonly<Record<string, string>>;

/** A tab of one's own account. */
export interface AccountEntry extends MenuEntry {
  /** Whether it is about how one signs in: such tabs stand behind that of the password. */
  isSignIn?: boolean;
}

export interface MenuEntry {
  to: string;
  icon: SvgIconComponent;
  /** The key of its text. */
  label: string;
}

/** A page by its name in the reader's language. */
export interface Place {
  to: string;
  icon: SvgIconComponent;
  name: string;
}

export interface FeaturePage {
  path: string;
  page: Page;
}

/** What the back-office knows about its application. */
export interface Application {
  /** Its name in the browser tab and the header. */
  title: string;
  /** The address of the picture beside its name. */
  icon: string;
  /** The colour that its greys, buttons, links and charts follow from. */
  color: string;
  /** Every model of the application. */
  resources: readonly AppResource[];
  /** Users, roles and tenants. */
  accessControl: readonly AppResource[];
  /** The optional features. */
  features: readonly UiFeature[];
}

/** Of a single model there is no overview: its list is the first page, without a feature's start page. */
export function withStart(application: Application): Application {
  if (application.resources.length !== 1) return application;
  const features = application.features.map(({ home, menu, ...feature }) => ({
    ...feature,
    ...(home === undefined && menu !== undefined && { menu }),
  }));
  return { ...application, features };
}

/** Provided once, at the root; components rendered without it, as in a test, know no models. */
export const ApplicationContext = createContext<Application>({
  title: '',
  icon: '',
  color: COLOR,
  resources: [],
  accessControl: [],
  features: [],
});

/** The application of the context. */
export function useApplication(): Application {
  return useContext(ApplicationContext);
}

/** The model with this resource name, including users, roles and tenants; undefined for any other name. */
export function useAppResource(resource: string | undefined): AppResource | undefined {
  return allResources(useApplication()).find(({ name }) => name === resource);
}

/** Every model with pages: the application's own, access control, and those of features. */
export const allResources = ({
  resources,
  accessControl,
  features,
}: Application): readonly AppResource[] => [
  ...resources,
  ...accessControl,
  ...featureResources(features),
];

/** The models of features. */
export const featureResources = (features: readonly UiFeature[]): readonly AppResource[] =>
  features.flatMap((feature) => feature.resources ?? []);

/** Reads the ids of the model with this resource name. */
export function useRecordId(resource: string): (id: unknown) => RecordId {
  const found = useAppResource(resource);
  return (id) => recordId(found, id);
}

/** The definition of the model with this name; suspends until it is loaded. */
export function useDefinition(resource: string | undefined): ModelDefinition | undefined {
  const found = useAppResource(resource);
  if (found === undefined) return undefined;
  return use(definitionOf(found).fetch());
}

/** Whether a feature keeps the signed-in user from changing and deleting a record. */
export function useIsClosed(resource: string, record: Row | undefined): boolean {
  const definition = useDefinition(resource);
  // The features are the same in every render, and so is the hook.
  const useClosed = useFeaturePart('useClosed') ?? useNothing;
  return useClosed(definition, record);
}

const useNothing = (): boolean => false;

/** The models whose records are parts of those of another. */
export function partResources(
  application: Application,
  definition: ModelDefinition,
): readonly AppResource[] {
  const names = partIn(application, 'parts')?.resourcesOf(definition) ?? [];
  return allResources(application).filter(({ name }) => names.includes(name));
}

/** A part of the first feature that has such a one. */
export const partIn = <Part extends keyof UiFeature>(
  { features }: Application,
  part: Part,
): UiFeature[Part] | undefined => features.find((one) => one[part] !== undefined)?.[part];

/** A part of the first feature of the context's application that has such a part. */
export const useFeaturePart = <Part extends keyof UiFeature>(part: Part) =>
  partIn(useApplication(), part);

/** The parts that records have by a feature; undefined without the feature. */
export const useParts = (): RecordParts | undefined => useFeaturePart('parts');

/** The definitions of several models, loaded in parallel. */
export function useDefinitions(resources: readonly AppResource[]): readonly ModelDefinition[] {
  const all = resources.map(definitionOf);
  for (const { fetch } of all) void fetch();
  const fetched: ModelDefinition[] = [];
  for (const { fetch } of all) fetched.push(use(fetch()));
  return fetched;
}

/** Tells values that belong to their record alone as texts; null for all others. */
export function useOwnText(): (value: unknown) => string | null {
  const { features } = useApplication();
  return (value) => {
    for (const { ownText } of features) {
      const text = ownText?.(value) ?? null;
      if (text !== null) return text;
    }
    return null;
  };
}

/** Something that is loaded on first use, and only once: after a failure it stays missing. */
export interface FetchedOnce<T> {
  /** For React's `use`: on retries it expects the same promise. */
  fetch: () => Promise<T>;
  /** The result, once it is loaded. */
  found: () => T | undefined;
}

export function fetchOnce<T>(load: () => Promise<T>): FetchedOnce<T> {
  let asked: Promise<T> | undefined;
  let found: T | undefined;
  const ask = () => {
    const asking = load().then((value) => {
      // The form in which React caches a resolved promise: a component need not suspend for what is there.
      Object.assign(asking, { status: 'fulfilled', value });
      return (found = value);
    });
    return asking;
  };
  return { fetch: () => (asked ??= ask()), found: () => found };
}
