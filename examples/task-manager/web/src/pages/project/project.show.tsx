import {
  ChoiceColumn,
  DateColumn,
  DatetimeDetail,
  Details,
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
    <ShowPage
      facts={<Facts />}
      texts={<Texts />}
      related={<Related />}
      stamps={{ created: 'created_at', updated: 'updated_at' }}
    >
      <TextDetail source="name" folded />
      <TextDetail source="status" />
      <DatetimeDetail source="created_at" folded />
      <DatetimeDetail source="updated_at" folded />
    </ShowPage>
  );
}

function Facts() {
  return (
    <>
      <ReferenceDetail source="owner_id" reference="team_member" />
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
