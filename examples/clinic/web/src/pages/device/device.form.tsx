import { CreatePage, DateInput, EditPage, NumberInput, RecordInput, TextInput } from '#ui';

/** The inputs of a device, in the order of the form. */
export function DeviceInputs() {
  return (
    <>
      <TextInput source="name" required />
      <TextInput source="serial" />
      <TextInput source="asset_code" required />
      <NumberInput source="cost" />
      <DateInput source="bought_on" />
      <RecordInput source="ward_id" reference="ward" />
    </>
  );
}

/** The form for a new device. */
export function DeviceCreate() {
  return (
    <CreatePage>
      <DeviceInputs />
    </CreatePage>
  );
}

/** The form that changes one device. */
export function DeviceEdit() {
  return (
    <EditPage>
      <DeviceInputs />
    </EditPage>
  );
}
