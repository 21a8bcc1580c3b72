import { useTranslate, type HttpError } from 'react-admin';
import type { FieldProblem, Problem } from '../api/http';
import { named, problemsOf, useErrorText, useLabels, useProblemTexts } from '../components/texts';
import type { Import, RowProblem } from './imports';

/** What keeps an import from being begun, and a row from being written, in words. */
export function useImportTexts(resource: string, one: Import | null) {
  const translate = useTranslate();
  const labels = useLabels();
  const errorText = useErrorText();
  const texts = useProblemTexts(resource);

  const ofPlan = ({ field, code, message }: FieldProblem) =>
    translate(`import.problem_${code}`, { name: labels.field(resource, field), _: message });
  // Problems of a field stand at its input among the values for all rows.
  const hasPlace = ({ field }: FieldProblem): boolean =>
    PLACES.test(field) || (one?.fields ?? []).some(({ name }) => name === field);
  const isAt = (problem: FieldProblem, place: string) =>
    problem.field === place || problem.field.startsWith(`${place}.`);
  return {
    /** Of a column, an option or `on`, by its name. */
    at: (place: string, refused: Error | null): string | undefined => {
      const all = [...(one?.problems ?? []), ...problemsOf(refused)];
      const found = all.find((problem) => isAt(problem, place));
      return found && ofPlan(found);
    },
    /** Problems that belong to no single place on the page. */
    ofWhole: (): readonly string[] =>
      (one?.problems ?? []).filter((problem) => !hasPlace(problem)).map(ofPlan),
    /** Whether all that a refusal says stands at its places. */
    isPlaced: (error: Error) => problemsOf(error).length > 0 && problemsOf(error).every(hasPlace),
    ofError: (error: Error): string => {
      const [first] = problemsOf(error);
      const { status, body } = error as HttpError;
      const { limit, setting } = (body ?? {}) as Partial<Problem>;
      // A refusal by something before the service says neither.
      if (status === 413 && setting === undefined) return translate('import.too_large');
      if (status === 413) return translate('import.larger_than', { limit, setting });
      if (first === undefined) return errorText(error);
      if (first.code === 'running') return translate('import.no_running');
      return translate(`import.file_${first.code}`, { _: first.message });
    },
    ofRow: (problem: RowProblem, all: readonly RowProblem[]): string => {
      const { code, column, field, params } = problem;
      const text = texts.ofField(problem, all);
      // Which field it is says its cell.
      const own = text.startsWith(`${field}: `) ? text.slice(field.length + 2) : text;
      const why = translate(`import.cell_${code}`, { ...params, _: own });
      return column === null && field !== '' ? named(texts.label(field), why) : why;
    },
  };
}

const PLACES = /^(columns\.\d+|constants\.\d+|options\.|on$)/;
