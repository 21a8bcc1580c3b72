import {
  ChoiceColumn,
  DateColumn,
  DatetimeDetail,
  ReferenceColumn,
  RelatedTab,
  RelatedTabs,
  ShowPage,
  TextColumn,
  TextDetail,
} from '#ui';

/** The page of one team member. */
export function TeamMemberShow() {
  return (
    <ShowPage related={<Related />} stamps={{ created: 'created_at', updated: 'updated_at' }}>
      <TextDetail source="name" folded />
      <TextDetail source="email" />
      <TextDetail source="role" />
      <DatetimeDetail source="created_at" folded />
      <DatetimeDetail source="updated_at" folded />
    </ShowPage>
  );
}

function Related() {
  return (
    <RelatedTabs>
      <RelatedTab relation="owned_projects" reference="project" target="owner_id">
        <TextColumn source="name" />
        <TextColumn source="status" />
      </RelatedTab>
      <RelatedTab relation="assigned_tasks" reference="task" target="assignee_id">
        <TextColumn source="title" />
        <ChoiceColumn source="status" />
        <ChoiceColumn source="priority" />
        <DateColumn source="due_date" />
        <ReferenceColumn source="project_id" reference="project" />
      </RelatedTab>
    </RelatedTabs>
  );
}
