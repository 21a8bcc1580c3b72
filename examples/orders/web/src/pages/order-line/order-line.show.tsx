import { NumberDetail, ReferenceDetail, ShowPage, TextDetail } from '#ui';

/** One order line with everything that is known of it. */
export function OrderLineShow() {
  return (
    <ShowPage>
      <ReferenceDetail source="order_id" reference="order" />
      <NumberDetail source="position" />
      <TextDetail source="product" />
      <NumberDetail source="quantity" />
      <NumberDetail source="unit_price" digits={2} />
    </ShowPage>
  );
}
