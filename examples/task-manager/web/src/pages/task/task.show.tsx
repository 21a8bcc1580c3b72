import { ChoiceColumn, DateColumn, NumberColumn, TextColumn } from '../../components/list/columns';
import {
  ChoiceDetail,
  DateDetail,
  DatetimeDetail,
  LongTextDetail,
  NumberDetail,
  ReferenceDetail,
  TextDetail,
} from '../../components/show/details';
import { RelatedTab, RelatedTabs } from '../../components/show/related';
import { ShowPage } from '../../components/show/show-page';

/** One task with everything that is known of it. */
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
        <NumberColumn source="planned_work_hours" />
      </RelatedTab>
    </RelatedTabs>
  );
}
