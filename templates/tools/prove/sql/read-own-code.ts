import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { ts } from '@ts-morph/common';
import type { ModelInfo } from '../../../service/engine/model/model-info.js';
import { guardedModels, tablesIn } from './guarded-tables.js';

/** A place in the code of a project that goes past the rules. */
export interface CodePlace {
  /** Relative to the current folder. */
  readonly file: string;
  readonly line: number;
  /** The lines of the statement around it. */
  readonly from: number;
  readonly to: number;
}

export interface StatementInCode extends CodePlace {
  readonly models: readonly string[];
  readonly statement: string;
}

export interface SystemInCode extends CodePlace {
  /** Null for a statement, and for a model that is a variable. */
  readonly model: string | null;
}

/** All that the code of a project says about statements past the rules, whether it runs or not. */
export interface OwnCode {
  readonly sql: readonly StatementInCode[];
  readonly system: readonly SystemInCode[];
}

/** Code that answers no request. */
const ELSEWHERE = /(?:\.gen|\.test|\.d)\.ts$|(?:^|[\\/])(?:migrations|seeds|fixtures)[\\/]/;

/** Reads the code in a folder without running it. */
export function readOwnCode(folder: string, models: readonly ModelInfo[]): OwnCode {
  const found: { sql: StatementInCode[]; system: SystemInCode[] } = { sql: [], system: [] };
  for (const entry of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!/\.[cm]?ts$/.test(entry) || ELSEWHERE.test(entry)) continue;
    const path = join(folder, entry);
    const { sql, system } = readCode(path, readFileSync(path, 'utf8'), models);
    found.sql.push(...sql);
    found.system.push(...system);
  }
  return found;
}

/** The places in one file. */
export function readCode(path: string, text: string, models: readonly ModelInfo[]): OwnCode {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const guarded = guardedModels(models);
  const sql: StatementInCode[] = [];
  const system: SystemInCode[] = [];
  const visit = (node: ts.Node): void => {
    const statement = statementIn(node, guarded);
    if (statement) sql.push({ ...placeOf(node, source), ...statement });
    const use = systemIn(node);
    if (use) system.push({ ...placeOf(node, source), ...use });
    ts.forEachChild(node, visit);
  };
  visit(source);
  return { sql, system };
}

/** A text of SQL that names a table with rules, or a call of TypeORM with an entity that has rules. */
function statementIn(
  node: ts.Node,
  guarded: readonly ModelInfo[],
): Pick<StatementInCode, 'models' | 'statement'> | null {
  const text = textOf(node);
  if (text !== null) {
    const models = SQL.test(text) ? tablesIn(text, guarded) : [];
    return models.length > 0 ? { models, statement: text } : null;
  }
  if (!ts.isCallExpression(node) || !/\b(?:dataSource|manager)\b/.test(node.expression.getText()))
    return null;
  const names = node.arguments.map((argument) => argument.getText());
  const models = guarded.map(({ name }) => name).filter((name) => names.includes(name));
  return models.length > 0 ? { models, statement: node.getText() } : null;
}

const SQL = /\b(?:select|insert\s+into|update|delete\s+from)\b/i;

/** The text of a literal, with question marks for its values. */
function textOf(node: ts.Node): string | null {
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return node.text;
  if (!ts.isTemplateExpression(node)) return null;
  return [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join('?');
}

/** `system(Task)`, `context.system(Task)`, `system.query(...)`. */
function systemIn(node: ts.Node): Pick<SystemInCode, 'model'> | null {
  if (!ts.isCallExpression(node)) return null;
  const { expression } = node;
  if (isSystem(expression)) {
    const [entity] = node.arguments;
    return { model: entity && ts.isIdentifier(entity) ? entity.text : null };
  }
  const isQuery = ts.isPropertyAccessExpression(expression) && expression.name.text === 'query';
  return isQuery && isSystem(expression.expression) ? { model: null } : null;
}

const isSystem = (node: ts.Node): boolean =>
  (ts.isIdentifier(node) && node.text === 'system') ||
  (ts.isPropertyAccessExpression(node) && node.name.text === 'system');

function placeOf(node: ts.Node, source: ts.SourceFile): CodePlace {
  let around = node;
  while (!ts.isStatement(around) && !ts.isSourceFile(around.parent) && !isBody(around))
    around = around.parent;
  const lineAt = (position: number) => source.getLineAndCharacterOfPosition(position).line + 1;
  return {
    file: relative('', source.fileName).replaceAll('\\', '/'),
    line: lineAt(node.getStart()),
    from: lineAt(around.getStart()),
    to: lineAt(around.getEnd()),
  };
}

/** The expression that a function without braces returns. */
const isBody = (node: ts.Node): boolean =>
  ts.isArrowFunction(node.parent) && node.parent.body === node;
