import type { Sentence } from '../../../../src/model/sentence.js';
import type { ModelInfo } from '../../../service/engine/model/model-info.js';
import type { Row } from '../naive/naive.js';
import { AccessFiles } from '../report/access-files.js';
import { clauseOf } from '../report/deciding-rule.js';
import type { Counterexample, SentenceResult } from '../report/report.js';
import { nameOf, type Demand } from '../worlds/demands.js';
import type { ForbiddenDeed, TriedSentence } from './hold-sentences.js';

/** The rules by which sentences were tried. */
export interface Rules {
  readonly models: readonly ModelInfo[];
  /** The fields that row rules look at. */
  readonly demands: readonly Demand[];
}

/** Sentences for a report. Of a row, it only has the fields that decide. */
export function tellSentences(
  tried: readonly TriedSentence[],
  rules: Rules,
  root: string,
): readonly SentenceResult[] {
  const isBroken = tried.some(({ counterexample }) => counterexample !== null);
  const files = isBroken ? new AccessFiles(root) : null;
  return tried.map(({ sentence, held, counterexample }) => ({
    ...{ model: sentence.model, sentence: sentence.text, place: sentence.place, held },
    counterexample: counterexample && told(counterexample, sentence, rules, files!),
  }));
}

function told(
  { actor, action, row, becomes, rule }: ForbiddenDeed,
  sentence: Sentence,
  rules: Rules,
  files: AccessFiles,
): Counterexample {
  const names = new Set(['id', ...fieldsOf(sentence), ...fieldsBehind(rule, rules)]);
  const isChanged = (name: string) => becomes !== null && becomes[name] !== row[name];
  const shown = Object.keys(row).filter((name) => names.has(name) || isChanged(name));
  const pick = (some: Row) => Object.fromEntries(shown.map((name) => [name, some[name]]));
  return {
    ...{ actor, action, row: pick(row), becomes: becomes && pick(becomes) },
    rule: files.placeOf(rule.model, clauseOf(rule)),
  };
}

/** The fields that a sentence speaks of, or by which it ties rows to users. */
function fieldsOf({ field, who, which }: Sentence): readonly string[] {
  const ties = [...who.map(({ tie }) => tie), which];
  const ways = ties.flatMap((tie) => tie?.by ?? []);
  return [
    ...(field === null ? [] : [field]),
    ...ways.map((way) => way.parents[0]?.field ?? way.field),
  ];
}

/** The fields of the row that a row rule looks at. */
function fieldsBehind(rule: ForbiddenDeed['rule'], { models, demands }: Rules): readonly string[] {
  if (rule.part !== 'row') return [];
  const model = models.find(({ name }) => name === rule.model)!;
  const name = nameOf(model.access.rows![rule.index]!, rule.index, model);
  return demands
    .filter((one) => one.model === rule.model && one.rule === name)
    .flatMap(({ fields }) => [...fields.keys()]);
}
