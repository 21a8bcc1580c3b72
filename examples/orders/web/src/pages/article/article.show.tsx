import {
  DatetimeDetail,
  NumberColumn,
  NumberDetail,
  ReferenceColumn,
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
      <TextDetail source="name" />
      <NumberDetail source="price" digits={2} />
      <DatetimeDetail source="created_at" />
      <DatetimeDetail source="updated_at" />
    </ShowPage>
  );
}

function Related() {
  return (
    <RelatedTabs>
      <RelatedTab relation="order_lines" reference="order_line" target="article_id">
        <ReferenceColumn source="order_id" reference="order" />
        <NumberColumn source="position" />
        <TextColumn source="product" />
        <NumberColumn source="quantity" />
        <NumberColumn source="unit_price" digits={2} />
      </RelatedTab>
    </RelatedTabs>
  );
}
