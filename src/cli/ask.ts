import { refusal } from '../problem.js';

/** A question and its default answer. */
export interface Question<T> {
  readonly message: string;
  readonly initial?: T;
}

/** Asks for a line of text; `check` returns what is wrong with it, or null. */
export async function askText(
  question: Question<string>,
  check: (text: string) => string | null = () => null,
): Promise<string> {
  const validate = (text: string) => check(text.trim()) ?? true;
  return (await ask<string>({ ...question, type: 'text', validate })).trim();
}

/** Asks for one of some choices. */
export async function askChoice<T extends string>(
  question: Question<T>,
  choices: readonly { readonly title: string; readonly value: T }[],
): Promise<T> {
  const initial = Math.max(
    0,
    choices.findIndex(({ value }) => value === question.initial),
  );
  return ask<T>({ type: 'select', message: question.message, choices: [...choices], initial });
}

/** Asks for any number of some choices. */
export async function askMany(
  message: string,
  choices: readonly {
    readonly title: string;
    readonly value: string;
    readonly selected: boolean;
  }[],
): Promise<readonly string[]> {
  return ask<string[]>({
    type: 'multiselect',
    message,
    choices: [...choices],
    instructions: false,
  });
}

/** Asks for yes or no. */
export async function askYes(question: Question<boolean>): Promise<boolean> {
  return ask<boolean>({
    type: 'confirm',
    message: question.message,
    initial: question.initial ?? false,
  });
}

async function ask<T>(question: object): Promise<T> {
  const { default: prompts } = await import('prompts');
  let cancelled = false;
  const answers = (await prompts({ ...question, name: 'answer' } as Parameters<typeof prompts>[0], {
    onCancel: () => ((cancelled = true), false),
  })) as { answer: T };
  if (cancelled) {
    throw refusal('cancelled', 'cancelled; nothing was written', undefined);
  }
  return answers.answer;
}
