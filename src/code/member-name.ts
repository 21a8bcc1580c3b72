import { typescript, type ts } from './typescript.js';

/** The name of a member, without its quotes. */
export const memberName = ({ name }: ts.PropertyDeclaration | ts.AccessorDeclaration): string =>
  typescript().isStringLiteral(name) ? name.text : name.getText();
