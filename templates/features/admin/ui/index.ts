/** The public API of the back-office: `app.tsx`, the pages and your own code import only from here, as `#ui`. */

/** The back-office of an application: providers, theme, layout and routes. */
export { BackOffice, type BackOfficeProps } from './admin';

/** What `resources.ts` and the files of `<model>/` define of a model, and code that is loaded on first use. */
export {
  type AppResource,
  definition,
  page,
  type Page,
  type ModelDefinition,
  type LinesFact,
  type ListLayout,
  type ModelFacts,
  type ResourceMessages,
  type RowRule,
} from './application';
export type { FieldFact, FieldType, RecordId, StepFact } from './application';

/** What a dashboard shows of a model: `dashboard` in `<model>.resource.ts`. */
export { bars, due, figure, low, series } from './cards';
export type { Bars, Card, CardFilter, CardValue, Due, Figure, Series } from './cards';

/** An optional part of the back-office, or one of your own: pages, a menu entry, texts. */
export type { FeatureCard, FeaturePage, FeatureTexts, ListExportProps } from './application';
export type { MenuEntry, UiFeature } from './application';

/** A language of `src/languages/`: texts, and names of models, fields and values. */
export type { Language, ModelWords, TextTree, UiTexts } from './i18n/language';

/** The application of the context: its title, its models and their definitions. */
export { type Application, useAppResource, useApplication, useDefinition } from './application';

/** The list of a model. */
export { ListPage, type ListPageProps } from './components/list/list-page';

/** The columns of lists, one for each kind of value; `columnOf` creates one from any field. */
export {
  BooleanColumn,
  ChoiceColumn,
  ColorColumn,
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
  type Total,
  UrlColumn,
} from './components/list/columns';

/** The page of one record, and the lists of its related records. */
export { Details, ShowPage, type ShowPageProps } from './components/show/show-page';
export { ReferenceCard, type ReferenceCardProps } from './components/show/reference-card';
export { RelatedTab, type RelatedTabProps, RelatedTabs } from './components/show/related';

/** The details of a record's page, one for each kind of value; `detailOf` creates one from any field. */
export {
  BooleanDetail,
  ChoiceDetail,
  ColorDetail,
  DateDetail,
  DatetimeDetail,
  detailOf,
  type DetailProps,
  EmailDetail,
  JsonDetail,
  LongTextDetail,
  NumberDetail,
  PhoneDetail,
  ReferenceDetail,
  ReferencesDetail,
  TextDetail,
  UrlDetail,
} from './components/show/show-page';

/** The building blocks of a custom field, for `columnOf` and `detailOf`. */
export { type ValueProps, Nothing } from './components/fields';
export { ToneChip } from './components/fields';

/** The forms of a new record and of an existing one. */
export { CreatePage, type FormPageProps } from './components/form/form-pages';
export { EditPage } from './components/form/form-pages';
export { Columns, Section, type SectionProps, Side } from './components/form/section';

/** The inputs of forms. Those named like react-admin's take its properties, and `required`; text inputs also `min` and `max`. */
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
export { ColorInput } from './components/form/color-input';
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

/** Parts of the user pages besides fields: passwords, and the names of roles. */
export { NamesColumn } from './access-control/names-column';
export { NamesDetail } from './access-control/names-detail';
export { FirstPasswordInput, NewPasswordInput } from './access-control/password-inputs';

/** The building blocks of a custom input: label, value, problems, and the user's permission. */
export {
  type FormInput,
  type FormInputProps,
  useFormInput,
} from './components/form/use-form-input';

/** Parts for custom pages. */
export { CompactButton, type CompactButtonProps } from './components/page-header';
export { ConfirmDialog, type ConfirmDialogProps } from './components/confirm-dialog';
export { DeleteRecordButton } from './components/delete-record';
export { PageLoading } from './components/loading';
export { MessagePanel, type MessagePanelProps } from './components/messages';
export { PageHeader, type PageHeaderProps } from './components/page-header';
export { RecordPicker, type RecordPickerProps } from './components/record-picker';

/** Values, models and errors in readable form. */
export { formatAgo } from './components/ago';
export { formatDate, formatDatetime, formatNumber } from './components/formats';
export { humanize } from './components/formats';
export { useErrorText } from './components/texts';
export { useLabels } from './components/texts';

/** The service: a request with the user's token, a record as it is sent, and the user's permissions. */
export type { Row } from './application';
export { type Answer, API_URL, type Problem, request, type RequestOptions } from './api/http';
export { sessionMayDo, signedInUser } from './api/session';
export { useFieldRule } from './api/session';
export { readToken } from './api/storage';

/** Sizes and colours that custom pages share with the others. */
export { MEASURES } from './theme/theme';
export { type Tone, toneOf, type Tones, type TonesOf } from './theme/tone';
