import { expect, it } from 'vitest';
import { readCheck } from '../../../src/pull/read-check.js';

/** What a check says, in short: `price>=0`, `status in open|paid`; null where no field says it. */
const said = (sql: string) =>
  readCheck(sql).map(({ rules }) =>
    rules === null
      ? null
      : rules
          .map((rule) => {
            switch (rule.kind) {
              case 'bound': {
                const name = rule.ofLength ? `length(${rule.column})` : rule.column;
                const sign = (rule.side === 'min' ? '>' : '<') + (rule.strict ? '' : '=');
                return `${name}${sign}${rule.value}`;
              }
              case 'values':
                return `${rule.column} in ${rule.values.join('|')}`;
              case 'pattern':
                return `${rule.column}~${rule.pattern}`;
              default:
                return `${rule.column} ${rule.kind}`;
            }
          })
          .join(' & '),
  );

it.each([
  ['price >= 0', ['price>=0']],
  ['(0 < "Unit Price")', ['Unit Price>0']],
  ['[UnitsInStock]>=(0)', ['UnitsInStock>=0']],
  ['price > (0)::numeric', ['price>0']],
  ["temperature > '-10'::integer", ['temperature>-10']],
  ['temperature >= - 10', ['temperature>=-10']],
  ['age >= 0 AND age < 150', ['age>=0', 'age<150']],
  ['((age >= 0) AND (age < 150))', ['age>=0', 'age<150']],
  ['rate BETWEEN 1 AND 5', ['rate>=1 & rate<=5']],
  ['rate BETWEEN 1 AND 5 AND price > 2', ['rate>=1 & rate<=5', 'price>2']],
  ["status IN ('open', 'it''s paid')", ["status in open|it's paid"]],
  [
    "(status)::text = ANY ((ARRAY['a'::character varying, 'b'::character varying])::text[])",
    ['status in a|b'],
  ],
  ["status = 'a' OR status = 'b'", ['status in a|b']],
  ['level in (1, 2)', ['level in 1|2']],
  ['note IS NULL OR length(note) <= 20', ['length(note)<=20']],
  ['char_length((code)::text) = 2 OR code IS NULL', ['length(code)>=2 & length(code)<=2']],
  ["code ~ '^[A-Z]+$'::text", ['code~^[A-Z]+$']],
  ["mail LIKE '%_@_%'", ['mail email']],
  ["name <> ''::text", ['length(name)>=1']],
  ['name IS NOT NULL', ['name required']],
  ['json_valid(settings)', ['settings json']],
  ['starts_on < ends_on', [null]],
  ["lower(code) IN ('a', 'b')", [null]],
  ["a = 'x' OR b = 'y'", [null]],
  ["number LIKE 'P%'", [null]],
  ['price <> 13', [null]],
  ['(price > 0 AND price <> 13)', ['price>0', null]],
  ["note > 'a' -- AND price > 0\n", [null]],
])('reads %s', (sql, rules) => {
  expect(said(sql)).toEqual(rules);
});

it('keeps the text of each condition', () => {
  expect(readCheck('(a > 0 AND  b > a)').map(({ sql }) => sql)).toEqual(['a > 0', 'b > a']);
});
