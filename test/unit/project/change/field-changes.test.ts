import { describe, expect, it } from 'vitest';
import { findModel } from '../../../../src/model/change.js';
import { readFieldChanges } from '../../../../src/project/change/field-changes.js';
import { commandLine } from '../../../../src/spec/parse-arguments.js';
import { printField } from '../../../../src/spec/print-field.js';
import { appOfSpec } from '../../../golden/app-of-spec.js';

const app = appOfSpec(
  'app',
  `models:
  Project: { fields: { name: string } }
  Task:
    unique: [[code, project]]
    fields:
      title: string:required:max=200:default=new
      code: string
      plate: string:pattern=^[A-Z]+$:pattern_message=Letters alone
      mail: string:email
      body: text
      status: string:default=todo:values=todo,done
      size: enum=s,m,l
      count: integer:min=0:max=10
      total: decimal=12,2
      fee: decimal=12,2:unit=EUR
      secret: string:read=Admin:write=Admin:index
      phone: string:placeholder=such as +49 89 1234
      due: date:default=today
      project: ref=Project:as=tasks
      watchers: refs=User
`,
);
const model = findModel(app, 'Task');

/** What a change makes of fields of the task, and what is wrong with it. */
function change(...texts: string[]) {
  const line = commandLine(['model', 'change-field', 'Task', ...texts]);
  const { fields, after, problems } = readFieldChanges(app, model, texts, line);
  const shown = [...fields.values()].map((field) => printField(field, model.table));
  return { shown, after, problems };
}

describe('a change of a field', () => {
  it.each([
    ['title:max=80', 'title:string:required:default=new:max=80'],
    ['title:-required', 'title:string:default=new:max=200'],
    ['title:-required:-max:-default', 'title:string'],
    ['title:default=null', 'title:string:required:max=200'],
    ['title:default=', null],
    ['code:required:unique', 'code:string:required:unique'],
    ['code:unique=global:index', 'code:string:unique=global:index'],
    ['code:pattern=^[A-Z]:[0-9]+$:max=9', 'code:string:max=9:pattern=^[A-Z]:[0-9]+$'],
    [
      'code:pattern=^[A-Z]+$:pattern_message=Capital letters: nothing else',
      'code:string:pattern=^[A-Z]+$:pattern_message=Capital letters: nothing else',
    ],
    ['plate:max=8', 'plate:string:max=8:pattern=^[A-Z]+$:pattern_message=Letters alone'],
    ['plate:pattern=^[0-9]+$', 'plate:string:pattern=^[0-9]+$'],
    ['plate:-pattern', 'plate:string'],
    ['plate:-pattern_message', 'plate:string:pattern=^[A-Z]+$'],
    ['code:values=a,b:enforce', 'code:enum=a,b'],
    ['code:enum=a,b', 'code:enum=a,b'],
    ['mail:url', 'mail:string:url'],
    ['mail:-email', 'mail:string'],
    ['mail:text:-email', 'mail:text'],
    ['body:string:max=500', 'body:string:max=500'],
    ['status:values=todo,doing,done', 'status:string:default=todo:values=todo,doing,done'],
    ['status:enforce', 'status:enum=todo,done:default=todo'],
    ['size:-enforce', 'size:string:values=s,m,l'],
    ['size:-values', 'size:string'],
    ['size:string', 'size:string:values=s,m,l'],
    ['size:enum=s,m,l,xl', 'size:enum=s,m,l,xl'],
    ['size:values=s,m,l,xl', 'size:enum=s,m,l,xl'],
    ['size:max=20', 'size:string:values=s,m,l:enforce:max=20'],
    ['count:max=99:-min', 'count:integer:max=99'],
    ['count:decimal=6,1', 'count:decimal=6,1:min=0:max=10'],
    ['count:string:-min:-max', 'count:string'],
    ['total:decimal=14,2', 'total:decimal=14,2'],
    ['total:decimal:min=0', 'total:decimal=12,2:min=0'],
    ['total:float', 'total:float'],
    ['total:unit=EUR:min=0', 'total:decimal=12,2:min=0:unit=EUR'],
    ['fee:unit=%', 'fee:decimal=12,2:unit=%'],
    ['phone:max=20', 'phone:string:max=20:placeholder=such as +49 89 1234'],
    ['phone:placeholder=extension: 12', 'phone:string:placeholder=extension: 12'],
    ['phone:-placeholder', 'phone:string'],
    ['phone:text', 'phone:text:placeholder=such as +49 89 1234'],
    ['project:placeholder=any', 'project:ref=Project:placeholder=any:as=tasks'],
    ['fee:-unit', 'fee:decimal=12,2'],
    ['fee:integer', 'fee:integer:unit=EUR'],
    ['fee:string:-unit', 'fee:string'],
    ['secret:-read:-write:-index', 'secret:string'],
    ['due:-default', 'due:date'],
    ['due:datetime:default=now', 'due:datetime:default=now'],
    ['project:required', 'project:ref=Project:required:as=tasks'],
    ['project:ref=Project:on_delete=cascade', 'project:ref=Project:on_delete=cascade:as=tasks'],
    ['project_id:on_delete=restrict', 'project:ref=Project:on_delete=restrict:as=tasks'],
    ['watchers:write=Admin', 'watchers:refs=User:write=Admin'],
  ])('%s', (text, result) => {
    const { shown, problems } = change(text);
    if (result === null) expect(problems).toHaveLength(1);
    else
      expect({ shown, problems }).toEqual({
        shown: [result.replace(':as=tasks', '')],
        problems: [],
      });
  });

  it.each([
    ['title:string'],
    ['title:-index'],
    ['title:required:max=200'],
    ['project:ref=Project'],
    ['size:enum=s,m,l'],
  ])('%s changes nothing', (text) =>
    expect(change(text)).toMatchObject({ shown: [], problems: [] }),
  );

  it('leaves names, places and the other fields as they are', () => {
    const { after } = change('project:required', 'status:enforce');
    const { fields } = findModel(after, 'Task');
    expect(fields.map(({ name, column }) => [name, column])).toEqual(
      model.fields.map(({ name, column }) => [name, column]),
    );
    expect(fields[0]).toBe(model.fields[0]);
    expect(after.models[0]).toBe(app.models[0]);
  });

  it('makes a field the label of its model, or no longer', () => {
    const labelOf = (...texts: string[]) => findModel(change(...texts).after, 'Task').label;
    expect(labelOf('code:label', 'status:label')).toBe('{code} {status}');
    expect(labelOf('title:max=80')).toBe(model.label);
  });
});

