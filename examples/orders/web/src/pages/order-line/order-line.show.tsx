import {
  ChoiceDetail,
  DatetimeDetail,
  NumberDetail,
  ReferenceCard,
  ReferenceDetail,
  ShowPage,
  TextDetail,
} from '#ui';

/** The page of one order line. */
export function OrderLineShow() {
  return (
    <ShowPage facts={<Facts />} cards={<Cards />}>
      <NumberDetail source="position" />
      <TextDetail source="product" folded />
    </ShowPage>
  );
}

function Facts() {
  return (
    <>
      <NumberDetail source="unit_price" digits={2} />
      <ReferenceDetail source="order_id" reference="order" />
      <NumberDetail source="quantity" />
    </>
  );
}

function Cards() {
  return (
    <>
      <ReferenceCard source="order_id" reference="order">
        <ChoiceDetail source="status" />
        <DatetimeDetail source="placed_at" />
      </ReferenceCard>
      <ReferenceCard source="article_id" reference="article">
        <NumberDetail source="price" digits={2} />
      </ReferenceCard>
    </>
  );
}
