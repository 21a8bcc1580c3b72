/** The door of the back-office: `app.tsx`, the pages and what a developer adds import from here alone, by the name `#ui`. */

/** The back-office of an application: providers, theme, layout and routes. */
export { Admin, type AdminProps } from './admin';

/** What `resources.ts` and `<model>.resource.ts` tell of a model, and code that is fetched when it is opened first. */
export {
  type AppResource,
  definition,
  page,
  type Page,
  type ResourceDefinition,
  type ResourceMessages,
  type RowRule,
} from './application/app-resource';
export type { FieldFact, FieldType } from './application/app-resource';

/** A part that the back-office could do without, or one of your own: pages, an entry of the menu, texts. */
export type { FeaturePage, FeatureTexts, MenuEntry, UiFeature } from './application/feature';

/** The application around a component: its title, its models and what they are made of. */
export {
  type Application,
  useAppResource,
  useApplication,
  useDefinition,
} from './application/application';

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
} from './components/show/details';

/** What a field of one's own is made of, for `columnOf` and `detailOf`. */
export { type FieldProps, Nothing } from './components/fields/fields';
export { ToneChip } from './components/fields/tone-chip';

/** The forms of a new record and of one that is there. */
export { CreatePage, type FormPageProps } from './components/form/create-page';
export { EditPage } from './components/form/edit-page';

/** The inputs of forms, one for each kind of value. */
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
  type NumberInputProps,
  ReferenceInput,
  type ReferenceInputProps,
  ReferencesInput,
  TextInput,
  type TextInputProps,
  TimeInput,
  UrlInput,
  UuidInput,
} from './components/form/inputs';
export { JsonInput } from './components/form/inputs';
export { KeysInput, type KeysInputProps } from './components/form/suggestion-input';
export { SuggestionInput, type SuggestionInputProps } from './components/form/suggestion-input';

/** What an input of one's own is made of: label, value, problems, and what the user may change. */
export { type FormInput, type InputProps, useFormInput } from './components/form/use-form-input';

/** The parts of a page of one's own. */
export { CompactButton, type CompactButtonProps } from './components/compact-button';
export { ConfirmDialog, type ConfirmDialogProps } from './components/confirm-dialog';
export { DeleteButton } from './components/delete-button';
export { LoadingPage } from './components/loading-page';
export { MessagePanel, type MessagePanelProps } from './components/message-panel';
export { PageHeader, type PageHeaderProps } from './components/page-header';
export { RecordPicker, type RecordPickerProps } from './components/record-picker';

/** Values, models and errors as people read them. */
export { formatAgo, formatDate, formatDatetime, formatNumber } from './components/formats';
export { humanize } from './components/formats';
export { useErrorText } from './components/use-problem-texts';
export { useLabels } from './components/use-labels';

/** The service: a request with the user's token, a record as it answers, and what the user may do. */
export type { Row } from './api/data-provider';
export { type Answer, type Problem, request, type RequestOptions } from './api/http';
export { sessionMayDo, signedInUser } from './api/session';
export { useFieldRule } from './components/use-field-rule';

/** Sizes and colours that pages of one's own share with the others. */
export { MEASURES } from './theme/theme';
export { type Tone, toneOf } from './theme/tone';
