import { Script } from 'node:vm';
import ejs, { type Options } from 'ejs';
import { didYouMean } from '../model/nearest.js';
import { type Position, Refusal } from '../problem.js';

/** A template of a project's house style. */
export interface OwnTemplate {
  /** The path of the template in the project. */
  readonly path: string;
  readonly text: string;
}

type Fill = (locals: object) => string;

const compiled = new Map<string, Fill>();

/** Fills a developer's template; one that is broken is refused with its line. */
export function fillOwnTemplate(template: OwnTemplate, locals: object, options: Options): string {
  const fill = compiled.get(template.text) ?? compile(template, options);
  compiled.set(template.text, fill);
  try {
    return fill(locals);
  } catch (error) {
    throw broken(template, ...whereThrown(error as Error));
  }
}

function compile(template: OwnTemplate, options: Options): Fill {
  const made = new ejs.Template(template.text, { ...options, compileDebug: true });
  try {
    return made.compile() as Fill;
  } catch (error) {
    const [reason = ''] = (error as Error).message.split(/ in [^\n]* while compiling ejs|\n/);
    if (reason.includes('matching close tag'))
      throw broken(template, 'this tag is not closed', openTag(template));
    const block = openBlock(template);
    if (block !== null) throw broken(template, 'the block that starts here is not closed', block);
    throw broken(template, reason, lineInSource(made.source));
  }
}

/** A view that refuses to be asked for names that it does not have: a wrong name is not an empty text. */
export const onlyKnown = (view: object): object =>
  new Proxy(view, {
    get(known, name, receiver): unknown {
      if (typeof name === 'symbol' || name in known) return Reflect.get(known, name, receiver);
      const names = Object.keys(known);
      const hint = didYouMean(name, names, `the names are ${names.join(', ')}`);
      throw new Error(`there is no \`view.${name}\`: ${hint}`);
    },
  });

/** The line of a template where the function that EJS makes of it is no JavaScript. */
function lineInSource(source: string): number {
  const at = lineOfSyntaxError(`(function () {\n${source}\n})`);
  const before = source.split('\n').slice(0, Math.max(0, at - 1));
  return Number(/^[^]*__line = (\d+)/.exec(before.join('\n'))?.[1] ?? 1);
}

function lineOfSyntaxError(source: string): number {
  try {
    new Script(source, { filename: 'template' });
    return 1;
  } catch (error) {
    return Number(/^template:(\d+)/.exec((error as Error).stack ?? '')?.[1] ?? 1);
  }
}

/** The line of a block that the code between the tags opens and does not close; null without one. */
function openBlock({ text }: OwnTemplate): number | null {
  const open: number[] = [];
  for (const { 1: code = '', index } of text.matchAll(/<%(?![=#-])([^]*?)%>/g))
    for (const brace of code.matchAll(/[{}]/g))
      if (brace[0] === '}') open.pop();
      else open.push(text.slice(0, index + brace.index).split('\n').length);
  return open.at(-1) ?? null;
}

/** The line of the tag that nothing closes. */
function openTag({ text }: OwnTemplate): number {
  const open = [...text.matchAll(/<%/g)].filter(
    ({ index }, at, all) => !text.slice(index, all[at + 1]?.index).includes('%>'),
  );
  return text.slice(0, open[0]?.index ?? 0).split('\n').length;
}

/** What was thrown while a template was filled, and its line, as EJS tells it above the excerpt that it quotes. */
function whereThrown(error: Error): readonly [reason: string, line: number] {
  const [, line, , reason] = /^[^\n]*:(\d+)\n([^]*?)\n\n([^]*)$/.exec(error.message) ?? [];
  return line === undefined ? [error.message, 1] : [reason!, Number(line)];
}

/** The refusal of a template whose output is not code. It names the line of the output and the line of the template that makes it. */
export function brokenOutput(
  template: OwnTemplate,
  { code, line, reason }: { readonly code: string; readonly line: number; readonly reason: string },
): Refusal {
  const text = code.split('\n')[line - 1]?.trim() ?? '';
  const said = reason.replace(/\s*\(\d+:\d+\)\.?$/, '');
  return broken(
    template,
    `its output is not valid code (${said}): ${text}`,
    lineThatMakes(template, text),
  );
}

/** The line of a template that makes a line of its output: of those that may, the one with the most text of its own. */
function lineThatMakes({ text }: OwnTemplate, made: string): number {
  const lines = text.split('\n').map((line) => line.trim().split(/<%.*?%>/));
  const ownText = (parts: readonly string[]): number => parts.join('').trim().length;
  const mayMake = (parts: readonly string[]): boolean =>
    ownText(parts) > 0 && new RegExp(`^${parts.map(literally).join('.*')}$`).test(made);
  const making = lines.map((parts) => (mayMake(parts) ? ownText(parts) : 0));
  return Math.max(0, making.indexOf(Math.max(1, ...making))) + 1;
}

const literally = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');

function broken({ path, text }: OwnTemplate, reason: string, line: number): Refusal {
  const at = templatePosition(path, text, line);
  const message = `${path}:${line} is broken: ${reason}`;
  const help =
    'fix the template, or delete it to use the template of crudgen; docs/template-views.md lists the values for templates';
  return new Refusal([{ code: 'template', message, at, help }]);
}

function templatePosition(file: string, whole: string, line: number): Position {
  const text = whole.split('\n')[line - 1] ?? '';
  const column = text.length - text.trimStart().length + 1;
  return { file, line, column, length: Math.max(1, text.trim().length), text };
}
