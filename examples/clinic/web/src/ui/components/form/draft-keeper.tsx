import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useRecordContext, useResourceContext } from 'react-admin';
import { useFormContext, useFormState } from 'react-hook-form';
import type { Row } from '../../api/data-provider';
import { keepDraft } from '../../api/draft';
import { isSignedIn, signedInUser } from '../../api/session';
import { useFieldRuleOf } from '../use-field-rule';

/** Keeps what was typed when the form goes because the session of its user has ended; what nobody may read is not kept. */
export function DraftKeeper() {
  const { getValues } = useFormContext<Record<string, unknown>>();
  const { dirtyFields } = useFormState();
  const resource = useResourceContext() ?? '';
  const read = useRecordContext<Row>() ?? null;
  const ruleOf = useFieldRuleOf();
  const passwords = usePasswords();
  const [user] = useState(signedInUser);
  const keep = useEffectEvent(() => {
    const sources = Object.keys(dirtyFields).filter(
      (source) => !passwords.current.has(source) && ruleOf(source).read,
    );
    if (isSignedIn() || user === null || sources.length === 0) return;
    const values = Object.fromEntries(sources.map((source) => [source, getValues(source)]));
    keepDraft({ user, resource, id: read?.id ?? null, read, values });
  });
  useEffect(() => () => keep(), []);
  return null;
}

/** The names of the inputs that hide what is typed. */
function usePasswords() {
  const names = useRef(new Set<string>());
  useEffect(() => {
    const hidden = document.querySelectorAll<HTMLInputElement>('main form [type="password"]');
    for (const { name } of hidden) names.current.add(name);
  });
  return names;
}
