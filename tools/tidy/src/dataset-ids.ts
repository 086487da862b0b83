import ts from 'typescript';

const COMPARISONS = new Set([
  ts.SyntaxKind.EqualsEqualsEqualsToken,
  ts.SyntaxKind.ExclamationEqualsEqualsToken,
  ts.SyntaxKind.EqualsEqualsToken,
  ts.SyntaxKind.ExclamationEqualsToken,
]);

/**
 * Places of a file that ask which dataset something is of, as `line: text`: a comparison with a dataset's id, a `case` of
 * it, a list of ids that is asked whether it includes one. A walk that needs such a question lacks a verb of the dataset.
 */
export function datasetQuestions(fileName: string, text: string, ids: readonly string[]): readonly string[] {
  // Most files name no dataset, and need not be parsed to see that.
  if (!ids.some((id) => text.includes(`'${id}'`))) return [];
  const source = ts.createSourceFile(fileName, text, ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const isId = (node: ts.Node): boolean => ts.isStringLiteralLike(node) && ids.includes(node.text);
  const report = (node: ts.Node): void => {
    const { line } = source.getLineAndCharacterOfPosition(node.getStart(source));
    found.push(`${line + 1}: ${node.getText(source).replace(/\s+/g, ' ').slice(0, 80)}`);
  };
  const visit = (node: ts.Node): void => {
    if (ts.isBinaryExpression(node) && COMPARISONS.has(node.operatorToken.kind)) {
      const [id, other] = isId(node.left) ? [node.left, node.right] : [node.right, node.left];
      if (isId(id) && !isStatus(other.getText(source))) report(node);
    }
    if (ts.isCaseClause(node) && isId(node.expression)) {
      const { expression } = node.parent.parent;
      if (!isStatus(expression.getText(source))) report(node.expression);
    }
    if (isInclusion(node) && node.arguments.some(isId)) report(node);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** `eol` is also what a cycle may be, and the code of a reason. */
function isStatus(text: string): boolean {
  return /\b(?:status\w*(\(.*\))?|code)$/i.test(text);
}

function isInclusion(node: ts.Node): node is ts.CallExpression {
  return (
    ts.isCallExpression(node) &&
    ts.isPropertyAccessExpression(node.expression) &&
    ['includes', 'startsWith', 'has'].includes(node.expression.name.text)
  );
}
