import { Alert, Button } from '@mui/material';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useDataProvider, useNotify, useTranslate } from 'react-admin';
import { recordPath, type RecordId, type Row } from '../application';
import { request } from '../api/http';
import { isSignedIn } from '../api/session';
import { useProblemTexts } from '../components/texts';
import { DialogFrame } from '../components/confirm-dialog';
import { RecordPicker } from '../components/record-picker';
import { closesCycle, lineage, type Tree } from './tree-query';

export interface MoveDialogProps {
  tree: Tree;
  row: Row;
  onClose: () => void;
}

/** Moves a record to another parent; one of its descendants is refused before the request. */
export function MoveDialog({ tree, row, onClose }: MoveDialogProps) {
  const translate = useTranslate();
  const [parent, setParent] = useState<RecordId | null>(null);
  const { problem, busy, move, clear } = useMove({ tree, row, onClose });
  const choose = (id: RecordId | null) => {
    clear();
    setParent(id);
  };
  return (
    <DialogFrame
      title={translate('tree.move_title', { name: row._label })}
      text={translate('tree.move_help')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{translate('form.cancel')}</Button>
          <Button variant="outlined" disabled={busy} onClick={() => void move(null)}>
            {translate('tree.to_top')}
          </Button>
          <Button
            variant="contained"
            color="primary"
            disabled={parent === null}
            loading={busy}
            onClick={() => void move(parent)}
          >
            {translate('tree.move_submit')}
          </Button>
        </>
      }
    >
      <RecordPicker
        resource={tree.resource}
        label={translate('tree.new_parent')}
        value={parent}
        onChange={choose}
        without={[row.id]}
        error={problem !== null}
        autoFocus
      />
      {problem !== null && (
        <Alert severity="error" sx={{ mt: 2 }}>
          {problem}
        </Alert>
      )}
    </DialogFrame>
  );
}

function useMove({ tree, row, onClose }: MoveDialogProps) {
  const translate = useTranslate();
  const notify = useNotify();
  const texts = useProblemTexts(tree.resource);
  const dataProvider = useDataProvider();
  const client = useQueryClient();
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const read = async (id: RecordId) => (await request<Row>(recordPath(tree.resource, id))).data;

  const findProblem = async (parent: RecordId | null): Promise<string | null> => {
    if (parent === null) return null;
    if (parent === row.id) return translate('tree.itself');
    const above = await lineage(parent, tree.parentField, read);
    if (!closesCycle(row.id, above)) return null;
    return translate('tree.cycle', { name: above.at(-1)?._label });
  };

  const move = async (parent: RecordId | null) => {
    setBusy(true);
    try {
      const found = await findProblem(parent);
      setProblem(found);
      if (found !== null) return;
      const data = { [tree.parentField]: parent };
      await dataProvider.update(tree.resource, { id: row.id, data, previousData: row });
      if (!isSignedIn()) return;
      await client.invalidateQueries({ queryKey: [tree.resource] });
      notify('tree.moved', { type: 'success', messageArgs: { name: row._label } });
      onClose();
    } catch (error) {
      setProblem(texts.ofError(error as Error));
    } finally {
      setBusy(false);
    }
  };
  return { problem, busy, move, clear: () => setProblem(null) };
}
