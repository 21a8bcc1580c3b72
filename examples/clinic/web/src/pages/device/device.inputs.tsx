import { DateInput, NumberInput, ReferenceInput, TextInput } from '#ui';

/** What can be filled in of a device, in the order of the form. */
export function DeviceInputs() {
  return (
    <>
      <TextInput source="name" required />
      <TextInput source="serial" />
      <TextInput source="asset_code" required />
      <NumberInput source="cost" />
      <DateInput source="bought_on" />
      <ReferenceInput source="ward_id" reference="ward" />
    </>
  );
}
