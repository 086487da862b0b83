import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';
import { inRoot, textOf } from './workspace';

/** What is wrong with one public name of a library entry. */
export interface PublicNameFault {
  readonly entry: string;
  readonly name: string;
  readonly fault: string;
}

/**
 * Faults of an entry file: names taken over wholesale (`export *`), and names whose declaration has no docstring.
 * Syntax only, no type checker, so that the whole workspace takes well under a second.
 */
export function publicNameFaults(entry: string): readonly PublicNameFault[] {
  return parse(entry).statements.flatMap((statement) => {
    if (!ts.isExportDeclaration(statement)) return declarationFaults(entry, statement);
    if (!statement.exportClause) {
      return [{ entry, name: statement.getText(), fault: 'index.ts lists the public names by hand' }];
    }
    const source = target(entry, statement);
    if (source === undefined || !ts.isNamedExports(statement.exportClause)) return [];
    return statement.exportClause.elements.flatMap((element) =>
      isDocumented(source, (element.propertyName ?? element.name).text)
        ? []
        : [{ entry, name: element.name.text, fault: `no docstring in ${source}` }],
    );
  });
}

/** How many names an entry lists. */
export function publicNameCount(entry: string): number {
  return parse(entry).statements.reduce((count, statement) => {
    const clause = ts.isExportDeclaration(statement) ? statement.exportClause : undefined;
    return count + (clause && ts.isNamedExports(clause) ? clause.elements.length : 0);
  }, 0);
}

/** Names that the entry declares itself. */
function declarationFaults(entry: string, statement: ts.Statement): readonly PublicNameFault[] {
  const isExported =
    ts.canHaveModifiers(statement) && ts.getModifiers(statement)?.some((m) => m.kind === ts.SyntaxKind.ExportKeyword);
  if (!isExported) return [];
  return declaredNames(statement)
    .filter(() => !hasDocstring(statement))
    .map((name) => ({ entry, name, fault: 'no docstring' }));
}

/** Whether a file declares the name with a docstring, itself or by passing on another file's. */
function isDocumented(file: string, name: string): boolean {
  const declarations = parse(file).statements.filter((statement) => declaredNames(statement).includes(name));
  if (declarations.length > 0) return declarations.some(hasDocstring);
  for (const statement of parse(file).statements) {
    if (!ts.isExportDeclaration(statement)) continue;
    const source = target(file, statement);
    if (source === undefined) continue;
    if (!statement.exportClause) {
      if (isDocumented(source, name)) return true;
    } else if (ts.isNamedExports(statement.exportClause)) {
      const element = statement.exportClause.elements.find((one) => one.name.text === name);
      if (element) return isDocumented(source, (element.propertyName ?? element.name).text);
    }
  }
  return false;
}

function declaredNames(statement: ts.Statement): readonly string[] {
  if (ts.isVariableStatement(statement)) {
    return statement.declarationList.declarations.map((declaration) => declaration.name.getText());
  }
  const isNamed =
    ts.isFunctionDeclaration(statement) ||
    ts.isClassDeclaration(statement) ||
    ts.isInterfaceDeclaration(statement) ||
    ts.isTypeAliasDeclaration(statement) ||
    ts.isModuleDeclaration(statement);
  return isNamed && statement.name ? [statement.name.text] : [];
}

function hasDocstring(statement: ts.Statement): boolean {
  return ts.getJSDocCommentsAndTags(statement).some((doc) => ts.isJSDoc(doc) && doc.getText().length > '/** */'.length);
}

/** The file that `export … from './x'` names, or undefined for another package. */
function target(file: string, statement: ts.ExportDeclaration): string | undefined {
  const specifier = statement.moduleSpecifier;
  if (!specifier || !ts.isStringLiteral(specifier) || !specifier.text.startsWith('.')) return undefined;
  const path = join(dirname(file), specifier.text);
  return [`${path}.ts`, `${path}/index.ts`].find((candidate) => existsSync(inRoot(candidate)));
}

const parsed = new Map<string, ts.SourceFile>();

function parse(file: string): ts.SourceFile {
  const known = parsed.get(file);
  if (known) return known;
  const source = ts.createSourceFile(file, textOf(file), ts.ScriptTarget.Latest, true);
  parsed.set(file, source);
  return source;
}
