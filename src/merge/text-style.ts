import type { Source, Span } from './part.js';
import { applySplices, type Splice } from './splice.js';

/** The style of a file, which new text in it follows. */
export interface TextStyle {
  readonly eol: string;
  /** One level of indentation. */
  readonly unit: string;
  readonly semicolons: boolean;
  readonly quote: "'" | '"';
}

/** The most frequent line end of a text. */
export function lineEnd(text: string): string {
  const crlf = text.split('\r\n').length - 1;
  const all = text.split('\n').length - 1;
  return crlf * 2 > all ? '\r\n' : '\n';
}

/** One level of indentation in a text: a tab, or the smallest common number of blanks. */
export function indentUnit(text: string): string {
  const widths = new Map<number, number>();
  let tabs = 0;
  let before = 0;
  for (const [, white = '', first] of text.matchAll(/^([ \t]*)([^\s*/])?/gm)) {
    if (first === undefined) continue;
    if (white.startsWith('\t')) tabs++;
    const step = white.length - before;
    if (!white.includes('\t') && step > 1) widths.set(step, (widths.get(step) ?? 0) + 1);
    before = white.length;
  }
  const [width, count] = [...widths].sort((a, b) => b[1] - a[1])[0] ?? [2, 0];
  return tabs > count ? '\t' : ' '.repeat(width);
}

/** The style of a source. */
export function styleOf({ text, semicolons, strings, root }: Source): TextStyle {
  const double = strings.filter(({ start }) => text[start] === '"').length;
  return {
    eol: lineEnd(text),
    unit: indentUnit(text),
    semicolons: semicolons.length > 0 || root.end === root.start,
    quote: double * 2 > strings.length ? '"' : "'",
  };
}

/** The indentation of the line around an offset. */
export function indentAt(text: string, offset: number): string {
  const from = text.lastIndexOf('\n', offset - 1) + 1;
  return /^[ \t\uFEFF]*/.exec(text.slice(from, offset))?.[0].replace('\uFEFF', '') ?? '';
}

/** Whether only blanks precede the offset on its line. */
export function startsLine(text: string, offset: number): boolean {
  return /^[\s\uFEFF]*$/.test(text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset));
}

const isWithinSpans = (spans: readonly Span[], offset: number): boolean =>
  spans.some(({ start, end }) => start < offset && offset < end);

/** The edits that give a span of another source the quotes and semicolons of this style. */
function respell(source: Source, span: Span, style: TextStyle): Splice[] {
  const inside = (at: number): boolean => at >= span.start && at < span.end;
  const semicolons = style.semicolons ? [] : source.semicolons.filter(inside);
  const strings = source.strings.filter(({ start, end }) => {
    const body = source.text.slice(start + 1, end - 1);
    return inside(start) && source.text[start] !== style.quote && !/['"\\]/.test(body);
  });
  return [
    ...semicolons.map((at) => ({ at: at - span.start, remove: 1, insert: '' })),
    ...strings.flatMap(({ start, end }) =>
      [start, end - 1].map((at) => ({ at: at - span.start, remove: 1, insert: style.quote })),
    ),
  ];
}

/** Converts the indentation of a line to another unit. */
function reindent(white: string, from: string, to: string, units: [string, string]): string {
  if (!white.startsWith(from)) return white;
  const rest = white.slice(from.length);
  const levels = Math.floor(rest.length / units[0].length);
  return to + units[1].repeat(levels) + rest.slice(levels * units[0].length);
}

/** A span of another source in this style, with its first line at `indent`. */
export function fitText(source: Source, span: Span, style: TextStyle, indent: string): string {
  const raw = source.text.slice(span.start, span.end);
  const [from, unit] = [indentAt(source.text, span.start), indentUnit(source.text)];
  const splices: Splice[] = respell(source, span, style);
  for (const { 0: line, 1: white = '', index } of raw.matchAll(/\r?\n([ \t]*)/g)) {
    const end = index + line.length;
    const keep = isWithinSpans(source.verbatim, span.start + index + 1);
    const blank = /[\r\n]/.test(raw[end] ?? '');
    const insert = keep || blank ? white : reindent(white, from, indent, [unit, style.unit]);
    splices.push({ at: index, remove: line.length, insert: style.eol + insert });
  }
  return applySplices(raw, splices) ?? raw;
}
