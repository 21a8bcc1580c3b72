import {
  Columns,
  CreatePage,
  DateInput,
  EditPage,
  LongTextInput,
  NumberInput,
  RecordInput,
  Section,
  Side,
  SuggestionInput,
  TextInput,
} from '#ui';

/** The inputs of a task, in the order of the form. */
export function TaskInputs() {
  return (
    <>
      <Columns>
        <Section>
          <TextInput source="title" required />
          <SuggestionInput source="priority" defaultValue="medium" />
          <DateInput source="due_date" />
          <NumberInput source="planned_work_hours" />
          <NumberInput source="actual_work_hours" />
          <LongTextInput source="description" />
        </Section>
        <Side>
          <SuggestionInput source="status" defaultValue="todo" />
          <RecordInput source="project_id" reference="project" />
          <RecordInput source="assignee_id" reference="team_member" />
          <RecordInput
            source="parent_task_id"
            reference="task"
            fills={{ project_id: 'project_id', assignee_id: 'assignee_id' }}
          />
        </Side>
      </Columns>
    </>
  );
}

/** The form for a new task. */
export function TaskCreate() {
  return (
    <CreatePage>
      <TaskInputs />
    </CreatePage>
  );
}

/** The form that changes one task. */
export function TaskEdit() {
  return (
    <EditPage>
      <TaskInputs />
    </EditPage>
  );
}
