import { CreatePage, EditPage } from '../components/form/form-pages';
import { ChoiceInput, TextInput } from '../components/form/inputs';

/** A new tenant. */
export function TenantCreate() {
  return (
    <CreatePage>
      <TenantInputs />
    </CreatePage>
  );
}

/** A tenant's name and state. */
export function TenantEdit() {
  return (
    <EditPage>
      <TenantInputs />
    </EditPage>
  );
}

function TenantInputs() {
  return (
    <>
      <TextInput source="name" required max={255} />
      <TextInput source="domain" max={255} />
      <ChoiceInput source="status" defaultValue="Active" />
    </>
  );
}
