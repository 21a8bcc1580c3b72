/** The door of the back-office: `app.tsx`, the pages and what a developer adds import from here alone, by the name `#ui`. */

/** The back-office of an application: providers, theme, layout and routes. */
export { BackOffice, type BackOfficeProps } from './admin';

/** What `resources.ts` and `<model>.resource.ts` tell of a model, and code that is fetched when it is opened first. */
export {
  type AppResource,
  definition,
  page,
  type Page,
  type ModelDefinition,
  type ResourceMessages,
  type RowRule,
} from './application';
export type { FieldFact, FieldType } from './application';

/** A part that the back-office could do without, or one of your own: pages, an entry of the menu, texts. */
export type { FeaturePage, FeatureTexts, MenuEntry, UiFeature } from './application';

/** A language of `src/languages/`: texts, and what models, fields and values are called. */
export type { Language, ModelWords, TextTree, UiTexts } from './i18n/language';

/** The application around a component: its title, its models and what they are made of. */
export { type Application, useAppResource, useApplication, useDefinition } from './application';

/** The list of a model. */
export { ListPage, type ListPageProps } from './components/list/list-page';

/** The columns of lists, one for each kind of value; `columnOf` makes one of any field. */
export {
  BooleanColumn,
  ChoiceColumn,
  columnOf,
  type ColumnProps,
  DateColumn,
  DatetimeColumn,
  EmailColumn,
  JsonColumn,
  NumberColumn,
  ReferenceColumn,
  ReferencesColumn,
  TextColumn,
  UrlColumn,
} from './components/list/columns';

/** The page of one record, and the lists of what is related to it. */
export { ShowPage, type ShowPageProps } from './components/show/show-page';
export { RelatedTab, type RelatedTabProps, RelatedTabs } from './components/show/related';

/** The details of a record's page, one for each kind of value; `detailOf` makes one of any field. */
export {
  BooleanDetail,
  ChoiceDetail,
  DateDetail,
  DatetimeDetail,
  detailOf,
  type DetailProps,
  EmailDetail,
  JsonDetail,
  LongTextDetail,
  NumberDetail,
  ReferenceDetail,
  ReferencesDetail,
  TextDetail,
  UrlDetail,
} from './components/show/show-page';

/** What a field of one's own is made of, for `columnOf` and `detailOf`. */
export { type ValueProps, Nothing } from './components/fields';
export { ToneChip } from './components/fields';

/** The forms of a new record and of one that is there. */
export { CreatePage, type FormPageProps } from './components/form/form-pages';
export { EditPage } from './components/form/form-pages';

/** The inputs of forms. Those that are called as react-admin's take its properties, and `required`; a text `min` and `max`, too. */
export {
  BigintInput,
  BooleanInput,
  ChoiceInput,
  type ChoiceInputProps,
  DateInput,
  DatetimeInput,
  EmailInput,
  LongTextInput,
  NumberInput,
  TextInput,
  TimeInput,
  UrlInput,
  UuidInput,
} from './components/form/inputs';
export {
  JsonInput,
  KeysInput,
  type KeysInputProps,
  RecordInput,
  type RecordInputProps,
  RecordsInput,
  SuggestionInput,
  type SuggestionInputProps,
} from './components/form/own-inputs';

/** What the pages of users have beside fields: passwords, and the names of roles. */
export {
  FirstPasswordInput,
  NamesColumn,
  NamesDetail,
  NewPasswordInput,
} from './access-control/users';

/** What an input of one's own is made of: label, value, problems, and what the user may change. */
export {
  type FormInput,
  type FormInputProps,
  useFormInput,
} from './components/form/use-form-input';

/** The parts of a page of one's own. */
export { CompactButton, type CompactButtonProps } from './components/page-header';
export { ConfirmDialog, type ConfirmDialogProps } from './components/confirm-dialog';
export { DeleteRecordButton } from './components/delete-record';
export { PageLoading } from './components/loading';
export { MessagePanel, type MessagePanelProps } from './components/messages';
export { PageHeader, type PageHeaderProps } from './components/page-header';
export { RecordPicker, type RecordPickerProps } from './components/record-picker';

/** Values, models and errors as people read them. */
export { formatAgo, formatDate, formatDatetime, formatNumber } from './components/formats';
export { humanize } from './components/formats';
export { useErrorText } from './components/texts';
export { useLabels } from './components/texts';

/** The service: a request with the user's token, a record as it answers, and what the user may do. */
export type { Row } from './application';
export { type Answer, type Problem, request, type RequestOptions } from './api/http';
export { sessionMayDo, signedInUser } from './api/session';
export { useFieldRule } from './api/session';

/** Sizes and colours that pages of one's own share with the others. */
export { MEASURES } from './theme/theme';
export { type Tone, toneOf } from './theme/tone';
