import type { Field, Model } from '../model/model.js';
import { type Report, warning } from './report.js';
import type { SpecModel } from './spec.js';

/** Warns of required fields that not every writer can fill, and of required references in a circle. */
export function warnOfRequired(
  models: readonly Model[],
  existing: readonly Model[],
  specs: readonly SpecModel[],
  report: Report,
): void {
  models.forEach((model, index) => {
    for (const field of model.fields) warnOfWriters(model, field, specs[index]!, report);
  });
  const all = [...existing, ...models];
  const said = new Set<string>();
  models.forEach((model, index) => {
    if (said.has(model.name)) return;
    const circle = requiredCircle(model.name, all);
    if (circle === null) return;
    for (const name of circle) said.add(name);
    const path = [...circle, model.name].map((name) => `\`${name}\``).join(' needs ');
    const help =
      'no first row can be made through the API; leave `required` out on one of these references';
    report(warning('required-circle', `${path}`, specs[index]!.name.at, help));
  });
}

function warnOfWriters(model: Model, field: Field, spec: SpecModel, report: Report): void {
  if (!field.required || field.write === null || field.default !== null) return;
  if (field.name === model.rows.owner || field.name === model.rows.tenant) return;
  const at = spec.fields.find(
    ({ name }) => name.value === field.name || `${name.value}_id` === field.name,
  )?.name.at;
  const who = field.write.length === 0 ? 'nobody may' : `only ${field.write.join(', ')} may`;
  const help =
    'other roles cannot create rows; give it a `default=`, or leave out `required` or `write`';
  report(
    warning('required-not-writable', `\`${field.name}\` is required and ${who} write it`, at, help),
  );
}

function requiredCircle(start: string, models: readonly Model[]): string[] | null {
  const needs = (name: string) =>
    (models.find((model) => model.name === name)?.fields ?? [])
      .filter(({ required, type }) => required && type === 'ref')
      .map(({ reference }) => reference!.model);
  const seen = new Set<string>();
  const walk = (name: string, path: string[]): string[] | null => {
    for (const next of needs(name)) {
      if (next === start) return path;
      if (seen.has(next)) continue;
      seen.add(next);
      const found = walk(next, [...path, next]);
      if (found !== null) return found;
    }
    return null;
  };
  return walk(start, [start]);
}
