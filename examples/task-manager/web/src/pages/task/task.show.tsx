import {
  ChoiceColumn,
  ChoiceDetail,
  DateColumn,
  DateDetail,
  DatetimeDetail,
  Details,
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
    <ShowPage
      state="status"
      facts={<Facts />}
      texts={<Texts />}
      related={<Related />}
      stamps={{ created: 'created_at', updated: 'updated_at' }}
    >
      <TextDetail source="title" folded />
      <ChoiceDetail source="priority" />
      <NumberDetail source="planned_work_hours" />
      <NumberDetail source="actual_work_hours" />
      <ReferenceDetail source="assignee_id" reference="team_member" />
      <ReferenceDetail source="parent_task_id" reference="task" />
      <DatetimeDetail source="created_at" folded />
      <DatetimeDetail source="updated_at" folded />
    </ShowPage>
  );
}

function Facts() {
  return (
    <>
      <DateDetail source="due_date" />
      <ReferenceDetail source="project_id" reference="project" />
    </>
  );
}

function Texts() {
  return (
    <Details>
      <LongTextDetail source="description" />
    </Details>
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
