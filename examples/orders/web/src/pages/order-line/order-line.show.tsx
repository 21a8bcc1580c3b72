import { NumberDetail, ReferenceDetail, ShowPage, TextDetail } from '#ui';

/** The page of one order line. */
export function OrderLineShow() {
  return (
    <ShowPage>
      <ReferenceDetail source="order_id" reference="order" />
      <NumberDetail source="position" />
      <ReferenceDetail source="article_id" reference="article" />
      <TextDetail source="product" />
      <NumberDetail source="quantity" />
      <NumberDetail source="unit_price" digits={2} />
    </ShowPage>
  );
}
