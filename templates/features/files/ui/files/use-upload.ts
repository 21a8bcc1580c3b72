import { useEffect, useRef, useState } from 'react';
import { useResourceContext } from 'react-admin';
import { isPicture, type StoredFile } from './stored-file';
import { uploadFile } from './upload';

/** A file that the user has chosen, until it is uploaded. */
export interface Progress {
  name: string;
  /** The part that has been sent, from 0 to 1. */
  part: number;
}

/** Uploads a file for a field at a time: another one takes its place, and leaving the form ends it. */
export function useUpload(field: string) {
  const model = useResourceContext() ?? '';
  const [progress, setProgress] = useState<Progress | null>(null);
  const [problem, setProblem] = useState<Error | null>(null);
  const { preview, show } = usePreview();
  const current = useRef<AbortController | null>(null);
  useEffect(() => () => current.current?.abort(), []);
  const upload = async (chosen: File, onStored: (file: StoredFile) => void) => {
    current.current?.abort();
    const ending = new AbortController();
    const { signal } = ending;
    current.current = ending;
    const tell = (part: number) => !signal.aborted && setProgress({ name: chosen.name, part });
    tell(0);
    setProblem(null);
    try {
      const file = await uploadFile(chosen, { model, field }, { onProgress: tell, signal });
      if (signal.aborted) return;
      if (isPicture(file)) show(file.id, chosen);
      end();
      onStored(file);
    } catch (error) {
      if (signal.aborted) return;
      end();
      setProblem(error as Error);
    }
  };
  const end = () => {
    current.current = null;
    setProgress(null);
  };
  const stop = () => {
    current.current?.abort();
    end();
  };
  /** Refuses a file before it is sent. */
  const refuse = (error: Error) => {
    stop();
    setProblem(error);
  };
  const isRunning = () => current.current !== null;
  return { progress, problem, preview, upload, stop, refuse, isRunning };
}

/** A picture that no record has yet opens for nobody: its form shows what the user has chosen. */
function usePreview() {
  const [preview, setPreview] = useState<{ id: string; url: string } | null>(null);
  useEffect(() => () => URL.revokeObjectURL(preview?.url ?? ''), [preview]);
  const show = (id: string, chosen: File) => setPreview({ id, url: URL.createObjectURL(chosen) });
  return { preview, show };
}
