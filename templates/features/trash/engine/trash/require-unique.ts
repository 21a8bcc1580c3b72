import type { RecordId } from '../fields/record-id.js';
import type { ModelInfo } from '../model/model-info.js';
import { and, type Scalar, type Where } from '../model/where.js';
import { conflict, spokenName, withArticle, type HttpProblem } from '../problem/problem.js';
import { visibleRecord } from '../records/create-engine.js';
import { firstIds } from '../records/reading/rows-where.js';
import type { Work, Write } from '../records/scope.js';
import { checkEach } from '../records/writing/check-each.js';

/** 409 for a row whose unique values another record has taken meanwhile, which is named to who sees it. */
export async function requireUnique(writes: readonly Write[], work: Work): Promise<void> {
  const { model } = work;
  for (const { columns } of model.uniques) {
    const asked = writes.flatMap((one) => {
      const same = sameValues(one, columns, model);
      return same ? [{ index: one.index, one, where: and(model.exists, same) }] : [];
    });
    const found = await firstIds(
      asked.map(({ where }) => where),
      work,
    );
    await checkEach(
      asked.map((item, at) => ({ ...item, other: found[at] ?? null })),
      async ({ one, other }) => {
        if (other !== null && other !== one.id) throw await takenProblem(other, columns, one, work);
      },
    );
  }
}

/** The rows with the values of a row in these columns; null where one is empty, which is never taken. */
function sameValues(
  { draft, id }: Write,
  names: readonly string[],
  { column, key }: ModelInfo,
): Where | null {
  const values = names.map((name) =>
    name === key.name ? id : (draft.columns[name] as Scalar | null | undefined),
  );
  if (values.some((value) => value === null || value === undefined)) return null;
  if (names.some((name) => column.get(name)?.transformer)) return null;
  return and(
    ...names.map((field, at): Where => ({ op: 'eq', field, value: values[at] as Scalar })),
  );
}

async function takenProblem(
  id: RecordId,
  columns: readonly string[],
  { model, grant }: Write,
  work: Work,
): Promise<HttpProblem> {
  const other = await visibleRecord(id, work.session, work);
  const label = other === null ? '' : String(other['_label'] ?? '');
  const named = columns
    .map((name) => model.column.get(name)?.derivedFrom ?? name)
    .filter((name) => grant.readable.has(name) || grant.writable.has(name));
  const what = spokenName(model.name);
  const values = named.length > 0 ? `the same ${named.join(' and ')}` : 'the same values';
  const told =
    other === null
      ? `${withArticle(what)} with ${values}`
      : `the ${what} ${label === '' ? String(other.id) : label} with ${values}`;
  const message = `It cannot be restored: there is ${told} now.`;
  return conflict(
    message,
    named.map((field) => ({ field, code: 'unique', message })),
    {
      code: 'restore-taken',
      ...(other && {
        other: { model: model.prefix, id: other.id, ...(label !== '' && { label }) },
      }),
    },
  );
}
