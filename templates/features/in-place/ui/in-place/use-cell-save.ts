import { useRef, useState } from 'react';
import {
  useDataProvider,
  useRefresh,
  useResourceContext,
  useTranslate,
  type HttpError,
} from 'react-admin';
import type { Row } from '../application';
import { sameValue } from '../api/record-values';
import { isSignedIn } from '../api/session';
import type { ConflictDialogProps } from '../components/form/conflict-dialog';
import { useSaidChange } from '../components/said-change';
import { useProblemTexts } from '../components/texts';

interface CellSave {
  /** Saves the form of a cell; what is wrong with the value is returned for its input. */
  save: (values: object) => Promise<Record<string, string> | undefined>;
  /** Why it was refused, where that is no problem of the value. */
  problem: string | null;
  /** What the user decides where others have changed the record meanwhile. */
  conflict: ConflictDialogProps | null;
}

/** Saves one field of a record, in the version in which it was read. */
export function useCellSave(read: Row, source: string, onDone: () => void): CellSave {
  const resource = useResourceContext() ?? '';
  const provider = useDataProvider();
  const refresh = useRefresh();
  const translate = useTranslate();
  const say = useSaidChange();
  const texts = useProblemTexts(resource);
  const isBusy = useRef(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [mine, setMine] = useState<Row | null>(null);

  const done = () => {
    refresh();
    onDone();
  };
  const saved = ({ _label: name }: Row) => {
    if (!isSignedIn()) return;
    say(translate('form.updated', { name }));
    done();
  };
  const refused = (error: HttpError, changed: Row) => {
    if (error.status === CHANGED_SINCE) return void setMine(changed);
    const { body } = texts.inWords(error) as { body?: { errors?: Record<string, string> } };
    const own = body?.errors?.[source];
    if (own !== undefined && own !== '') return { [source]: own };
    return void setProblem(texts.ofError(error));
  };
  const save = async (values: object) => {
    const value = (values as Partial<Row>)[source] ?? null;
    if (isBusy.current) return undefined;
    if (sameValue(read[source], value)) return void onDone();
    const data = { ...read, [source]: value };
    isBusy.current = true;
    setProblem(null);
    try {
      const { id } = read;
      saved((await provider.update<Row>(resource, { id, data, previousData: read })).data);
      return undefined;
    } catch (error) {
      return refused(error as HttpError, data);
    } finally {
      isBusy.current = false;
    }
  };
  const conflict = mine && { mine, onSaved: saved, onTheirs: done, onClose: () => setMine(null) };
  return { save, problem, conflict };
}

const CHANGED_SINCE = 412;
