import { useListContext, useResourceContext, useStore, type Identifier } from 'react-admin';
import type { BulkTarget } from '../../api/bulk';

/** The selected rows of the current list: some of them, or all that match its filter, whether loaded or not. */
export function useSelection() {
  const resource = useResourceContext() ?? '';
  const { selectedIds, onSelect, filterValues, total = 0, data = [] } = useListContext();
  // It ends with react-admin's own selection: see `forgetSelections`.
  const [marked, setMarked] = useStore(`${resource}.all.selectedIds`, false);
  const isAll = marked && selectedIds.length > 0;
  const select = (ids: readonly Identifier[]) => {
    setMarked(false);
    onSelect([...ids]);
  };
  const pageIds = data.map(({ id }) => id as Identifier);
  const has = (id: Identifier) => isAll || selectedIds.includes(id);
  const target: BulkTarget = {
    resource,
    ids: isAll ? null : selectedIds,
    filter: filterValues,
    total: isAll ? total : selectedIds.length,
  };
  return {
    target,
    has,
    select,
    pageIds,
    selectAll: () => setMarked(true),
    /** Deselecting one of all leaves those of this page, which are visible. */
    toggle: (id: Identifier) => {
      const ids = isAll ? pageIds : selectedIds;
      select(has(id) ? ids.filter((one) => one !== id) : [...ids, id]);
    },
    isAll,
    total,
    elsewhere: isAll ? 0 : selectedIds.filter((id) => !pageIds.includes(id)).length,
  };
}
