import { asCurl, type Request } from '../service/request.js';
import type { Row } from '../naive/naive.js';
import { nameOf } from './name-actors.js';
import type { ShownRequest } from './access-change.js';
import type { Group } from './group-differences.js';
import type { Judged } from './pair.js';
import type { Verdict } from './version-facts.js';

/** A request whose answer differs, with both answers by the rules. */
export function showRequest(group: Group, judged: Judged): ShownRequest {
  const actor = group.parts[0]!.actors[0];
  const { scene } = group.shown;
  const verdict = (of: Judged['judgements']['now']) => of[scene]![actor!]![group.model.name]!;
  const { request, answer } = requestOf(group, judged);
  const who = nameOf(judged.actors[actor!]!);
  return {
    asked: `${request.method} ${request.path} as ${who}`,
    request: asCurl(request),
    now: answer(verdict(judged.judgements.now)),
    before: answer(verdict(judged.judgements.before)),
  };
}

interface Asked {
  readonly request: Request;
  readonly answer: (verdict: Verdict) => string;
}

function requestOf(group: Group, judged: Judged): Asked {
  const { model, verb, shown } = group;
  const { actions } = group.parts[0]!;
  const one = `${model.path}/${encodeURIComponent(shown.row.id)}`;
  const { row } = shown;
  switch (verb.kind) {
    case 'rows':
      return rowRequest(group, judged);
    case 'move':
      return {
        request: {
          method: 'PATCH',
          path: one,
          body: { [verb.field]: JSON.parse(verb.value) as unknown },
        },
        answer: ({ moves }) =>
          moves[`${verb.field}=${verb.value}`]?.includes(row.id) ? '200' : 'refused',
      };
    case 'fields': {
      const [action] = actions as readonly (typeof verb.action)[];
      const names = verb.fields.join(', ');
      const has = ({ fields }: Verdict) =>
        verb.fields.every((name) => fields[action!].includes(name));
      if (action === 'list' || action === 'show')
        return {
          request: {
            method: 'GET',
            path: action === 'show' || actions.length > 1 ? one : model.path,
          },
          answer: (verdict) => `${has(verdict) ? 'with' : 'without'} ${names}`,
        };
      const isNew = action === 'create';
      const body = Object.fromEntries(verb.fields.map((name) => [name, row[name] ?? null]));
      return {
        request: { method: isNew ? 'POST' : 'PATCH', path: isNew ? model.path : one, body },
        answer: (verdict) => `${has(verdict) ? 'writes' : 'ignores'} ${names}`,
      };
    }
  }
}

function rowRequest({ model, shown, parts }: Group, judged: Judged): Asked {
  const { row } = shown;
  const { actions } = parts[0]!;
  const one = `${model.path}/${encodeURIComponent(row.id)}`;
  if (actions.includes('list'))
    return {
      request: { method: 'GET', path: model.path },
      answer: ({ may, rows }) => (may.includes('list') ? recordsOf(rows.list.length) : '403'),
    };
  if (actions.includes('show'))
    return { request: { method: 'GET', path: one }, answer: reaches('show', row.id, '200') };
  if (actions.includes('edit'))
    return {
      request: { method: 'PATCH', path: one, body: {} },
      answer: reaches('edit', row.id, '200'),
    };
  if (actions.includes('delete'))
    return { request: { method: 'DELETE', path: one }, answer: reaches('delete', row.id, '204') };
  const fields = judged.facts.now.models.find(({ name }) => name === model.name)!.fields;
  const sent = Object.entries(row).filter(
    ([name, value]) => value !== null && isSent(name, fields),
  );
  return {
    request: { method: 'POST', path: model.path, body: Object.fromEntries(sent) },
    answer: reaches('create', row.id, '201'),
  };
}

const recordsOf = (count: number): string => (count === 1 ? '1 record' : `${count} records`);

const reaches =
  (action: 'show' | 'edit' | 'delete' | 'create', id: Row['id'], success: string) =>
  ({ may, rows }: Verdict): string => {
    if (!may.includes(action)) return '403';
    if (rows[action].includes(id)) return success;
    return action === 'create' ? 'refused' : '404';
  };

/** Fields that the service sets itself are not sent. */
const isSent = (name: string, fields: readonly string[]): boolean =>
  fields.includes(name) &&
  !['id', 'created_at', 'updated_at', 'deleted_at', 'version'].includes(name);
