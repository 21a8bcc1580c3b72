import {
  AutocompleteInput,
  Create,
  DateInput,
  Edit,
  NumberInput,
  ReferenceInput,
  required,
  SelectInput,
  SimpleForm,
  TextInput,
} from 'react-admin';

const STATES = ['todo', 'in_progress', 'done'].map((id) => ({ id, name: id }));

function Inputs() {
  return (
    <>
      <TextInput source="title" validate={required()} helperText="In a few words" />
      <TextInput source="description" multiline rows={3} />
      <SelectInput source="status" choices={STATES} defaultValue="todo" />
      <NumberInput source="planned_work_hours" />
      <DateInput source="due_date" />
      <ReferenceInput source="project_id" reference="project" />
      <ReferenceInput source="parent_task_id" reference="task">
        <AutocompleteInput />
      </ReferenceInput>
    </>
  );
}

/** Forms as react-admin's documentation has them. */
export function TaskCreate() {
  return (
    <Create redirect="show">
      <SimpleForm>
        <Inputs />
      </SimpleForm>
    </Create>
  );
}

export function TaskEdit() {
  return (
    <Edit mutationMode="pessimistic" redirect="show">
      <SimpleForm>
        <Inputs />
      </SimpleForm>
    </Edit>
  );
}
