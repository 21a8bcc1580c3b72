import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { constants, type Context, createContext, runInContext, Script } from 'node:vm';

/** The style of projects: their `.prettierrc.json`. */
const STYLE = { singleQuote: true, printWidth: 100 };

/** The error for code that cannot be formatted, because it is not TypeScript. */
export class Unparsable extends Error {
  constructor(
    message: string,
    /** The line of the fault, from 1. */
    readonly line: number,
  ) {
    super(message);
  }
}

/** Options of prettier that differ from the style of projects. */
interface Style {
  readonly printWidth?: number;
  readonly parser?: 'json';
  readonly tabWidth?: number;
  readonly useTabs?: boolean;
}

/** The code of a TypeScript file in prettier's format, in lines of at most `printWidth` columns. Throws `Unparsable`. */
export function formatCode(code: string, style: Style = {}): string {
  const { context, format } = loadPrettier();
  Object.assign(context, { code, style: { ...STYLE, ...style } });
  const { text, error } = format.runInContext(context) as Formatted;
  if (text !== undefined) return text;
  const [message = ''] = (error?.message ?? String(error)).split('\n');
  throw new Unparsable(message, error?.loc?.start.line ?? 1);
}

interface Formatted {
  readonly text?: string;
  /** The error of the other context, which is not an `Error` of this one. */
  readonly error?: { readonly message: string; readonly loc?: { start: { line: number } } };
}

interface Prettier {
  readonly context: Context;
  readonly format: Script;
}

let loaded: Prettier | undefined;

/**
 * Prettier, loaded with the first file that is formatted. It gives promises, as it can load plugins while it runs, but plans are
 * computed in one go. With its plugins there it waits for nothing but promises of its own, which a context with a queue of
 * microtasks settles before an evaluation in it ends. The context has a global object of its own: in one that was made of an object
 * of ours, each `Array` in prettier asks that object first, which doubles the time.
 */
function loadPrettier(): Prettier {
  if (loaded !== undefined) return loaded;
  const { resolve } = createRequire(import.meta.url);
  const context = createContext(constants.DONT_CONTEXTIFY, { microtaskMode: 'afterEvaluate' });
  for (const part of ['standalone', 'plugins/estree', 'plugins/babel']) {
    const filename = resolve(`prettier/${part}`);
    new Script(readFileSync(filename, 'utf8'), { filename }).runInContext(context);
  }
  // The parser of Babel takes two thirds of the time of TypeScript's own, for the same output.
  runInContext(
    'const { estree, babel } = prettierPlugins; const given = { parser: "babel-ts", plugins: [estree, babel] };',
    context,
  );
  const format = new Script(`{
    const done = {};
    prettier
      .format(code, { ...given, ...style })
      .then((text) => (done.text = text), (error) => (done.error = error));
    done;
  }`);
  return (loaded = { context, format });
}
