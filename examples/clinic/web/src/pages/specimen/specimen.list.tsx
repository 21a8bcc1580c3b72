import {
  BooleanColumn,
  ChoiceColumn,
  ColorColumn,
  DateColumn,
  DatetimeColumn,
  EmailColumn,
  JsonColumn,
  ListPage,
  NumberColumn,
  TextColumn,
  UrlColumn,
} from '#ui';

/** Columns that are hidden by default. */
const HIDDEN = [
  'long',
  'body',
  'empty',
  'nothing',
  'contact',
  'link',
  'big',
  'ratio',
  'price',
  'fee',
  'active',
  'ready',
  'taken_time',
  'taken_at',
  'external',
  'shade',
  'data',
  'hint',
  'group',
  'level',
  'level_gte',
  'color',
  'color_like',
  'created_at',
  'updated_at',
];

/** All specimens: to search, filter, sort, export and change together. */
export function SpecimenList() {
  return (
    <ListPage hidden={HIDDEN}>
      <TextColumn source="short" />
      <TextColumn source="long" />
      <TextColumn source="body" />
      <TextColumn source="empty" />
      <TextColumn source="nothing" />
      <EmailColumn source="contact" />
      <UrlColumn source="link" />
      <NumberColumn source="amount" totalBy="sum" />
      <NumberColumn source="big" />
      <NumberColumn source="ratio" />
      <NumberColumn source="price" digits={4} />
      <NumberColumn source="fee" digits={2} totalBy="sum" />
      <BooleanColumn source="active" />
      <BooleanColumn source="ready" />
      <DateColumn source="taken_on" />
      <TextColumn source="taken_time" />
      <DatetimeColumn source="taken_at" />
      <TextColumn source="external" />
      <ColorColumn source="shade" />
      <JsonColumn source="data" />
      <ChoiceColumn source="kind" />
      <ChoiceColumn source="grade" />
      <ChoiceColumn source="hint" />
      <NumberColumn source="order" />
      <TextColumn source="group" />
      <NumberColumn source="level" />
      <NumberColumn source="level_gte" />
      <TextColumn source="color" />
      <TextColumn source="color_like" />
      <DatetimeColumn source="created_at" />
      <DatetimeColumn source="updated_at" />
    </ListPage>
  );
}
