import { dirname, relative, sep } from 'node:path';
import ts from 'typescript';
import { inRoot, ROOT, textOf } from './workspace';

/** What `tsc -b` compiles of one configuration. */
export interface CompiledProject {
  /** The configuration, as a path from the root: `apps/api/tsconfig.lib.json`. */
  readonly config: string;
  /** Its files, as paths from the root. */
  readonly files: readonly string[];
  /** The packages whose types all its files know, as `types` names them: `node`. */
  readonly types: readonly string[];
}

/** These configurations and all that they refer to, each once. */
export function compiledProjects(configs: readonly string[]): readonly CompiledProject[] {
  const found = new Map<string, CompiledProject>();
  const open = [...configs];
  for (let config = open.pop(); config !== undefined; config = open.pop()) {
    if (found.has(config)) continue;
    const { options, fileNames, projectReferences = [] } = parsed(config);
    found.set(config, { config, files: fileNames.map(fromRoot), types: options.types ?? [] });
    open.push(...projectReferences.map((reference) => fromRoot(ts.resolveProjectReferencePath(reference))));
  }
  return [...found.values()];
}

/** The modules that a file names, and the packages of types that it refers to as `@types/…`. */
export function importsOf(file: string): readonly string[] {
  const { importedFiles, typeReferenceDirectives } = ts.preProcessFile(textOf(file), true, true);
  return [
    ...importedFiles.map(({ fileName }) => fileName),
    ...typeReferenceDirectives.map(({ fileName }) => `@types/${fileName}`),
  ];
}

function parsed(config: string): ts.ParsedCommandLine {
  const { config: json, error } = ts.readConfigFile(inRoot(config), ts.sys.readFile);
  if (error) throw new Error(`${config}: ${ts.flattenDiagnosticMessageText(error.messageText, ' ')}`);
  return ts.parseJsonConfigFileContent(json, ts.sys, inRoot(dirname(config)), undefined, inRoot(config));
}

function fromRoot(path: string): string {
  return relative(ROOT, path).split(sep).join('/');
}
