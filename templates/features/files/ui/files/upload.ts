import { HttpError } from 'react-admin';
import { API_URL, problemError, requestHeaders, type Problem } from '../api/http';
import type { StoredFile } from './stored-file';

/** The field that gets an uploaded file. */
export interface UploadPlace {
  model: string;
  field: string;
}

export interface Uploading {
  /** Is told the part that has been sent, from 0 to 1. */
  onProgress: (part: number) => void;
  signal: AbortSignal;
}

/**
 * Uploads a file for a field; the value is the field's, once the record is saved with it. `fetch` tells no progress of what is
 * sent: it is an `XMLHttpRequest`.
 */
export function uploadFile(
  file: File,
  place: UploadPlace,
  { onProgress, signal }: Uploading,
): Promise<StoredFile> {
  return new Promise((resolve, reject) => {
    const sending = new XMLHttpRequest();
    const form = new FormData();
    form.append('file', file);
    sending.open('POST', `${API_URL}/_files?${new URLSearchParams({ ...place })}`);
    for (const [name, value] of Object.entries(requestHeaders({})))
      sending.setRequestHeader(name, value);
    sending.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    sending.onload = () => {
      const answer = parsed(sending.responseText);
      if (sending.status < 300) resolve(answer as StoredFile);
      else reject(problemError(sending.status, answer as Partial<Problem>, sending.statusText));
    };
    sending.onerror = () => reject(new HttpError('app.unreachable', 0, {}));
    sending.onabort = () => reject(new DOMException('', 'AbortError'));
    signal.addEventListener('abort', () => sending.abort(), { once: true });
    sending.send(form);
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) ?? {};
  } catch {
    return {};
  }
}
