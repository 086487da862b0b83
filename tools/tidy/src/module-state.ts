import ts from 'typescript';

/** What of a module can be given other members later. */
const GROWS = /^(Map|Set|Array|BoundedMap|LRUCache)$/;

/** Most files have none, and need not be parsed. */
const MAY_KEEP =
  /^(?:export )?(?:let|var)\b|^\s+(?:private |protected |public )?static [^(\n]*[=;]|^(?:export )?const (?:[^=]|=>)+=\s*(?:new |\[\]|\{\})/m;
const CONSTANT = /^[A-Z][A-Z0-9_]*$/;

/**
 * Names by which a module keeps something that can change: `let`, a static member that is not `readonly`, and a collection that is
 * not of a read-only type. A collection with weak keys is not one of them: what it keeps belongs to the keys. A name in capitals is
 * that of a constant.
 */
export function moduleState(fileName: string, text: string): readonly string[] {
  if (!MAY_KEEP.test(text)) return [];
  const source = ts.createSourceFile(fileName, text, ts.ScriptTarget.Latest, true);
  return source.statements.flatMap((statement) => {
    if (ts.isVariableStatement(statement)) return changeable(statement.declarationList);
    return ts.isClassDeclaration(statement) ? staticState(statement) : [];
  });
}

function changeable(list: ts.VariableDeclarationList): readonly string[] {
  const isConst = (list.flags & ts.NodeFlags.Const) !== 0;
  return list.declarations
    .filter((one) => !isConst || (!CONSTANT.test(one.name.getText()) && grows(one)))
    .map(({ name }) => name.getText());
}

function staticState({ name, members }: ts.ClassDeclaration): readonly string[] {
  return members
    .filter(ts.isPropertyDeclaration)
    .filter((member) => has(member, ts.SyntaxKind.StaticKeyword))
    .filter((member) => !has(member, ts.SyntaxKind.ReadonlyKeyword) || grows(member))
    .map((member) => `${name?.text}.${member.name.getText()}`);
}

function has(member: ts.PropertyDeclaration, kind: ts.SyntaxKind): boolean {
  return member.modifiers?.some((modifier) => modifier.kind === kind) === true;
}

/** Begins empty, and nothing says that it stays so. */
function grows({ type, initializer }: ts.VariableDeclaration | ts.PropertyDeclaration): boolean {
  if (initializer === undefined || /^readonly |^Readonly/.test(type?.getText() ?? '')) return false;
  if (ts.isNewExpression(initializer))
    return GROWS.test(initializer.expression.getText()) && isEmpty(initializer.arguments ?? [], type);
  if (ts.isArrayLiteralExpression(initializer)) return initializer.elements.length === 0;
  return ts.isObjectLiteralExpression(initializer) && initializer.properties.length === 0;
}

/** A bound is no content. */
function isEmpty(given: readonly ts.Expression[], type: ts.TypeNode | undefined): boolean {
  return (
    type?.getText().includes('ReadonlyMap') !== true &&
    given.every((one) => ts.isIdentifier(one) || ts.isNumericLiteral(one))
  );
}
