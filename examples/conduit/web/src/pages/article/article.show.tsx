import {
  DatetimeDetail,
  LongTextDetail,
  ReferenceColumn,
  ReferenceDetail,
  ReferencesDetail,
  RelatedTab,
  RelatedTabs,
  ShowPage,
  TextColumn,
  TextDetail,
} from '#ui';

/** The page of one article. */
export function ArticleShow() {
  return (
    <ShowPage related={<Related />}>
      <TextDetail source="slug" />
      <TextDetail source="title" />
      <TextDetail source="description" />
      <LongTextDetail source="body" />
      <ReferenceDetail source="author_id" reference="user" />
      <ReferencesDetail source="tags" reference="tag" />
      <DatetimeDetail source="created_at" />
      <DatetimeDetail source="updated_at" />
    </ShowPage>
  );
}

function Related() {
  return (
    <RelatedTabs>
      <RelatedTab relation="favorites" reference="favorite" target="article_id">
        <ReferenceColumn source="user_id" reference="user" />
      </RelatedTab>
      <RelatedTab relation="comments" reference="comment" target="article_id">
        <TextColumn source="body" />
        <ReferenceColumn source="author_id" reference="user" />
      </RelatedTab>
    </RelatedTabs>
  );
}
