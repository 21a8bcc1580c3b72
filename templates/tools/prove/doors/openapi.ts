import type { ModelInfo } from '../../../service/engine/model/model-info.js';
import type { Naive, NaiveModel, Person } from '../naive/naive.js';
import { turnOf } from './chosen.js';
import { wrongStatus, type Door, type Proof, type Question, type Wrong } from './door.js';

/** The OpenAPI document, which has the fields that its reader may read; without a token, the fields that everybody may read. */
export const openapi: Door = {
  name: 'openapi',
  claims: ({ method, path }) => method === 'GET' && path === '/openapi.json',
  *questions(proof, actor, model) {
    // One document tells of all models.
    if (model !== proof.asked[0]) return;
    yield document(proof, actor, model);
    if (turnOf(proof, actor) === 0) yield { ...document(proof, null, model), by: null };
  },
};

/** `actor` is null for a reader without a token. */
function document(proof: Proof, actor: Person | null, { name }: ModelInfo): Question {
  return {
    model: name,
    request: { method: 'GET', path: '/openapi.json' },
    judge(answer) {
      if (answer.status !== 200) return wrongStatus(200, answer);
      const told = answer.body as Documented;
      for (const model of proof.asked) {
        const wrong = wrongModel(told, model, proof, actor);
        if (wrong) return { ...wrong, about: model.name };
      }
      return null;
    },
  };
}

interface Documented {
  readonly components: {
    readonly schemas: Readonly<
      Record<string, { readonly properties?: Readonly<Record<string, unknown>> }>
    >;
    readonly parameters?: Readonly<Record<string, unknown>>;
  };
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

const TOLD = ['list', 'show', 'create', 'edit'];

function wrongModel(
  { components, paths }: Documented,
  model: ModelInfo,
  { naive, service }: Proof,
  actor: Person | null,
): Wrong | null {
  const { name, prefix } = model;
  // What no role can ever do is not documented, nor a record that nobody can ever have in hand.
  const isTold = TOLD.some((action) => naive.mayEver(action, name));
  const visible = isTold ? visibleFields(naive, name, actor) : new Set<string>();
  const lines = isTold && service.hasLines ? linesOf(naive, naive.models[name]!, actor) : [];
  const { properties = {} } = components.schemas[name] ?? {};
  const told = Object.keys(properties).filter(
    (key) => !key.startsWith('_') && !/\/expanded"|"anyOf"/.test(JSON.stringify(properties[key])),
  );
  const [one, other] = [[...visible, ...lines].sort(), told.sort()];
  if (one.join() !== other.join())
    return { expected: `${name} with ${one.join(', ')}`, told: `${name} with ${other.join(', ')}` };
  const named = ['_sort', '_fields', '_expand', 'one._expand'].map(
    (part) => components.parameters?.[`${name}.${part}`],
  );
  const text = JSON.stringify([paths[`/${prefix}`]?.['get'], named]);
  const closed = naive.models[name]!.fields.find(
    (field) => !visible.has(field.name) && new RegExp(`["/]${field.name}(__|"(?!:))`).test(text),
  );
  return closed
    ? {
        expected: `no parameter ${closed.name} of ${name}`,
        told: `${closed.name} in GET /${prefix}`,
      }
    : null;
}

/** The fields that a reader may show or list. For a reader without that right or without a token: the fields without rules. */
function visibleFields(naive: Naive, name: string, actor: Person | null): ReadonlySet<string> {
  const { isKeyless, fields: all } = naive.models[name]!;
  const ids = isKeyless ? [] : ['id'];
  const action = ['show', 'list'].find((one) => actor && naive.may(actor, one, name));
  const readable = actor && action ? naive.readable(actor, action, name) : null;
  const { fields } = naive.rules[name]!;
  const isOpen = (field: string) => readable?.has(field) ?? fields[field]?.read === undefined;
  return new Set([...ids, ...all.map((field) => field.name).filter(isOpen)]);
}

/** The lines in the document: those that the reader may list by their record. */
function linesOf(naive: Naive, { lines }: NaiveModel, actor: Person | null): readonly string[] {
  if (!lines || !naive.mayEver('list', lines.model)) return [];
  if (actor && !naive.may(actor, 'list', lines.model)) return [];
  return visibleFields(naive, lines.model, actor).has(lines.field) ? [lines.name] : [];
}
