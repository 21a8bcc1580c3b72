import { DatetimeDetail, Details, LongTextDetail, ReferenceDetail, ShowPage } from '#ui';

/** The page of one comment. */
export function CommentShow() {
  return (
    <ShowPage
      facts={<Facts />}
      texts={<Texts />}
      stamps={{ created: 'created_at', updated: 'updated_at' }}
    >
      <ReferenceDetail source="author_id" reference="user" />
      <DatetimeDetail source="created_at" folded />
      <DatetimeDetail source="updated_at" folded />
    </ShowPage>
  );
}

function Facts() {
  return (
    <>
      <ReferenceDetail source="article_id" reference="article" />
    </>
  );
}

function Texts() {
  return (
    <Details>
      <LongTextDetail source="body" />
    </Details>
  );
}
