import type { ModelInfo } from '../../../service/engine/model/model-info.js';

/** The models of which somebody may read some rows or fields and not others. */
export const guardedModels = (models: readonly ModelInfo[]): readonly ModelInfo[] =>
  models.filter(({ access }) => access.rows !== null || Object.keys(access.fields).length > 0);

/** The names of the models whose tables a statement names, apart from texts and comments in it. */
export function tablesIn(statement: string, models: readonly ModelInfo[]): readonly string[] {
  const code = statement.replaceAll(/'(?:[^']|'')*'|--[^\n]*|\/\*[^]*?\*\//g, ' ');
  const names = new Set(code.toLowerCase().match(/[\p{L}_][\p{L}\d_$]*/gu) ?? []);
  return models.filter(({ table }) => names.has(table.toLowerCase())).map(({ name }) => name);
}
