import {
  DataTable,
  DateField,
  List,
  ReferenceField,
  ReferenceInput,
  SelectInput,
  TextInput,
} from 'react-admin';

const STATES = ['todo', 'in_progress', 'done'].map((id) => ({ id, name: id }));

const filters = [
  <TextInput key="q" source="q" label="Search" alwaysOn />,
  <SelectInput key="status" source="status" choices={STATES} alwaysOn />,
  <ReferenceInput key="project" source="project_id" reference="project" />,
];

/** A list as react-admin's documentation has it. */
export function TaskList() {
  return (
    <List filters={filters}>
      <DataTable>
        <DataTable.Col source="title" />
        <DataTable.Col source="status" />
        <DataTable.Col source="priority" />
        <DataTable.Col source="due_date" field={DateField} />
        <DataTable.NumberCol source="planned_work_hours" />
        <DataTable.Col source="project_id">
          <ReferenceField source="project_id" reference="project" />
        </DataTable.Col>
      </DataTable>
    </List>
  );
}
