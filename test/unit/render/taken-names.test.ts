import ts from 'typescript';
import { expect, it } from 'vitest';
import { PART_KINDS } from '../../../src/model/model.js';
import { kebabCase } from '../../../src/model/names.js';
import { renderPart } from '../../../src/render/render-part.js';
import { Draft } from '../../../src/render/draft.js';
import { staticFiles } from '../../../src/render/project-files.js';
import { draftApp } from '../../../src/render/render-project.js';
import { reservedClass } from '../../../src/spec/reserved.js';
import { appOfSpec } from '../../golden/app-of-spec.js';
import { templates } from '../../golden/example.js';

/** A model with all that brings imports and helpers into its files, and one that needs a row of it. */
const specOf = (name: string, at: number) => `
  ${name}:
    table: t_${at}
    rows: { owner: owner, tenant: tenant }
    unique: [[name, kind]]
    indexes: [[kind, day]]
    fields:
      name: string:required:unique:max=20
      kind: enum=a,b:default=a
      amount: decimal=9,2:required
      big: bigint:required
      at: datetime:required:default=now
      day: date:required:default=today
      key: uuid:required:unique
      data: json
      price: float:read=Admin:write=
      owner: ref=User
      tenant: ref=Tenant
      up: ref=${name}:as=downs
      many: refs=${name}:as=backs
  Needy${at}:
    fields:
      one: ref=${name}:as=needy:required
      more: refs=${name}:as=needies
`;

/** The files of models of some names, and the lists of them, before they are laid out, which changes no name. */
function filesOf(names: readonly string[]): (readonly [path: string, text: string])[] {
  const app = appOfSpec('names', `models:${names.map(specOf).join('')}`);
  const drafts = draftApp(app, { templates: templates(), migrations: [] });
  const rendered = [...drafts]
    .map(([path, file]) => [path, file instanceof Draft ? file.code : file] as const)
    .filter(
      ([path, text]) =>
        /\/(?:models|pages)\/.*\.tsx?$/.test(path) &&
        staticFiles(templates()).get(path)?.text !== text,
    );
  const parts = app.models.flatMap((model) =>
    PART_KINDS.map((kind) => renderPart(model, kind, templates())),
  );
  return [...rendered, ...parts];
}

/** What a file imports and declares. */
function boundIn([path, text]: readonly [string, string]): string[] {
  const found: string[] = [];
  const take = (name: ts.Node | undefined) => name && found.push(name.getText());
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  for (const one of file.statements) {
    if (ts.isVariableStatement(one))
      one.declarationList.declarations.forEach((own) => take(own.name));
    else if (ts.isFunctionDeclaration(one) || ts.isClassDeclaration(one)) take(one.name);
    else if (ts.isImportDeclaration(one)) {
      const names = one.importClause?.namedBindings;
      if (names && ts.isNamedImports(names)) names.elements.forEach((own) => take(own.name));
    }
  }
  return found;
}

const SUFFIX = /(?:Access|Routes|Hooks|Rules|Row|Resource|Fields|List|Show|Inputs|Create|Edit)$/;
const capital = (name: string) => name.charAt(0).toUpperCase() + name.slice(1);

/** The models that would bring a name with them that the files of every model have; one for each folder. */
function candidates(): string[] {
  const bound = filesOf(['Zebra']).flatMap(boundIn);
  const all = bound.flatMap((name) => [name, capital(name), capital(name.replace(SUFFIX, ''))]);
  const free = all.filter(
    (name) => /^[A-Z]/.test(name) && !/Zebra|Needy/.test(name) && reservedClass(name) === null,
  );
  return [...new Map(free.map((name) => [kebabCase(name), name])).values()];
}

it('no model that may be has the name of what its files import or declare', () => {
  const taken = filesOf(candidates()).flatMap((file) => {
    const names = boundIn(file);
    const twice = names.filter((name, at) => names.indexOf(name) !== at);
    return twice.length > 0 ? [[file[0], ...new Set(twice)]] : [];
  });
  expect(taken).toEqual([]);
});
