import { NumberColumn, ReferenceColumn, TextColumn } from '../../components/list/columns';
import { ListPage } from '../../components/list/list-page';
import { orderLineFields } from './order-line.fields';

/** All order lines: to search, filter, sort, export and change together. */
export function OrderLineList() {
  return (
    <ListPage fields={orderLineFields}>
      <ReferenceColumn source="order_id" reference="order" />
      <NumberColumn source="position" />
      <TextColumn source="product" />
      <NumberColumn source="quantity" />
      <NumberColumn source="unit_price" digits={2} />
    </ListPage>
  );
}
