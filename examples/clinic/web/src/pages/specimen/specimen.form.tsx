import {
  BigintInput,
  BooleanInput,
  ChoiceInput,
  ColorInput,
  Columns,
  CreatePage,
  DateInput,
  DatetimeInput,
  EditPage,
  EmailInput,
  JsonInput,
  LongTextInput,
  NumberInput,
  Section,
  Side,
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
      <Columns>
        <Section>
          <TextInput source="short" max={5} />
          <TextInput source="long" min={2} />
          <TextInput source="empty" />
          <TextInput source="nothing" />
          <BigintInput source="big" />
          <NumberInput source="ratio" />
          <SuggestionInput source="hint" />
          <NumberInput source="order" step={1} />
          <TextInput source="group" />
          <NumberInput source="level" step={1} />
          <NumberInput source="level_gte" step={1} />
          <TextInput source="color" />
          <TextInput source="color_like" />
        </Section>
        <Section title="Contact">
          <EmailInput source="contact" />
          <UrlInput source="link" />
        </Section>
        <Section title="Dates">
          <DateInput source="taken_on" />
          <TimeInput source="taken_time" />
          <DatetimeInput source="taken_at" />
        </Section>
        <Section title="Money">
          <NumberInput source="amount" min={-10} max={1000} step={1} />
          <NumberInput source="price" step={0.0001} />
          <NumberInput source="fee" step={0.01} defaultValue={1.5} />
        </Section>
        <Section title="More">
          <UuidInput source="external" />
          <ColorInput source="shade" />
          <JsonInput source="data" />
        </Section>
        <Section>
          <LongTextInput source="body" max={100000} />
        </Section>
        <Side>
          <BooleanInput source="active" />
          <BooleanInput source="ready" defaultValue={true} />
          <ChoiceInput source="kind" />
          <ChoiceInput source="grade" />
        </Side>
      </Columns>
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
