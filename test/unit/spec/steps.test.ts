import { describe, expect, it } from 'vitest';
import { stepText } from '../../../src/model/steps.js';
import { checkSpec } from '../../../src/spec/check.js';
import { parseSpec } from '../../support/parse-spec.js';

const VALUES = 'enum: [todo, doing, done]';

const check = (steps: string, more = VALUES) => {
  const text = `models:\n  Task:\n    fields:\n      state: { ${more}, steps: ${steps} }\n`;
  const { spec, problems } = parseSpec('models.yaml', text);
  const checked = checkSpec(spec);
  return {
    steps: checked.models[0]?.fields[0]?.steps?.map(stepText),
    problems: [...problems, ...checked.problems].map(({ code, message }) => `${code}: ${message}`),
  };
};

describe('the steps of an enum', () => {
  it('are an object or a list', () => {
    const steps = ['/todo', 'todo/doing', 'doing/done', 'doing/todo@Admin+Manager'];
    const list = `[${steps.join(', ')}]`;
    const object = '{ /: [todo], todo: [doing], doing: [done, todo@Admin+Manager] }';
    expect(check(list)).toEqual({ steps, problems: [] });
    expect(check(object)).toEqual({ steps, problems: [] });
    expect(check('{ todo: doing }')).toEqual({ steps: ['todo/doing'], problems: [] });
  });

  it.each([
    ['[]', 'are empty'],
    ['[todo]', '`todo` is no step'],
    ['[todo/doing/done]', '`todo/doing/done` is no step'],
    ['[todo/dnoe]', '`todo/dnoe` names `dnoe`'],
    ['[todo/todo]', '`todo/todo` leads nowhere'],
    ['[todo/done, todo/done@Admin]', '`todo/done@Admin` is there twice'],
  ])('cannot be %s', (steps, message) => {
    const [first] = check(steps).problems;
    expect(first).toMatch(/^bad-steps: the steps of `Task.state`/);
    expect(first).toContain(message);
  });

  it('are those of an enum whose values they can name', () => {
    expect(check('[a/b]', 'type: string').problems).toEqual([
      'bad-steps: `Task.state` has steps, but is not an enum',
    ]);
    expect(check('[todo/done]', 'enum: [todo, done, n/a]').problems[0]).toContain(
      '`n/a` is a value',
    );
    expect(check('[todo/done]', 'type: integer').problems[0]).toContain('cannot be used with');
  });

  it('begin with the default, for everybody', () => {
    const given = `${VALUES}, default: doing`;
    expect(check('[/todo, todo/doing]', given).problems).toEqual([
      'bad-steps: the default `doing` of `Task.state` is no first value',
    ]);
    expect(check('[/doing@Admin, todo/doing]', given).problems[0]).toContain('for Admin alone');
    expect(check('[/doing, /todo@Admin]', given).problems).toEqual([]);
  });

  it('warn of roles that look like a typo', () => {
    expect(check('[todo/done@Mangaer]').problems).toEqual([
      'role-name: `Mangaer` is not the preset role `Manager`',
    ]);
  });
});
