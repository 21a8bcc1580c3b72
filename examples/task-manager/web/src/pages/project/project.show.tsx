import {
  ChoiceColumn,
  DateColumn,
  DatetimeDetail,
  LongTextDetail,
  ReferenceColumn,
  ReferenceDetail,
  RelatedTab,
  RelatedTabs,
  ShowPage,
  TextColumn,
  TextDetail,
} from '#ui';

/** The page of one project. */
export function ProjectShow() {
  return (
    <ShowPage related={<Related />}>
      <TextDetail source="name" />
      <LongTextDetail source="description" />
      <TextDetail source="status" />
      <ReferenceDetail source="owner_id" reference="team_member" />
      <DatetimeDetail source="created_at" />
      <DatetimeDetail source="updated_at" />
    </ShowPage>
  );
}

function Related() {
  return (
    <RelatedTabs>
      <RelatedTab relation="tasks" reference="task" target="project_id">
        <TextColumn source="title" />
        <ChoiceColumn source="status" />
        <ChoiceColumn source="priority" />
        <DateColumn source="due_date" />
        <ReferenceColumn source="assignee_id" reference="team_member" />
      </RelatedTab>
    </RelatedTabs>
  );
}
