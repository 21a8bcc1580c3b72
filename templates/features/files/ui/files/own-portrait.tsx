import { useQuery } from '@tanstack/react-query';
import { OUTDATED_BY_WRITES, listQuery, request } from '../api/http';
import { sessionMayDo, signedInUser, useFieldRule } from '../api/session';
import { useApplication, type AppResource, type PortraitProps, type Row } from '../application';
import { SmallPortrait } from './small-portrait';

type OwnPortraitProps = Pick<PortraitProps, 'size' | 'children'>;
type People = AppResource & Required<Pick<AppResource, 'picture' | 'user'>>;

/** The picture of the signed-in user, of the record that is theirs in a model of people, such as employees. */
export function OwnPortrait(props: OwnPortraitProps) {
  const { resources } = useApplication();
  const people = resources.find(
    (one): one is People => one.picture !== undefined && one.user !== undefined,
  );
  return people === undefined ? props.children : <Found {...props} people={people} />;
}

function Found({ people, size, children }: OwnPortraitProps & { people: People }) {
  const { name, picture } = people;
  const row = useOwnRecord(people);
  if (row?.[picture] == null) return children;
  return (
    <SmallPortrait {...{ row, size }} resource={name} source={picture}>
      {children}
    </SmallPortrait>
  );
}

/** Milliseconds for which it is not asked for again; a change that the user makes shows at once. */
const FRESH_FOR = 300_000;

/** The record that is the signed-in user's, with its picture alone; null for those who may not see it. */
function useOwnRecord({ name, picture, user }: People): Row | null {
  const me = signedInUser();
  const mayRead = [useFieldRule(picture, name), useFieldRule(user, name)].every((one) => one.read);
  const filter = { [user]: me, _fields: picture };
  const query = listQuery({ filter, pagination: { page: 1, perPage: 1 } });
  const { data } = useQuery({
    queryKey: ['own_portrait', name, query],
    queryFn: async () => (await request<Row[]>(`/${name}?${query}`)).data[0] ?? null,
    enabled: me !== null && mayRead && sessionMayDo('list', name),
    staleTime: FRESH_FOR,
    meta: OUTDATED_BY_WRITES,
  });
  return data ?? null;
}
