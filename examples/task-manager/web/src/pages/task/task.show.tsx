import {
  ChoiceColumn,
  ChoiceDetail,
  DateColumn,
  DateDetail,
  DatetimeDetail,
  LongTextDetail,
  NumberDetail,
  ReferenceColumn,
  ReferenceDetail,
  RelatedTab,
  RelatedTabs,
  ShowPage,
  TextColumn,
  TextDetail,
} from '#ui';

/** The page of one task. */
export function TaskShow() {
  return (
    <ShowPage related={<Related />}>
      <TextDetail source="title" />
      <LongTextDetail source="description" />
      <ChoiceDetail source="status" />
      <ChoiceDetail source="priority" />
      <DateDetail source="due_date" />
      <NumberDetail source="planned_work_hours" />
      <NumberDetail source="actual_work_hours" />
      <ReferenceDetail source="project_id" reference="project" />
      <ReferenceDetail source="assignee_id" reference="team_member" />
      <ReferenceDetail source="parent_task_id" reference="task" />
      <DatetimeDetail source="created_at" />
      <DatetimeDetail source="updated_at" />
    </ShowPage>
  );
}

function Related() {
  return (
    <RelatedTabs>
      <RelatedTab relation="subtasks" reference="task" target="parent_task_id">
        <TextColumn source="title" />
        <ChoiceColumn source="status" />
        <ChoiceColumn source="priority" />
        <DateColumn source="due_date" />
        <ReferenceColumn source="project_id" reference="project" />
      </RelatedTab>
    </RelatedTabs>
  );
}
