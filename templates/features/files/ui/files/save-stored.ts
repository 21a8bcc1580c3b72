import { useState } from 'react';
import { useNotify } from 'react-admin';
import { useErrorText } from '../components/texts';
import { linkTo } from './links';
import type { FilePlace, StoredFile } from './stored-file';

/** Passes a file of a record to the browser, which saves it. */
export function useSaveStored(place: FilePlace, { id: file, name }: StoredFile) {
  const notify = useNotify();
  const errorText = useErrorText();
  const [isBusy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    try {
      const url = await linkTo({ ...place, file });
      if (url === null) notify('files.closed', { type: 'warning' });
      else follow(url, name);
    } catch (error) {
      notify(errorText(error as Error), { type: 'error' });
    }
    setBusy(false);
  };
  return { isBusy, save };
}

/** A browser may show what comes from another host in place of saving it: there it does so in a tab of its own. */
function follow(url: string, name: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.rel = 'noopener';
  if (new URL(url).origin !== window.location.origin) link.target = '_blank';
  link.click();
}
