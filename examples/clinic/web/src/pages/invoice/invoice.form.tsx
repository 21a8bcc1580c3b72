import { CreatePage, EditPage, NumberInput, RecordInput, TextInput } from '#ui';

/** The inputs of an invoice, in the order of the form. */
export function InvoiceInputs() {
  return (
    <>
      <TextInput source="number" required />
      <TextInput source="customer" />
      <NumberInput source="total" min={0} step={0.01} />
      <NumberInput source="margin" />
      <RecordInput source="patient_id" reference="patient" />
    </>
  );
}

/** The form for a new invoice. */
export function InvoiceCreate() {
  return (
    <CreatePage>
      <InvoiceInputs />
    </CreatePage>
  );
}

/** The form that changes one invoice. */
export function InvoiceEdit() {
  return (
    <EditPage>
      <InvoiceInputs />
    </EditPage>
  );
}
