import { ReferenceColumn, RelatedTab, RelatedTabs, ShowPage, TextColumn, TextDetail } from '#ui';

/** The page of one tag. */
export function TagShow() {
  return (
    <ShowPage related={<Related />}>
      <TextDetail source="name" folded />
    </ShowPage>
  );
}

function Related() {
  return (
    <RelatedTabs>
      <RelatedTab relation="articles" reference="article" target="tags" many>
        <TextColumn source="slug" />
        <TextColumn source="title" />
        <TextColumn source="description" />
        <ReferenceColumn source="author_id" reference="user" />
      </RelatedTab>
    </RelatedTabs>
  );
}
