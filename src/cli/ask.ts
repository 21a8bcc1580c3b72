import type { PromptObject } from 'prompts';
import { refusal } from '../problem.js';

/** An answer to choose from. */
export interface Option<T extends string> {
  readonly title: string;
  readonly value: T;
  readonly selected?: boolean;
}

/** Asks for a line of text; `check` returns what is wrong with it, or null. */
export async function askText(
  message: string,
  check: (text: string) => string | null | Promise<string | null> = () => null,
  initial?: string,
): Promise<string> {
  const validate = async (text: string) => (await check(text.trim())) ?? true;
  const typed = await ask<string>({ type: 'text', message, validate, ...(initial && { initial }) });
  return typed.trim();
}

/** Asks for one of some choices, the first by default. */
export const askChoice = <T extends string>(
  message: string,
  choices: readonly Option<T>[],
): Promise<T> => ask({ type: 'select', message, choices: [...choices], initial: 0 });

/** Asks for any number of some choices. */
export const askMany = (
  message: string,
  choices: readonly Option<string>[],
): Promise<readonly string[]> =>
  ask({ type: 'multiselect', message, choices: [...choices], instructions: false });

/** Asks for yes or no; no by default. */
export const askYes = (message: string): Promise<boolean> =>
  ask({ type: 'confirm', message, initial: false });

async function ask<T>(question: Omit<PromptObject<'answer'>, 'name'>): Promise<T> {
  const { default: prompts } = await import('prompts');
  const onCancel = () => {
    throw refusal('cancelled', 'cancelled; nothing was written', undefined);
  };
  const { answer } = await prompts({ ...question, name: 'answer' }, { onCancel });
  return answer as T;
}
