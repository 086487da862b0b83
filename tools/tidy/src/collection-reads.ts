import ts from 'typescript';

/** Functions whose callbacks run after all tests were collected, and only for suites that are not skipped. */
const LATER = new Set(['it', 'test', 'beforeAll', 'beforeEach', 'afterAll', 'afterEach']);
const READS = /^(readFile|readdir|open|stat|lstat)Sync$|^createReadStream$/;

/**
 * Lines of a spec that read a file while its suites are being described. Jest runs the body of a skipped `describe`, too,
 * so such a line fails where the file is missing, however its suite is guarded. A read in one branch of a condition is
 * taken as guarded. Functions of the same file are followed where a described line calls them.
 */
export function collectionReads(fileName: string, text: string): readonly number[] {
  const source = ts.createSourceFile(fileName, text, ts.ScriptTarget.Latest, true);
  const functions = functionsOf(source);
  const later = new Set([...LATER, ...aliasesOfTests(source)]);
  const visited = new Set<ts.Node>();
  const lines = new Set<number>();

  function visit(node: ts.Node): void {
    if (ts.isConditionalExpression(node)) return visit(node.condition);
    if (ts.isIfStatement(node)) return visit(node.expression);
    if (isFunction(node)) return;
    if (ts.isCallExpression(node)) call(node);
    else ts.forEachChild(node, visit);
  }

  function call(node: ts.CallExpression): void {
    const name = calledName(node.expression);
    if (READS.test(name) && !isBeside(node.arguments[0]))
      lines.add(source.getLineAndCharacterOfPosition(node.getStart()).line + 1);
    visit(node.expression);
    enter(functions.get(name));
    for (const argument of node.arguments) {
      if (!isFunction(argument)) visit(argument);
      else if (!later.has(rootName(node.expression))) enter(argument);
    }
  }

  function enter(body: ts.Node | undefined): void {
    if (body === undefined || visited.has(body)) return;
    visited.add(body);
    ts.forEachChild(body, visit);
  }

  ts.forEachChild(source, visit);
  return [...lines].sort((one, other) => one - other);
}

/** Functions that a spec declares, by name. */
function functionsOf(source: ts.SourceFile): ReadonlyMap<string, ts.Node> {
  const found = new Map<string, ts.Node>();
  const look = (node: ts.Node): void => {
    if (ts.isFunctionDeclaration(node) && node.name) found.set(node.name.text, node);
    if (
      ts.isVariableDeclaration(node) &&
      ts.isIdentifier(node.name) &&
      node.initializer &&
      isFunction(node.initializer)
    )
      found.set(node.name.text, node.initializer);
    ts.forEachChild(node, look);
  };
  look(source);
  return found;
}

/** Names that stand for `it` or `it.skip`, as a condition decides. */
function aliasesOfTests(source: ts.SourceFile): readonly string[] {
  const found: string[] = [];
  const look = (node: ts.Node): void => {
    if (ts.isVariableDeclaration(node) && node.initializer && ts.isConditionalExpression(node.initializer)) {
      const { whenTrue, whenFalse } = node.initializer;
      if ([whenTrue, whenFalse].every((branch) => LATER.has(rootName(branch)))) found.push(node.name.getText());
    }
    ts.forEachChild(node, look);
  };
  look(source);
  return found;
}

/** A path such as `join(__dirname, 'cases.txt')`: a file of the repository, which is always there. */
function isBeside(path: ts.Expression | undefined): boolean {
  return path !== undefined && /^join\(__dirname, '[^']+'\)$/.test(path.getText());
}

function isFunction(node: ts.Node): boolean {
  return ts.isArrowFunction(node) || ts.isFunctionExpression(node) || ts.isFunctionDeclaration(node);
}

/** `b` of `a.b(…)` and of `b(…)`. */
function calledName(callee: ts.Expression): string {
  if (ts.isPropertyAccessExpression(callee)) return callee.name.text;
  return ts.isIdentifier(callee) ? callee.text : '';
}

/** `it` of `it.each(…)(…)` and of `(there ? it : it.skip)(…)`. */
function rootName(callee: ts.Expression): string {
  if (ts.isParenthesizedExpression(callee)) return rootName(callee.expression);
  if (ts.isConditionalExpression(callee)) return rootName(callee.whenTrue);
  if (ts.isIdentifier(callee)) return callee.text;
  if (ts.isPropertyAccessExpression(callee) || ts.isCallExpression(callee)) return rootName(callee.expression);
  return '';
}