describe('a change that cannot be', () => {
  it.each([
    ['title', 'no-change', 'title', 'title:max=80'],
    ['title:', 'no-change', 'title:', 'title:-required'],
    ['titel:max=80', 'unknown-field', 'titel', 'did you mean `title`?'],
    ['title:reqired', 'unknown-modifier', 'reqired', 'did you mean `required`?'],
    ['title:-reqired', 'unknown-modifier', '-reqired', 'did you mean `-required`?'],
    ['title:optional', 'unknown-modifier', 'optional', 'did you mean `-required`?'],
    ['title:varchar', 'unknown-modifier', 'varchar', 'did you mean `string`?'],
    ['title:string:mx=80', 'unknown-modifier', 'mx', 'did you mean `max`?'],
    [
      'title:errorMessage="A few"',
      'unknown-modifier',
      'errorMessage',
      'did you mean `pattern_message`?',
    ],
    ['title:required=false', 'unexpected-value', 'required=false', 'write `-required`'],
    ['title:-max=80', 'unexpected-value', '-max', 'write `-max`'],
    ['title:max=80:-max', 'duplicate-modifier', '-max', 'remove one of the two'],
    ['title:max=80:max=90', 'duplicate-modifier', 'max', 'remove one of the two'],
    ['title:max=long', 'not-a-number', 'long', 'max=80'],
    ['code:max=0', 'bad-bound', '0', 'from 1'],
    ['code:min=300', 'bad-bound', '300', 'without it a string holds'],
    ['code:pattern_message=Why', 'bad-message', 'Why', 'add `pattern='],
    ['plate:pattern_message= Why', 'bad-message', ' Why', 'one line'],
    ['plate:pattern_message', 'missing-value', 'pattern_message', 'pattern_message=Two letters'],
    ['title:integer', 'modifier-not-for-type', 'integer', 'add `-max`'],
    ['fee:string', 'modifier-not-for-type', 'string', 'add `-unit`'],
    ['title:unit=km', 'modifier-not-for-type', 'unit', 'integer, bigint, float, decimal'],
    ['total:unit=<b>', 'bad-unit', '<b>', 'such as `km`'],
    ['phone:placeholder= a', 'bad-placeholder', ' a', 'one line'],
    [`phone:placeholder=${'a'.repeat(201)}`, 'bad-placeholder', 'a'.repeat(201), 'at most 200'],
    ['phone:values=a,b:enforce', 'bad-placeholder', 'phone', 'add `-placeholder`'],
    ['phone:date', 'modifier-not-for-type', 'date', 'add `-placeholder`'],
    ['due:placeholder=today', 'modifier-not-for-type', 'placeholder', 'it can be used with string'],
    ['total:unit', 'missing-value', 'unit', 'unit=EUR'],
    ['mail:text', 'modifier-not-for-type', 'text', 'add `-email`'],
    ['body:index', 'modifier-not-for-type', 'index', 'use `string`'],
    ['code:enforce', 'enforce-without-values', 'enforce', 'add `values=a,b`'],
    ['code:text', 'bad-group', 'text', 'use `string`'],
    ['status:default=gone', 'bad-default', 'gone', 'the values are'],
    ['project:text', 'fixed-type', 'text', 'add a new field'],
    ['project:ref=User', 'fixed-type', 'ref=User', 'add a new field'],
    ['code:ref=Project', 'fixed-type', 'ref=Project', 'add a new field'],
    ['project:as=jobs', 'fixed-setting', 'as', 'rename `tasks` in the class `Project`'],
    ['title:column=Title', 'fixed-setting', 'column', 'rename the column of `title` in the class'],
    ['project:required:on_delete=set_null', 'required-set-null', 'set_null', 'on_delete=restrict'],
  ])('%s: %s', (text, code, marked, help) => {
    const [problem, ...more] = change(text).problems;
    expect(more).toEqual([]);
    expect(problem).toMatchObject({ code, help: expect.stringContaining(help) as string });
    const { text: line, column, length } = problem!.at!;
    expect(line.slice(column - 1, column - 1 + length)).toBe(marked);
  });

  it('is told with all others', () => {
    const { problems } = change('title:reqired', 'titel:max=1', 'code:unique', 'code:index');
    expect(problems.map(({ code }) => code)).toEqual([
      'unknown-modifier',
      'unknown-field',
      'duplicate-field',
    ]);
  });
});
