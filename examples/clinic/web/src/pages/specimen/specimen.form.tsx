import {
  BigintInput,
  BooleanInput,
  ChoiceInput,
  ColorInput,
  CreatePage,
  DateInput,
  DatetimeInput,
  EditPage,
  EmailInput,
  JsonInput,
  LongTextInput,
  NumberInput,
  SuggestionInput,
  TextInput,
  TimeInput,
  UrlInput,
  UuidInput,
} from '#ui';

/** The inputs of a specimen, in the order of the form. */
export function SpecimenInputs() {
  return (
    <>
      <TextInput source="short" max={5} />
      <TextInput source="long" min={2} />
      <LongTextInput source="body" max={100000} />
      <TextInput source="empty" />
      <TextInput source="nothing" />
      <EmailInput source="contact" />
      <UrlInput source="link" />
      <NumberInput source="amount" min={-10} max={1000} step={1} />
      <BigintInput source="big" />
      <NumberInput source="ratio" />
      <NumberInput source="price" step={0.0001} />
      <NumberInput source="fee" step={0.01} defaultValue={1.5} />
      <BooleanInput source="active" />
      <BooleanInput source="ready" defaultValue={true} />
      <DateInput source="taken_on" />
      <TimeInput source="taken_time" />
      <DatetimeInput source="taken_at" />
      <UuidInput source="external" />
      <ColorInput source="shade" />
      <JsonInput source="data" />
      <ChoiceInput source="kind" />
      <ChoiceInput source="grade" />
      <SuggestionInput source="hint" />
      <NumberInput source="order" step={1} />
      <TextInput source="group" />
      <NumberInput source="level" step={1} />
      <NumberInput source="level_gte" step={1} />
      <TextInput source="color" />
      <TextInput source="color_like" />
    </>
  );
}

/** The form for a new specimen. */
export function SpecimenCreate() {
  return (
    <CreatePage>
      <SpecimenInputs />
    </CreatePage>
  );
}

/** The form that changes one specimen. */
export function SpecimenEdit() {
  return (
    <EditPage>
      <SpecimenInputs />
    </EditPage>
  );
}
