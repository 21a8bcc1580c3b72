import { ListPage, NumberColumn, ReferenceColumn, TextColumn } from '#ui';

/** All order lines: to search, filter, sort, export and change together. */
export function OrderLineList() {
  return (
    <ListPage>
      <ReferenceColumn source="order_id" reference="order" />
      <NumberColumn source="position" />
      <ReferenceColumn source="article_id" reference="article" />
      <TextColumn source="product" />
      <NumberColumn source="quantity" />
      <NumberColumn source="unit_price" digits={2} />
    </ListPage>
  );
}
