import {
  ChoiceColumn,
  DateColumn,
  DatetimeColumn,
  ListPage,
  NumberColumn,
  ReferenceColumn,
  TextColumn,
} from '#ui';

/** Columns that are hidden by default. */
const HIDDEN = [
  'description',
  'planned_work_hours',
  'actual_work_hours',
  'parent_task_id',
  'created_at',
  'updated_at',
];

/** All tasks: to search, filter, sort, export and change together. */
export function TaskList() {
  return (
    <ListPage hidden={HIDDEN}>
      <TextColumn source="title" />
      <TextColumn source="description" />
      <ChoiceColumn source="status" />
      <ChoiceColumn source="priority" />
      <DateColumn source="due_date" />
      <NumberColumn source="planned_work_hours" />
      <NumberColumn source="actual_work_hours" />
      <ReferenceColumn source="project_id" reference="project" />
      <ReferenceColumn source="assignee_id" reference="team_member" />
      <ReferenceColumn source="parent_task_id" reference="task" />
      <DatetimeColumn source="created_at" />
      <DatetimeColumn source="updated_at" />
    </ListPage>
  );
}
