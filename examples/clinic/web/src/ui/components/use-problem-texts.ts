import { useCallback } from 'react';
import type { HttpError } from 'react-admin';
import { useNotify, useResourceContext, useTranslate } from 'react-admin';
import type { PartialFailure } from '../api/data-provider';
import type { FieldProblem, Problem } from '../api/http';
import { useLabels } from './use-labels';

/** An error in words; a failure of the service with the number by which its log knows it. */
export function useErrorText(): (error: Error) => string {
  const translate = useTranslate();
  return useCallback(
    (error) => {
      const text = translate(error.message, { _: error.message });
      const { status, body } = error as HttpError;
      const { request_id: id } = (body ?? {}) as Partial<Problem>;
      if (id === undefined || status < 500) return text;
      return `${text} ${translate('app.request_id', { id })}`;
    },
    [translate],
  );
}

/** What the service refused, in the words of the pages: its own messages name a field by its key. */
export function useProblemTexts(resource: string) {
  const translate = useTranslate();
  const labels = useLabels();
  const errorText = useErrorText();
  const label = (source: string) => labels.field(resource, source);

  /** What is wrong with one field, among everything that is wrong. */
  const ofField = ({ field, code, message }: FieldProblem, all: readonly FieldProblem[]) => {
    const together = all.filter((other) => other.code === code).map((other) => label(other.field));
    return translate(code === 'unique' && together.length > 1 ? TOGETHER : `problem.${code}`, {
      name: label(field),
      names: together.join(', '),
      _: withLabel(message, field, label(field)),
    });
  };

  /** What is wrong in one sentence, for a place that has no fields. */
  const ofError = (error: Error) => {
    const problems = problemsOf(error);
    const [first] = problems;
    if (first === undefined) return errorText(error);
    return named(label(first.field), ofField(first, problems));
  };
  return { label, ofField, ofError };
}

const TOGETHER = 'problem.unique_together';

/** What the service has against single fields. */
export function problemsOf(error: Error | null): readonly FieldProblem[] {
  return ((error as HttpError | null)?.body as Partial<Problem> | undefined)?.problems ?? [];
}

/** A message that begins with a field's key begins with its label instead. */
export function withLabel(message: string, key: string, label: string): string {
  return message.startsWith(`${key} `) ? label + message.slice(key.length) : message;
}

function named(label: string, text: string): string {
  return text.startsWith(label) ? text : `${label}: ${text}`;
}

/** Says how many of the selected rows could not be written, and why the first of them could not. */
export function useBulkFailure() {
  const translate = useTranslate();
  const notify = useNotify();
  const texts = useProblemTexts(useResourceContext() ?? '');
  return (error: Error) => {
    const { failed = 1, total = 1 } = ((error as HttpError).body ?? {}) as Partial<PartialFailure>;
    const reason = texts.ofError(error);
    const text = total === 1 ? reason : translate('bulk.failed', { failed, total, reason });
    notify(text, { type: 'error', autoHideDuration: 10_000 });
  };
}
