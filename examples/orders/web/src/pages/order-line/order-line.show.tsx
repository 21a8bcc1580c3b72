import { NumberDetail, ReferenceDetail, TextDetail } from '../../components/show/details';
import { ShowPage } from '../../components/show/show-page';

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
