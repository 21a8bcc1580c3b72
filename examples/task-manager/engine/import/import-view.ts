import { planProblems } from './make-plan.js';
import { unchangedIn, type StoredImport } from './plan.js';
import { fieldsOf, type Target } from './target.js';

/** An import as its owner is told of it; without a target, as in a list: no more than how far it is. */
export function importView(one: StoredImport, target: Target | null): object {
  const { plan, createdAt, startedAt, finishedAt, total, id, model, name, size, state } = one;
  const { form, locale } = plan;
  const { done, created, updated, failed, error } = one;
  const unchanged = unchangedIn(one);
  const { encoding, separator, sheet, format } = form;
  return {
    ...{ id, model, name, format, size, state },
    options: {
      ...{ encoding, separator, sheet },
      ...{ decimal: locale.decimal, dates: locale.dates, time_zone: locale.timeZone },
    },
    on: plan.on,
    ...(target && {
      choices: { sheets: plan.sheets, on: target.keys },
      columns: plan.columns,
      constants: plan.constants,
      fields: fieldsOf(target, plan.on),
      samples: plan.samples,
      problems: planProblems(plan, target),
    }),
    ...{ rows: total, done, created, updated, unchanged, failed, error },
    created_at: timeOf(createdAt),
    started_at: timeOf(startedAt),
    finished_at: timeOf(finishedAt),
  };
}

const timeOf = (moment: number | null): string | null =>
  moment === null ? null : new Date(moment).toISOString();
