'use strict';
const fs = require('node:fs');
const path = require('node:path');
const { root } = require('../launch/workspace');

/**
 * The reference of the libraries' public names, made of their docstrings by TypeDoc.
 * @param {readonly string[]} names folders below `libs`
 * @param {string | undefined} folder where it is written; nowhere when absent, it is only checked
 * @returns {Promise<boolean>} whether there was nothing to warn of
 */
async function makeReference(names, folder) {
  const { Application, ReflectionKind } = await import('typedoc');
  const entries = new Map(names.flatMap(entriesOf));
  const application = await Application.bootstrap({
    entryPoints: [...entries.keys()],
    tsconfig: path.join(root, 'tsconfig.base.json'),
    basePath: root,
    // Types are the business of the compiler's own check.
    skipErrorChecking: true,
    // Of one library alone it would be asked, of several it never is: parts of a public type are public by it.
    validation: { notExported: false },
    excludeExternals: true,
    excludePrivate: true,
    githubPages: false,
    disableGit: true,
    sourceLinkTemplate: '{path}',
    readme: 'none',
    name: 'stackcheck libraries',
    logLevel: 'Warn',
  });
  const project = await application.convert();
  if (!project) return false;
  for (const module of project.getReflectionsByKind(ReflectionKind.Module)) {
    const file = module.sources?.[0]?.fullFileName;
    module.name = entries.get(file) ?? module.name;
  }
  application.validate(project);
  if (folder !== undefined) await application.generateDocs(project, folder);
  return application.logger.errorCount === 0 && application.logger.warningCount === 0;
}

/** The source file of each entry that a package has, with the name that it is imported by. */
function entriesOf(library) {
  const folder = path.join(root, 'libs', library);
  const { name, exports: entries = {} } = JSON.parse(fs.readFileSync(path.join(folder, 'package.json'), 'utf8'));
  return Object.entries(entries).flatMap(([subPath, target]) =>
    typeof target === 'string' || subPath === './testing'
      ? []
      : [[path.join(folder, target['@stackcheck/source']), name + subPath.slice(1)]],
  );
}

/** Folders below `libs` that are libraries. */
function libraries() {
  return fs.readdirSync(path.join(root, 'libs')).filter((name) => fs.existsSync(manifestOf(name)));
}

function manifestOf(name) {
  return path.join(root, 'libs', name, 'package.json');
}

/** `reference.js NAME…` checks these libraries; `reference.js --out FOLDER` writes the reference of all. */
async function main(args) {
  const isWritten = args[0] === '--out';
  const good = isWritten ? await makeReference(libraries(), path.resolve(root, args[1])) : await makeReference(args);
  process.exitCode = good ? 0 : 1;
}

void main(process.argv.slice(2));
