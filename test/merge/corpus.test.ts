import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { App, Field, Model } from '../../src/model/model.js';
import { codeSource } from '../../src/merge/code-parts.js';
import { mergeText } from '../../src/merge/merge-text.js';
import { layOut } from '../../src/render/draft.js';
import { renderModel } from '../../src/render/render-model.js';
import { appOf, type Example, EXAMPLES, templates } from '../golden/example.js';
import { casesOf } from '../rings.js';
import { EDITS, FORMATS } from './owner-edits.js';
import { type MergedModel, typeErrorsOf } from './type-check.js';

const files = templates();
const apps = EXAMPLES.map((example) => appOf(example));

/** A change of the model that a command makes: fields more, fewer, renamed, of another length, rules. */
type Step = (model: Model, at: number) => Model;

const other = (fields: readonly Field[], at: number, change: (field: Field) => Field): Field[] =>
  fields.map((field, i) => (i === at % fields.length ? change(field) : field));
const template = apps[0]?.models[0]?.fields[0] as Field;

const STEPS: Readonly<Record<string, Step>> = {
  'a field more': (model, at) => ({
    ...model,
    fields: [
      ...model.fields,
      { ...template, name: `added_${at}`, column: `added_${at}`, required: false },
    ],
  }),
  'a ref more': (model, at) => ({
    ...model,
    fields: [
      ...model.fields,
      {
        ...template,
        name: `user_${at}_id`,
        column: `user_${at}_id`,
        type: 'ref',
        required: false,
        max: null,
        values: [],
        enforce: false,
        default: null,
        format: null,
        pattern: null,
        reference: {
          model: 'User',
          relation: `user_${at}`,
          inverse: null,
          onDelete: 'set_null',
          lines: false,
        },
      },
    ],
  }),
  'another length': (model, at) => ({
    ...model,
    fields: other(model.fields, at, (field) =>
      field.type === 'string' ? { ...field, max: 40 + at } : field,
    ),
  }),
  'required or not': (model, at) => ({
    ...model,
    fields: other(model.fields, at, (field) =>
      field.type === 'refs' ? field : { ...field, required: !field.required },
    ),
  }),
  'a field rule': (model, at) => ({
    ...model,
    fields: other(model.fields, at, (field) => ({ ...field, read: ['Admin'] })),
  }),
  'a role rule': (model) => ({ ...model, access: { ...model.access, Guest: ['list'] } }),
  'another prefix': (model, at) => ({ ...model, prefix: `/p${at}` }),
  'a group': (model) => ({
    ...model,
    indexes: [...model.indexes, model.fields.slice(0, 2).map(({ name }) => name)],
  }),
};

const scenario = fc.record({
  app: fc.nat(apps.length - 1),
  model: fc.nat(20),
  edits: fc.array(fc.tuple(fc.constantFrom(...Object.keys(EDITS)), fc.nat(30)), { maxLength: 4 }),
  format: fc.constantFrom(...Object.keys(FORMATS)),
  steps: fc.array(fc.tuple(fc.constantFrom(...Object.keys(STEPS)), fc.nat(30)), {
    minLength: 1,
    maxLength: 2,
  }),
});

const scratch = mkdtempSync(join(tmpdir(), 'crudgen-corpus-'));

/** Whether git finds a conflict between the same three files. */
function gitConflicts(versions: Record<'mine' | 'base' | 'next', string>): boolean {
  const paths = (['mine', 'base', 'next'] as const).map((name) => {
    const path = join(scratch, name);
    writeFileSync(path, versions[name]);
    return path;
  });
  return spawnSync('git', ['merge-file', '-p', ...paths]).status !== 0;
}

const byName = (tree: ReadonlyMap<string, string>): ReadonlyMap<string, string> =>
  new Map([...tree].map(([path, text]) => [path.slice(path.lastIndexOf('/') + 1), text]));

/** The owner's words in a text, each of which an edit of theirs put there. */
const ownersWords = (text: string): string[] =>
  (text.match(/\b(?:note|remark|method|own|Own|helper|Text) ?\d+\b/g) ?? []).sort();

/** How many merged models the compiler looks at: all of a usual run, the first of a long one. */
const CHECKED = 400;
/** A model that does not type-check, to see that the compiler looks. */
const WRONG: MergedModel = {
  example: 'task-manager',
  files: new Map([
    [
      'wrong.ts',
      "import type { Task } from '../task/task.model.js';\nexport const title = (task: Task) => task.tittle;\n",
    ],
  ]),
};

test('owners edit and the generator goes on', async () => {
  const figures = { merged: 0, conflicts: 0, git: 0, lost: 0, broken: 0 };
  const models: MergedModel[] = [];
  fc.assert(
    fc.property(scenario, ({ app, model, edits, format, steps }) => {
      const whole = apps[app] as App;
      const before = whole.models[model % whole.models.length] as Model;
      const after = steps.reduce((one, [name, at]) => STEPS[name]?.(one, at) ?? one, before);
      const replaced = {
        ...whole,
        models: whole.models.map((one) => (one === before ? after : one)),
      };
      const next = layOut(renderModel(replaced, after, files));
      const results = new Map(next);
      const conflicts = figures.conflicts;
      for (const [path, base] of layOut(renderModel(whole, before, files))) {
        const wanted = next.get(path);
        if (wanted === undefined || wanted === base) continue;
        const edited = edits.reduce((text, [name, at]) => EDITS[name]?.(text, at) ?? text, base);
        const mine = FORMATS[format]?.(edited) ?? edited;
        if (mine === base || codeSource(path, mine) === null) continue;
        const { merged, settled } = mergeText(path, { base, mine, next: wanted });
        figures.merged++;
        if (merged.overlaps.length > 0) figures.conflicts++;
        if (gitConflicts({ base, mine, next: wanted })) figures.git++;
        const [own, now] = [ownersWords(mine), ownersWords(settled.keepMine)];
        if (own.join() !== now.join()) figures.lost++;
        expect(now, settled.keepMine).toEqual(own);
        for (const text of [settled.keepMine, settled.takeTheirs])
          if (codeSource(path, text) === null) figures.broken++;
        expect(figures.broken).toBe(0);
        const again = mergeText(path, { base: wanted, mine: settled.keepMine, next: wanted });
        expect(again.settled.keepMine).toBe(settled.keepMine);
        results.set(path, settled.keepMine);
      }
      if (conflicts === figures.conflicts)
        models.push({ example: EXAMPLES[app] as Example, files: byName(results) });
    }),
    { numRuns: Number(process.env['CORPUS_RUNS'] ?? casesOf(200, 400)), seed: 7 },
  );
  rmSync(scratch, { recursive: true, force: true });
  const checked = models.slice(0, CHECKED);
  const [noticed, ...errors] = await typeErrorsOf([WRONG, ...checked]);
  expect(noticed).toContain("'tittle' does not exist");
  console.log(
    `corpus: ${figures.merged} merges; conflicts ${figures.conflicts} (git merge-file: ${figures.git}); ` +
      `owner's lines lost ${figures.lost}; syntax errors ${figures.broken}; ` +
      `type errors ${errors.length} in ${checked.length} merged models`,
  );
  expect(errors).toEqual([]);
  expect(figures.conflicts * 5).toBeLessThan(figures.git);
}, 240_000);
