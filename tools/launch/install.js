'use strict';
const fs = require('node:fs');
const path = require('node:path');
const { withInstallLock } = require('./install-lock');
const { installNeed, linkWorkspaces, stampInstall } = require('./install-state');
const { isPackage, npmFilter, packagesOf } = require('./levels');
const { NATIVE_COMPILER, beginNativeModule } = require('./native-module');
const { runNpm } = require('./npm');
const { bar, showProgress } = require('./progress');
const { root, say, seconds } = require('./workspace');

/**
 * Installs what a level needs of package-lock.json when it is missing or different, and reports what it does meanwhile. What is
 * there and right stays, also what a lower level would not need. Ends the process when npm fails.
 * @param {'build' | 'demo' | 'development'} level
 * @param {() => Promise<unknown>} meanwhile work that needs the packages and not the native module: it runs while that is compiled
 */
async function installWhenNeeded(level = 'development', meanwhile = async () => undefined) {
  if (installNeed(root, level)) {
    const onWait = () => say('another command is installing the packages of this checkout; waiting for it');
    await withInstallLock(root, () => install(level, meanwhile), onWait);
  }
  linkWorkspaces(root);
}

async function install(level, meanwhile) {
  // Asked again: anyone who held the lock has probably done the work.
  const need = installNeed(root, level);
  if (!need) return;
  const startedAt = Date.now();
  say(`${need.reason}; installing what ${PURPOSE[need.level]} needs`);
  // Where nothing is there yet, npm takes as long as a compiler needs for half of its work.
  const native = need.action === 'install' ? beginNativeModule(root, readLock()) : undefined;
  if (need.action !== 'rebuild') await installPackages(need);
  linkWorkspaces(root);
  const lacksNative = () => need.action === 'rebuild' || installNeed(root, level)?.action === 'rebuild';
  if (lacksNative()) await Promise.all([compileNative(native, lacksNative), meanwhile()]);
  stampInstall(root);
  say(`installed in ${seconds(Date.now() - startedAt)}`);
}

const PURPOSE = {
  build: 'building and serving',
  demo: 'the demo (an x402 client and a wallet)',
  development: 'development (tests, checks, benchmarks)',
};

/** Install scripts are left out, since the one that matters runs on its own: nothing waits for a compiler that need not. */
async function installPackages({ action, level }) {
  const command = action === 'install' ? ['ci'] : ['install', '--no-save'];
  const wanted = [...packagesOf(readLock(), level)].filter(isPackage);
  const count = () => wanted.filter((where) => fs.existsSync(path.join(root, where, 'package.json'))).length;
  const progress = showProgress(() => `packages ${bar(count(), wanted.length)}`);
  await npmOrEnd([...command, '--ignore-scripts', ...npmFilter(level)], progress);
  // Two packages offer a `tsc`; npm leaves the one that it added last.
  if (action === 'add') await npmOrEnd(['rebuild', '--ignore-scripts', '@native/typescript'], progress);
  progress.end();
}

/** Takes what is under way already, and has npm make it, with its own messages, where that led to nothing. */
async function compileNative(native, lacksNative) {
  const progress = showProgress(() => 'fetching SQLite, or compiling it, which takes half a minute');
  await native?.adopt();
  if (lacksNative()) {
    await npmOrEnd(['rebuild', 'better-sqlite3'], progress, NATIVE_COMPILER);
    removeCompiledParts();
  }
  progress.end();
}

/** What the linker read and nothing loads: 13 MB next to a module of 1.5 MB, where SQLite was compiled. */
function removeCompiledParts() {
  const release = path.join(root, 'node_modules', 'better-sqlite3', 'build', 'Release');
  for (const part of ['obj', 'obj.target', 'sqlite3.a', 'test_extension.node']) {
    fs.rmSync(path.join(release, part), { recursive: true, force: true });
  }
}

async function npmOrEnd(args, progress, env) {
  const { code, output } = await runNpm(args, env);
  if (code === 0) return;
  progress.end();
  process.stderr.write(output);
  say(`npm ${args.join(' ')} failed with code ${code}; its own messages are above`);
  process.exit(code);
}

function readLock() {
  return JSON.parse(fs.readFileSync(path.join(root, 'package-lock.json'), 'utf8')).packages;
}

module.exports = { installWhenNeeded };
