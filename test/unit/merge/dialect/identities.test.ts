import { describe, expect, it } from 'vitest';
import { typescript, type ts } from '../../../../src/code/typescript.js';
import { codeSource } from '../../../../src/merge/code-parts.js';
import {
  identitiesOf,
  labelOf,
  localName,
  ownName,
  routeOf,
} from '../../../../src/merge/dialect/identities.js';

const HEAD =
  "import { Column, Entity, Index, JoinColumn, ManyToOne, OneToMany, Unique } from 'typeorm';\n";

/** The first node of a kind in a text. */
function find(text: string, kind: keyof typeof ts.SyntaxKind): ts.Node {
  const ts = typescript();
  const { file } = codeSource('a.tsx', HEAD + text)!;
  const search = (node: ts.Node): ts.Node | undefined =>
    node.kind === ts.SyntaxKind[kind] ? node : ts.forEachChild(node, search);
  return file.statements
    .slice(1)
    .map(search)
    .find((node) => node !== undefined)!;
}

const known = (text: string, kind: keyof typeof ts.SyntaxKind) =>
  identitiesOf(find(text, kind), '')
    .identities.slice(0, -1)
    .map(({ by, value }) => [by, value]);

const member = (text: string) => known(`class A {\n  ${text}\n}`, 'PropertyDeclaration');

describe('TypeORM', () => {
  it.each([
    [
      "@Column({ name: 'full_name' }) name!: string;",
      [
        ['column', 'full_name'],
        ['name', 'name'],
      ],
    ],
    [
      "@Column('text') name!: string;",
      [
        ['column', 'name'],
        ['name', 'name'],
      ],
    ],
    [
      "@ManyToOne(() => Team) @JoinColumn({ name: 'team_id' }) team!: Team;",
      [
        ['relation', 'team_id'],
        ['name', 'team'],
      ],
    ],
    [
      '@OneToMany(() => Task, (task) => task.team) tasks!: Task[];',
      [
        ['relation', 'Task.team'],
        ['name', 'tasks'],
      ],
    ],
    ['name!: string;', [['name', 'name']]],
  ])('a property: %s', (text, identities) => expect(member(text)).toEqual(identities));

  it.each([
    [
      "@Entity('task') class Task {}",
      [
        ['entity', 'task'],
        ['name', 'Task'],
      ],
    ],
    ['@Entity() class Task {}', [['name', 'Task']]],
    ['class Task {}', [['name', 'Task']]],
  ])('a class: %s', (text, identities) => {
    expect(known(text, 'ClassDeclaration')).toEqual(identities);
  });

  it.each([
    [
      "@Unique(['a', 'b'])",
      [
        ['constraint', 'Unique a,b'],
        ['decorator', 'Unique'],
      ],
    ],
    [
      "@Unique('uq', [\"a\", 'b'])",
      [
        ['constraint', 'Unique a,b'],
        ['decorator', 'Unique'],
      ],
    ],
    [
      "@Index('ix')",
      [
        ['constraint', 'Index ix'],
        ['decorator', 'Index'],
      ],
    ],
    ['@Index()', [['decorator', 'Index']]],
    ['@Own', []],
  ])('a decorator: %s', (text, identities) => {
    expect(known(`${text} class A {}`, 'Decorator')).toEqual(identities);
  });
});

describe('JSX and objects', () => {
  it.each([
    [
      'const a = <Text source="title" max={3} />;',
      'JsxSelfClosingElement',
      [['element', "Text 'title'"]],
    ],
    ['const a = <Tab>x</Tab>;', 'JsxElement', [['element', 'Tab ']]],
    ["const a = <Text source='title' />;", 'JsxSelfClosingElement', [['element', "Text 'title'"]]],
    [
      "const a = <Text source={'title'} />;",
      'JsxSelfClosingElement',
      [['element', "Text 'title'"]],
    ],
    ['const a = [{ name: "b" }];', 'ObjectLiteralExpression', [['object', "name 'b'"]]],
    ['const a = [{ name: b }];', 'ObjectLiteralExpression', [['object', 'name b']]],
    ["const a = [{ size: 1, name: 'b' }];", 'ObjectLiteralExpression', [['object', "name 'b'"]]],
    ['const a = [{ size: 1 }];', 'ObjectLiteralExpression', []],
  ] as const)('%s', (text, kind, identities) => expect(known(text, kind)).toEqual(identities));
});

describe('calls and declarations', () => {
  it.each([
    ["router.get('/tasks', f);", 'ExpressionStatement', [['call', 'router.get /tasks']]],
    ["await seed('a');", 'ExpressionStatement', [['call', 'seed a']]],
    ['f(a);', 'ExpressionStatement', []],
    [
      'const a = defineAccess<Task>({});',
      'VariableStatement',
      [
        ['definition', 'defineAccess Task'],
        ['defined', 'a'],
        ['callee', 'defineAccess'],
      ],
    ],
    ['const a = own({});', 'VariableStatement', [['name', 'a']]],
    ['function f() {}', 'FunctionDeclaration', [['name', 'f']]],
    ['class A { get a() { return 1; } }', 'GetAccessor', [['accessor', 'get a']]],
    ["export * from './b.js';", 'ExportDeclaration', [['export', "'./b.js'"]]],
    ['class A { constructor() {} }', 'Constructor', [['syntax', 'constructor']]],
  ] as const)('%s', (text, kind, identities) => expect(known(text, kind)).toEqual(identities));

  it('what has no identity of its own is known by its place too', () => {
    expect(identitiesOf(find('f(a);', 'ExpressionStatement'), 'f ( a )')).toEqual({
      identities: [{ by: 'meaning', value: 'f ( a )' }],
      pairing: 'place',
    });
    expect(identitiesOf(find('function f() {}', 'FunctionDeclaration'), '').pairing).toBe('key');
  });

  it('a route is a call of a method with a path', () => {
    expect(routeOf([{ by: 'call', value: 'router.get /tasks' }])).toBe('router.get /tasks');
    expect(routeOf([{ by: 'call', value: 'it says' }])).toBeNull();
  });
});

describe('names', () => {
  it.each([
    ['const a = { title: 1 };', 'PropertyAssignment', 'title'],
    ['const a = <Text source="title" />;', 'JsxSelfClosingElement', 'title'],
    ["const a = [{ name: 'b' }];", 'ObjectLiteralExpression', 'b'],
    ['f(a);', 'ExpressionStatement', null],
  ] as const)('of its own: %s', (text, kind, name) => expect(ownName(find(text, kind))).toBe(name));

  it.each([
    ['const HIDDEN = 1;', 'HIDDEN'],
    ['export const HIDDEN = 1;', null],
    ['const { a } = b;', null],
  ])('of a file: %s', (text, name) => {
    expect(localName(find(text, 'VariableStatement'))).toBe(name);
  });

  it.each([
    ["const a = { number: 'No.' };", 'number'],
    ["const a = { 'a b': `c` };", "'a b'"],
    ['const a = { number: 1 };', null],
  ])('of a text: %s', (text, label) => {
    expect(labelOf(find(text, 'PropertyAssignment'))).toBe(label);
  });
});
