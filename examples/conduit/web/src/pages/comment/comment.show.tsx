import { DatetimeDetail, LongTextDetail, ReferenceDetail, ShowPage } from '#ui';

/** The page of one comment. */
export function CommentShow() {
  return (
    <ShowPage>
      <LongTextDetail source="body" />
      <ReferenceDetail source="article_id" reference="article" />
      <ReferenceDetail source="author_id" reference="user" />
      <DatetimeDetail source="created_at" />
      <DatetimeDetail source="updated_at" />
    </ShowPage>
  );
}
