import {
  DatetimeDetail,
  Details,
  EmailDetail,
  LongTextDetail,
  NamesDetail,
  ReferenceColumn,
  ReferencesDetail,
  RelatedTab,
  RelatedTabs,
  ShowPage,
  TextColumn,
  TextDetail,
  UrlDetail,
} from '#ui';

/** The page of one user. */
export function UserShow() {
  return (
    <ShowPage
      state="status"
      facts={<Facts />}
      texts={<Texts />}
      related={<Related />}
      stamps={{ created: 'created_at', updated: 'updated_at' }}
    >
      <TextDetail source="username" folded />
      <TextDetail source="first_name" />
      <TextDetail source="last_name" />
      <NamesDetail source="roles" />
      <ReferencesDetail source="tenants" reference="tenant" />
      <UrlDetail source="image" />
      <DatetimeDetail source="created_at" folded />
      <DatetimeDetail source="updated_at" folded />
    </ShowPage>
  );
}

function Facts() {
  return (
    <>
      <EmailDetail source="email" />
    </>
  );
}

function Texts() {
  return (
    <Details>
      <LongTextDetail source="bio" />
    </Details>
  );
}

function Related() {
  return (
    <RelatedTabs>
      <RelatedTab relation="follows" reference="follow" target="follower_id">
        <ReferenceColumn source="followed_id" reference="user" />
      </RelatedTab>
      <RelatedTab relation="followers" reference="follow" target="followed_id">
        <ReferenceColumn source="follower_id" reference="user" />
      </RelatedTab>
      <RelatedTab relation="articles" reference="article" target="author_id">
        <TextColumn source="slug" />
        <TextColumn source="title" />
        <TextColumn source="description" />
      </RelatedTab>
      <RelatedTab relation="favorites" reference="favorite" target="user_id">
        <ReferenceColumn source="article_id" reference="article" />
      </RelatedTab>
      <RelatedTab relation="comments" reference="comment" target="author_id">
        <TextColumn source="body" />
        <ReferenceColumn source="article_id" reference="article" />
      </RelatedTab>
    </RelatedTabs>
  );
}
