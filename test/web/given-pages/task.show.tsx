import {
  DateField,
  NumberField,
  ReferenceField,
  Show,
  SimpleShowLayout,
  TextField,
} from 'react-admin';

/** A record's page as react-admin's documentation has it. */
export function TaskShow() {
  return (
    <Show>
      <SimpleShowLayout>
        <TextField source="title" />
        <TextField source="description" />
        <TextField source="status" />
        <NumberField source="planned_work_hours" />
        <DateField source="due_date" />
        <ReferenceField source="project_id" reference="project" />
        <DateField source="created_at" showTime />
      </SimpleShowLayout>
    </Show>
  );
}
