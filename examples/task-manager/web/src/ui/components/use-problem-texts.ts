import type { HttpError } from 'react-admin';
import { useTranslate } from 'react-admin';
import type { FieldProblem, Problem } from '../api/http';
import { useErrorText } from './use-error-text';
import { useLabels } from './use-labels';

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
