import type { Position } from '../problem.js';
import type { Tree } from '../tree.js';
import { definitionsIn } from './definitions.js';
import { importsIn, type Imports } from './imports.js';
import { positionOf } from './problem-at.js';
import { readStatic, staticText, toStrings, unwrapped } from './static-value.js';
import { isCode, parseCode, typescript, type ts } from './typescript.js';

/** A sentence about access rules in its file. */
export interface WrittenSentence {
  /** The class whose rules the sentence is about. */
  readonly model: string;
  /** The text; null if it is computed at run time. */
  readonly text: string | null;
  readonly at: Position;
}

/** The sentences in the access files of a project. */
export const readSentences = (files: Tree): WrittenSentence[] =>
  [...files].flatMap(([path, text]) =>
    path.startsWith('src/models/') && isCode(path) && /\bsentences\b/.test(text)
      ? definitionsIn(parseCode(path, text)).flatMap(({ kind, model, call }) =>
          kind === 'access'
            ? sentencesIn(call, importsIn(files)).map((one) => ({ model, ...one }))
            : [],
        )
      : [],
  );

type Written = Omit<WrittenSentence, 'model'>;

function sentencesIn(call: ts.CallExpression, imports: Imports): Written[] {
  const ts = typescript();
  const [argument] = call.arguments;
  if (!argument || !ts.isObjectLiteralExpression(argument)) return [];
  const member = argument.properties.find((one) => one.name?.getText() === 'sentences');
  if (!member) return [];
  const given = ts.isPropertyAssignment(member)
    ? unwrapped(member.initializer)
    : ts.isShorthandPropertyAssignment(member)
      ? member.name
      : null;
  if (!given) return [{ text: null, at: positionOf(member) }];
  if (ts.isArrayLiteralExpression(given))
    return given.elements.map((one) => ({
      text: staticText(readStatic(one, imports)),
      at: positionOf(one),
    }));
  const texts = toStrings(readStatic(given, imports)) ?? [null];
  return texts.map((text) => ({ text, at: positionOf(given) }));
}
