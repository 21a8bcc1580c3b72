import { describe, expect, test } from 'vitest';
import {
  columnsOf,
  csvCell,
  toCsv,
} from '../../../templates/features/admin/ui/components/list/export';

describe('cells', () => {
  test.each([
    ['=1+1', "'=1+1"],
    ['+49 30 1234', "'+49 30 1234"],
    ['-2', "'-2"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\t=1', "'\t=1"],
    ['\n=1', `"'\n=1"`],
    ['＝1+1', "'＝1+1"],
    [' =1', "' =1"],
    ['\uFEFF=1', "'\uFEFF=1"],
    [';|x', "';|x"],
    ['=HYPERLINK("x","y")', `"'=HYPERLINK(""x"",""y"")"`],
  ])('%j cannot become a formula', (text, cell) => {
    expect(csvCell(text)).toBe(cell);
  });

  test.each([
    [-2.5, '-2.5'],
    [true, 'true'],
    [null, ''],
    ['plain', 'plain'],
    ['a,b', '"a,b"'],
    ['say "x"', '"say ""x"""'],
    ['two\nlines', '"two\nlines"'],
    [[1, 2], '"[1,2]"'],
  ])('%j is %s', (value, cell) => {
    expect(csvCell(value)).toBe(cell);
  });
});

test('rows end in CRLF', () => {
  expect(toCsv(['a', 'b'], [[1, 'x']])).toBe('a,b\r\n1,x\r\n');
});

test('several references are one cell', () => {
  const fields = [{ source: 'roles', type: 'refs', reference: 'role', keyField: 'name' }] as const;
  const [, roles] = columnsOf({ fields, label: () => 'Roles' });
  expect(roles?.value({ id: 1, _label: 'x', roles: ['Admin', 'Viewer'] })).toBe('Admin, Viewer');
});

test('a reference has its id and beside it what the record is called', () => {
  const fields = [{ source: 'project_id', type: 'ref', relation: 'project' }] as const;
  const columns = columnsOf({ fields, label: () => 'Project' });
  const row = { id: 1, _label: 'x', project_id: 7, project: { id: 7, _label: 'Seven' } };
  expect(columns.map(({ title, value }) => [title, value(row)])).toEqual([
    ['id', 1],
    ['project_id', 7],
    ['Project', 'Seven'],
  ]);
});
