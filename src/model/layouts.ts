import { type Problem, problem } from '../problem.js';
import { isBuiltIn } from './built-in.js';
import { isDated } from './columns.js';
import type { Field, Layout, LayoutKind, LayoutOptions, Model } from './model.js';
import { didYouMean } from './nearest.js';

/** The layout of a kind that the list of a model has; undefined without one. */
export const layoutOf = ({ layouts = [] }: Pick<Model, 'layouts'>, kind: LayoutKind) =>
  layouts.find((layout) => layout.kind === kind);

/** A layout as commands write it: `status`, or `starts_at to ends_at`; empty without one. */
export const layoutText = (model: Pick<Model, 'layouts'>, kind: LayoutKind): string => {
  const found = layoutOf(model, kind);
  return found === undefined
    ? ''
    : [found.field, ...(found.to ? [`to ${found.to}`] : [])].join(' ');
};

/** A model with this layout in place of the one of its kind; null takes that away. */
export function withLayout(model: Model, kind: LayoutKind, layout: Layout | null): Model {
  const { layouts = [], ...rest } = model;
  const others = layouts.filter((one) => one.kind !== kind);
  const all = layout === null ? others : [...others, layout].toSorted(byKind);
  return all.length === 0 ? rest : { ...rest, layouts: all };
}

const byKind = (one: Layout, other: Layout): number => (one.kind < other.kind ? -1 : 1);

/** The layouts of a model whose fields have got other names; one whose field is gone goes with it. */
export function layoutsAfter(
  layouts: readonly Layout[] | undefined,
  nameOf: (field: string) => string | null,
): Pick<Model, 'layouts'> {
  const all = (layouts ?? []).flatMap((layout) => layoutAfter(layout, nameOf));
  return all.length === 0 ? {} : { layouts: all };
}

function layoutAfter(
  { field, to, shown, ...layout }: Layout,
  nameOf: (field: string) => string | null,
): readonly Layout[] {
  const [from, end] = [nameOf(field), to === undefined ? undefined : nameOf(to)];
  if (from === null) return [];
  return [
    {
      ...layout,
      field: from,
      ...(end && { to: end }),
      ...(shown && { shown: optionsAfter(shown, nameOf) }),
    },
  ];
}

function optionsAfter(
  { fields, ...others }: LayoutOptions,
  nameOf: (field: string) => string | null,
): LayoutOptions {
  const named = Object.entries(others).flatMap(([key, name]: [string, string]) => {
    const now = nameOf(name);
    return now === null ? [] : [[key, now]];
  });
  const shown = fields?.flatMap((name) => nameOf(name) ?? []);
  return { ...Object.fromEntries(named), ...(shown && { fields: shown }) };
}

const NUMBERS: readonly Field['type'][] = ['integer', 'bigint', 'float', 'decimal', 'exact'];
const CHOICES: readonly Field['type'][] = ['enum', 'string', 'text'];
/** The types whose values nobody reads on a card. */
const UNREADABLE: readonly Field['type'][] = ['json', 'bytes', 'refs'];

/** The fields that each option can name. */
const SUITED: Readonly<Record<keyof LayoutOptions, (model: Model, field: Field) => boolean>> = {
  sum: (_model, { type }) => NUMBERS.includes(type),
  fields: (_model, { type }) => !UNREADABLE.includes(type),
  // Records that make room for one another have the same number for a moment.
  place: ({ unique }, field) =>
    field.type === 'integer' && !field.unique && !unique.flat().includes(field.name),
  state: (_model, { type }) => CHOICES.includes(type),
};

/** A model whose layouts name no more fields that suited them before a change and do so no longer, and what is left out. */
export function withSuitedLayouts(before: Model, after: Model) {
  const left: { readonly layout: Layout; readonly field: string }[] = [];
  const isKept = (layout: Layout, key: keyof LayoutOptions, name: string): boolean => {
    const suits = (model: Model): boolean => {
      const field = model.fields.find((one) => one.name === name);
      return field !== undefined && SUITED[key](model, field);
    };
    const isGone = suits(before) && !suits(after);
    if (isGone) left.push({ layout, field: name });
    return !isGone;
  };
  const layouts = after.layouts?.map((layout) => {
    const { shown } = layout;
    if (shown === undefined) return layout;
    const { fields, ...others } = shown;
    const named = Object.entries(others) as [Exclude<keyof LayoutOptions, 'fields'>, string][];
    const kept: LayoutOptions = {
      ...Object.fromEntries(named.filter(([key, name]) => isKept(layout, key, name))),
      ...(fields && { fields: fields.filter((name) => isKept(layout, 'fields', name)) }),
    };
    return { ...layout, shown: kept };
  });
  return { model: left.length === 0 ? after : { ...after, ...(layouts && { layouts }) }, left };
}

/** The fields whose values can be the columns of a board. */
const isColumned = ({ type, values }: Field): boolean =>
  type === 'ref' || (values.length > 0 && ['enum', 'string', 'text'].includes(type));

/** Why the list of a model cannot have a layout; null where it can. */
export function layoutFault(model: Model, layout: Layout): Problem | null {
  const { kind, field, to } = layout;
  const { name } = model;
  const fault = (message: string, help: string) => problem('bad-layout', message, help);
  if (isBuiltIn(model))
    return fault(`the list of \`${name}\` has no ${kind}`, 'only models of your own have one');
  const suits = kind === 'board' ? isColumned : isDated;
  const fitting = model.fields.filter(suits).map((one) => one.name);
  const wants =
    kind === 'board' ? 'an enum, a text with values, or a reference' : 'a date or a datetime';
  const all = fitting.length === 0 ? `\`${name}\` has none` : fitting.join(', ');
  const wrong = [field, ...(to === undefined ? [] : [to])].find((one) => !fitting.includes(one));
  if (wrong !== undefined) {
    const found = model.fields.find((one) => one.name === wrong);
    const is = found === undefined ? 'which is no field' : `which is ${found.type}`;
    const help = didYouMean(wrong, fitting, `choose ${wants}: ${all}`);
    return fault(`the ${kind} of \`${name}\` cannot use \`${wrong}\`, ${is}`, help);
  }
  const typeOf = (one: string) => model.fields.find((known) => known.name === one)!.type;
  if (to === undefined || (to !== field && typeOf(to) === typeOf(field))) return null;
  const message = `the calendar of \`${name}\` cannot go from \`${field}\` to \`${to}\``;
  return fault(message, 'name two dates, or two datetimes: the beginning and the end');
}
