import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { request } from '../api/http';
import { sessionMayDo, type FieldRule } from '../api/session';
import { useDebounced } from '../components/use-debounced';

const METHODS = ['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

/** What a role may do with records, in words: `read` means viewing lists and records. */
export const WORDS = ['read', 'create', 'edit', 'delete'] as const;
export type Word = (typeof WORDS)[number];

/** The methods of a word in the API; any of `enough` allows it. */
const METHODS_OF = {
  read: { all: ['GET', 'HEAD', 'OPTIONS'], enough: ['GET'] },
  create: { all: ['POST'], enough: ['POST'] },
  edit: { all: ['PUT', 'PATCH'], enough: ['PUT', 'PATCH'] },
  delete: { all: ['DELETE'], enough: ['DELETE'] },
} as const satisfies Record<Word, Record<'all' | 'enough', readonly string[]>>;

/** The sets that can be chosen with one click. */
export const WORD_SETS = {
  only_read: ['read'],
  all_but_delete: ['read', 'create', 'edit'],
  everything: WORDS,
} as const satisfies Record<string, readonly Word[]>;

/** What methods allow, in words. */
export function wordsOf(methods: readonly string[]): Word[] {
  return WORDS.filter((word) => METHODS_OF[word].enough.some((method) => methods.includes(method)));
}

/**
 * The methods for these words. A word that the role already had keeps its stored methods, so that unchanged words, and undone
 * changes, stay as stored.
 */
export function methodsOf(words: readonly Word[], stored: readonly string[]): string[] {
  const had = wordsOf(stored);
  const wanted = WORDS.flatMap((word) => {
    const all: readonly string[] = METHODS_OF[word].all;
    const own = stored.filter((method) => all.includes(method));
    const isKept = words.includes(word) === had.includes(word);
    return isKept ? own : words.includes(word) ? all : [];
  });
  return METHODS.filter((method) => wanted.includes(method));
}

/** One of the rules of a model of which any lets a row through; `field` is the one that it checks. */
export interface RowRuleText {
  rule: 'owner' | 'tenant' | 'parent' | 'custom';
  field?: string;
}

/** What users of a role may do with a model, by the service's own policy. */
export interface ModelPermissions {
  actions: readonly string[];
  /** Every field of the model. */
  fields: Readonly<Record<string, FieldRule>>;
  /** Null where they see every row. */
  rows: readonly RowRuleText[] | null;
}

const TYPING_PAUSE = 300;

/** What a role with these methods, stored or not, would be allowed per model; for users who may edit roles. */
export function useRolePermissions(role: string, methods: readonly string[]) {
  const name = useDebounced(role, TYPING_PAUSE);
  const query = new URLSearchParams({ role: name, methods: methods.join() });
  return useQuery({
    queryKey: ['role', 'permissions', String(query)],
    queryFn: async ({ signal }) => {
      const path = `/auth/role-permissions?${query}`;
      return (await request<Record<string, ModelPermissions>>(path, { signal })).data;
    },
    enabled: sessionMayDo('edit', 'role'),
    placeholderData: keepPreviousData,
    retry: false,
  });
}
