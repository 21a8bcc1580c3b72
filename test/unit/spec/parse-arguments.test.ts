import { expect, it } from 'vitest';
import { checkSpec } from '../../../src/spec/check.js';
import { commandLine, parseModelArguments } from '../../../src/spec/parse-arguments.js';

it('a model on the command line has the row rules of its options', () => {
  const args = 'model add Doc title:string of:ref=Tenant --tenant of --except Admin,Support';
  const line = commandLine(args.split(' '));
  const options = { tenant: 'of', except: 'Admin,Support' };
  const parsed = parseModelArguments('Doc', ['title:string', 'of:ref=Tenant'], options, line);
  const { models, problems } = checkSpec(parsed.spec);
  expect([...parsed.problems, ...problems]).toEqual([]);
  expect(models[0]!.rows).toEqual({
    owner: null,
    tenant: 'of_id',
    as: null,
    except: ['Admin', 'Support'],
  });
});

it('exceptions from no rule are refused where they stand', () => {
  const line = commandLine('model add Doc title:string --except Admin'.split(' '));
  const { spec } = parseModelArguments('Doc', ['title:string'], { except: 'Admin' }, line);
  expect(checkSpec(spec).problems).toMatchObject([
    { code: 'bad-row-rule', at: { column: 45, length: 5 } },
  ]);
});

it('a field that is called like its model is found behind the name of the model', () => {
  const line = commandLine('model add-field Task Task --backfill x'.split(' '));
  const start = (found: ReturnType<typeof line.find>) => found(0, 4).column;
  expect(start(line.after('Task').find('Task'))).toBe('crudgen model add-field Task '.length + 1);
  // Nothing was taken from the whole line.
  expect(start(line.find('Task'))).toBe('crudgen model add-field '.length + 1);
});
