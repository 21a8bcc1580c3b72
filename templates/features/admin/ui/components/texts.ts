import { useIsOffline, useTranslate, useTranslateLabel, type HttpError } from 'react-admin';
import { useCallback } from 'react';
import { UNSENT, type FieldProblem, type Problem } from '../api/http';
import { useParts } from '../application';
import { formatAll, humanize, isYear, valueKey, withinSentence } from './formats';

/** Labels of a model, its fields and their values. */
export function useLabels() {
  const translate = useTranslate();
  const translateLabel = useTranslateLabel();
  const name = (resource: string, count: number) =>
    translate(`resources.${resource}.name`, { smart_count: count, _: resource });
  return {
    one: (resource: string) => name(resource, 1),
    many: (resource: string) => name(resource, 2),
    counted: name,
    /** The names of a model within a sentence. */
    oneWithin: (resource: string) => withinSentence(name(resource, 1)),
    manyWithin: (resource: string) => withinSentence(name(resource, 2)),
    countedWithin: (resource: string, count: number) => withinSentence(name(resource, count)),
    field: (resource: string, source: string) =>
      String(translateLabel({ resource, source }) ?? source),
    value: (resource: string, source: string, value: string) =>
      translate(valueKey(resource, source, value), { _: humanize(value) }),
  };
}

/** An error's text; for a failure of the service with the request id for its log. */
export function useErrorText(): (error: Error) => string {
  const translate = useTranslate();
  const isOffline = useIsOffline();
  return useCallback(
    (error) => {
      const { status, body } = error as HttpError;
      const { request_id: id, code, limit, setting } = (body ?? {}) as Partial<Problem>;
      const isBack = error.message === UNSENT && !isOffline;
      const message = translate(isBack ? 'app.back_online' : error.message, { _: error.message });
      const text =
        code === undefined ? message : translate(`refusal.${code}`, { limit, setting, _: message });
      if (id === undefined || status < 500) return text;
      return `${text} ${translate('app.request_id', { id })}`;
    },
    [translate, isOffline],
  );
}

/** The service's problems with translated texts: its own messages name a field by its key. */
export function useProblemTexts(resource: string) {
  const translate = useTranslate();
  const labels = useLabels();
  const errorText = useErrorText();
  const parts = useParts();
  const placeOf = (path: string) => parts?.placeOf(resource, path) ?? null;
  const sourceOf = (path: string) => placeOf(path)?.source ?? path;
  /** The name of a field where it stands, in its part of the record where it has one. */
  const nameOf = (path: string) => {
    const { reference, source } = placeOf(path) ?? { reference: resource, source: path };
    return source === '' ? '' : labels.field(reference, source);
  };
  const label = (path: string) => {
    const found = placeOf(path);
    const name = nameOf(path);
    return found === null ? name : translate(found.label, { place: found.place, name });
  };

  /** The text of one field's problem, among all problems. */
  const ofField = (problem: FieldProblem, all: readonly FieldProblem[]) => {
    const { field, code, message, params } = problem;
    const together = alike(problem, all).map((other) => nameOf(other.field));
    const key = isShared(problem, all) ? UNIQUE_TOGETHER : `problem.${code}`;
    const source = sourceOf(field);
    const own = withLabel(withLabel(message, field, nameOf(field)), source, nameOf(field));
    // The spec's own words are no text of the back-office, which a language translates.
    if (code === 'pattern' && params?.['message'] !== undefined) return own;
    const shown = isYear(source) ? asWritten(params) : params;
    const text = translate(key, {
      ...shown,
      names: formatAll(together.map(withinSentence)),
      _: own,
    });
    // A missing number or word: falls back to the service's text.
    return text.includes('%{') ? own : text;
  };

  /** A problem in one sentence, for a place without fields. */
  const ofError = (error: Error) => {
    const problems = problemsOf(error);
    const [first] = problems;
    if (first === undefined) return errorText(error);
    const text = ofField(first, problems);
    return isShared(first, problems) ? text : named(label(first.field), text);
  };
  /** A problem in the words of a form: react-admin shows `errors` at each field, and a problem of several fields at the first of them. */
  const inWords = <E extends Error>(error: E): E => {
    const problems = problemsOf(error);
    const said = distinctProblems(problems);
    const message = problems.map((problem) => [
      problem.field,
      said.includes(problem) ? ofField(problem, problems) : '',
    ]);
    const { body } = error as Error & { body?: { errors?: object } };
    if (body?.errors) body.errors = { ...body.errors, ...Object.fromEntries(message) };
    return error;
  };
  return { label, nameOf, ofField, ofError, inWords };
}

/** Why a small form was refused, whose fields are not named as the service names them: its first problem alone. */
export function useFirstProblem(resource: string): (error: Error) => string {
  const { ofField } = useProblemTexts(resource);
  const errorText = useErrorText();
  return (error) => {
    const problems = problemsOf(error);
    return problems[0] === undefined ? errorText(error) : ofField(problems[0], problems);
  };
}

/** Numbers as texts, which have no separators. */
const asWritten = (params: object = {}): object =>
  Object.fromEntries(
    Object.entries(params).map(([key, value]) => [
      key,
      typeof value === 'number' ? String(value) : (value as unknown),
    ]),
  );

const UNIQUE_TOGETHER = 'problem.unique_together';

/** The problems of the same kind with other fields of the same record. */
const alike = ({ code, field }: FieldProblem, all: readonly FieldProblem[]) =>
  all.filter((other) => other.code === code && recordOf(other.field) === recordOf(field));

const recordOf = (path: string): string => path.slice(0, path.lastIndexOf('.') + 1);

/** Whether it is of several fields together: those of a unique set. */
export const isShared = (problem: FieldProblem, all: readonly FieldProblem[]): boolean =>
  problem.code === 'unique' && alike(problem, all).length > 1;

/** The problems without those that the first of several fields tells of all. */
export const distinctProblems = (all: readonly FieldProblem[]): readonly FieldProblem[] =>
  all.filter((problem) => !isShared(problem, all) || problem === alike(problem, all)[0]);

/** The service's problems with single fields. */
export function problemsOf(error: Error | null): readonly FieldProblem[] {
  return ((error as HttpError | null)?.body as Partial<Problem> | undefined)?.problems ?? [];
}

/** Replaces a field's key at the start of a message by its label. */
export function withLabel(message: string, key: string, label: string): string {
  return message.startsWith(`${key} `) ? label + message.slice(key.length) : message;
}

/** A text that names what it is about. */
export function named(label: string, text: string): string {
  return text.startsWith(label) ? text : `${label}: ${text}`;
}
