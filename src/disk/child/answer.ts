import type { Answer, Asked, Answered, Question } from '../project-process.js';
import { DatabaseFailure, NoDatabase } from './project-code.js';

/** The modules of the project's process that answer each question. */
const ANSWERS: Record<Question, () => Promise<{ answer(input: never): Promise<unknown> }>> = {
  'count-rows': () => import('./count-rows.js'),
  'show-sql': () => import('./show-sql.js'),
  'table-bytes': () => import('./table-bytes.js'),
  applied: () => import('./applied.js'),
};

process.on('message', ({ id, question, input }: Asked) => {
  void answered(question, input).then((answer) =>
    process.send?.({ id, answer } satisfies Answered),
  );
});

async function answered(question: Question, input: unknown): Promise<Answer<unknown>> {
  try {
    const { answer } = await ANSWERS[question]();
    return { ok: true, value: await answer(input as never) };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    const isAtDatabase = error instanceof DatabaseFailure || error instanceof NoDatabase;
    return { ok: false, why, isAtDatabase, noDatabase: error instanceof NoDatabase };
  }
}
