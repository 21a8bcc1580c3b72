import type { DataProvider, GetListResult } from 'react-admin';
import type { UiFeature } from '../application';

/** Models that are only read: rows without an id are told apart by their places in a page. */
export const readOnly: UiFeature = {
  name: 'read-only',
  provider: withPlaces,
  texts: { en: {} },
};

function withPlaces<Provider extends DataProvider>(provider: Provider): Provider {
  return {
    ...provider,
    getList: async (resource: string, params: Parameters<DataProvider['getList']>[1]) =>
      placed(await provider.getList(resource, params)),
    getManyReference: async (
      resource: string,
      params: Parameters<DataProvider['getManyReference']>[1],
    ) => placed(await provider.getManyReference(resource, params)),
  };
}

/** A page whose rows have ids in any case, which react-admin tells them apart by. */
const placed = (page: GetListResult): GetListResult => ({
  ...page,
  data: page.data.map((row, at) => ('id' in row ? row : { ...(row as object), id: `row-${at}` })),
});
