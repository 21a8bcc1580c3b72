import type { DataProvider, HttpError, Identifier } from 'react-admin';
import { changedFields, type Values } from '../api/record-values';
import { haveBeenSaved, knownLines, lineChanges, readLines, type LineChanges } from './lines';

/** Reads records with their lines, as far as the user may see these, and saves both together. */
export const withLines = <Provider extends DataProvider>(provider: Provider): Provider => ({
  ...provider,
  getOne: ((resource, params) =>
    provider.getOne(resource, reading(resource, params))) as DataProvider['getOne'],
  create: ((resource, { data, ...params }) => {
    const { own, lines, toForm } = lineChanges(knownLines(resource), {}, data as Values);
    return provider.create(resource, { ...params, data: { ...own, ...lines } }).catch(toForm);
  }) as DataProvider['create'],
  update: ((resource, { data, previousData, ...params }) => {
    const lists = knownLines(resource);
    const before = (previousData ?? {}) as Values;
    const { own, lines, toForm } = lineChanges(lists, before, data as Values);
    const changes = { own: changedFields(before, own), lines };
    // Lines are sent by what has changed in them, not compared again.
    const previous = Object.fromEntries(
      Object.entries(before).filter(([name]) => lists.every(({ source }) => source !== name)),
    ) as typeof previousData;
    return provider
      .update(resource, { ...params, data: { ...own, ...lines }, previousData: previous })
      .catch((error: HttpError) =>
        unlessSaved(provider, { resource, id: params.id, changes }, error),
      )
      .catch(toForm);
  }) as DataProvider['update'],
});

/** A record is read with its lines so that its version is theirs, too. */
function reading<Params extends object>(resource: string, params: Params): Params {
  const expand = readLines(resource).map(({ source }) => source);
  const { meta } = params as { readonly meta?: object };
  return expand.length === 0 ? params : { ...params, meta: { ...meta, expand } };
}

interface Saving {
  readonly resource: string;
  readonly id: Identifier;
  readonly changes: Pick<LineChanges, 'own' | 'lines'>;
}

/** A conflict with a record that already has these lines is none: the first attempt succeeded, and its response was lost. */
async function unlessSaved(
  provider: DataProvider,
  { resource, id, changes: { own, lines } }: Saving,
  error: HttpError,
) {
  if (error.status !== 412 || Object.keys(lines).length === 0) throw error;
  const { data } = await provider.getOne(resource, reading(resource, { id }));
  const isSaved = Object.keys(changedFields(data, own)).length === 0;
  if (!isSaved || !haveBeenSaved(data, lines)) throw error;
  return { data };
}
