import {
  DatetimeDetail,
  Details,
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
    <ShowPage
      texts={<Texts />}
      related={<Related />}
      stamps={{ created: 'created_at', updated: 'updated_at' }}
    >
      <TextDetail source="slug" />
      <TextDetail source="title" folded />
      <TextDetail source="description" />
      <ReferenceDetail source="author_id" reference="user" />
      <ReferencesDetail source="tags" reference="tag" />
      <DatetimeDetail source="created_at" folded />
      <DatetimeDetail source="updated_at" folded />
    </ShowPage>
  );
}

function Texts() {
  return (
    <Details>
      <LongTextDetail source="body" />
    </Details>
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
