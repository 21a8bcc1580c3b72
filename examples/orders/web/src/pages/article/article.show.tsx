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
    <ShowPage
      facts={<Facts />}
      related={<Related />}
      stamps={{ created: 'created_at', updated: 'updated_at' }}
    >
      <TextDetail source="name" folded />
      <DatetimeDetail source="created_at" folded />
      <DatetimeDetail source="updated_at" folded />
    </ShowPage>
  );
}

function Facts() {
  return (
    <>
      <NumberDetail source="price" digits={2} />
    </>
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
