import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';
import type { Library } from './library';

const PRINTER = ts.createPrinter({ removeComments: true });

/**
 * Everything that callers of a library can name, as declarations without comments: a heading for each entry, its names in
 * alphabetical order. Read from the declarations that the compiler wrote (`dist`).
 * @throws Error when an entry's declarations are not there, or a name is declared nowhere
 */
export function publicSurface(library: Library): string {
  const files = new DeclarationFiles();
  const parts = library.entries.map(({ subPath, module }) => {
    const file = join(library.folder, 'dist', `${module}.d.ts`);
    const names = [...files.exportsOf(file)].sort(([a], [b]) => (a < b ? -1 : 1));
    const lines = names.map(([name, where]) => files.textOf(name, where)).sort();
    return `// ${library.name}${subPath.slice(1)}\n\n${lines.join('\n')}\n`;
  });
  return parts.join('\n');
}

/** Where a name is declared. */
interface Declared {
  readonly file: string;
  readonly name: string;
}

class DeclarationFiles {
  private readonly parsed = new Map<string, ts.SourceFile>();

  /** The names that a file exports, its own and those of others. */
  exportsOf(file: string): ReadonlyMap<string, Declared> {
    const names = new Map<string, Declared>();
    for (const statement of this.parse(file).statements) {
      if (ts.isExportDeclaration(statement)) this.addPassedOn(names, file, statement);
      else if (isExported(statement)) for (const name of declaredNames(statement)) names.set(name, { file, name });
    }
    return names;
  }

  /** The declarations of a name, as they are written in its file. */
  textOf(as: string, { file, name }: Declared): string {
    const source = this.parse(file);
    const found = source.statements.filter((statement) => declaredNames(statement).includes(name));
    if (found.length === 0) throw new Error(`${file} declares no ${name}`);
    const text = found
      .map((statement) => PRINTER.printNode(ts.EmitHint.Unspecified, withoutPrivates(statement), source))
      .join('\n');
    return as === name ? text : `${text} // as ${as}`;
  }

  private addPassedOn(names: Map<string, Declared>, file: string, statement: ts.ExportDeclaration): void {
    const { exportClause, moduleSpecifier } = statement;
    if (!moduleSpecifier || !ts.isStringLiteral(moduleSpecifier)) return;
    const specifier = moduleSpecifier.text;
    // Of another package: named, but declared there.
    if (!specifier.startsWith('.')) return;
    const exported = this.exportsOf(declarationsAt(dirname(file), specifier));
    if (!exportClause) {
      for (const [name, where] of exported) names.set(name, where);
    } else if (ts.isNamedExports(exportClause)) {
      for (const { name, propertyName } of exportClause.elements) {
        const where = exported.get((propertyName ?? name).text);
        if (where) names.set(name.text, where);
      }
    }
  }

  private parse(file: string): ts.SourceFile {
    const known = this.parsed.get(file);
    if (known) return known;
    const parsed = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);
    this.parsed.set(file, parsed);
    return parsed;
  }
}

/** What is private is nobody's to name, and may change. */
function withoutPrivates(statement: ts.Statement): ts.Statement {
  if (!ts.isClassDeclaration(statement)) return statement;
  const { modifiers, name, typeParameters, heritageClauses } = statement;
  const members = statement.members.filter(
    (member) => (ts.getCombinedModifierFlags(member) & ts.ModifierFlags.Private) === 0,
  );
  return ts.factory.updateClassDeclaration(statement, modifiers, name, typeParameters, heritageClauses, members);
}

function declarationsAt(folder: string, specifier: string): string {
  const path = join(folder, specifier);
  return existsSync(`${path}.d.ts`) ? `${path}.d.ts` : join(path, 'index.d.ts');
}

function isExported(statement: ts.Statement): boolean {
  const modifiers = ts.canHaveModifiers(statement) ? ts.getModifiers(statement) : undefined;
  return modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) ?? false;
}

function declaredNames(statement: ts.Statement): readonly string[] {
  if (ts.isVariableStatement(statement))
    return statement.declarationList.declarations.map(({ name }) => name.getText());
  const { name } = statement as { readonly name?: ts.Node };
  return name && ts.isIdentifier(name) ? [name.text] : [];
}
