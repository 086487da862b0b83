'use strict';
const { spawnSync } = require('node:child_process');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const { NATIVE_COMPILER } = require('../launch/native-module');
const { root, seconds } = require('../launch/workspace');
const { answers402, freePort, ownEnvironment } = require('./answers-402');

const PAGE = path.join(root, 'docs', 'operations.md');
const LIVE_MS = 60_000;

/**
 * Does what docs/operations.md says about a machine of its own, line by line: packs this built checkout, unpacks it in an empty
 * folder, installs the packages of production, and buys an offer from `npm run api`. Then that nothing was installed or changed by
 * the operator's commands, and that they say what is missing where something is, and that a release starts as packed. Takes about a minute.
 */
async function main() {
  const startedAt = Date.now();
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'stackcheck-production-'));
  process.once('exit', () => fs.rmSync(folder, { recursive: true, force: true }));
  const env = ownEnvironment({
    // How well SQLite is optimised is not what is checked here.
    ...NATIVE_COMPILER,
    DATA_DIR: path.join(folder, 'data'),
    PORT: String(await freePort()),
    PAYMENTS_MODE: 'sandbox',
    LOG_LEVEL: 'warn',
  });

  const pack = linesOf('build-machine').find((line) => line.startsWith('tar '));
  run(pack.replace('stackcheck.tgz', path.join(folder, 'stackcheck.tgz')), root, env);
  const [unpack, install, ...commands] = linesOf('production-machine');
  const serve = commands.pop();
  run(unpack, folder, env);
  refuses('npm run api', folder, env, /npm ci --omit=dev/);
  run(install, folder, env);
  const installed = treeOf(path.join(folder, 'node_modules'));
  if (installed.some((name) => /^(viem|nx|jest|typescript|@native|@foundry-rs|solc)$/.test(name)))
    throw new Error('packages of development were installed');
  for (const command of commands) run(command, folder, env);
  await answers402(serve, folder, env, LIVE_MS);
  run('npm run snapshots -- list', folder, env);
  run('npm run payments -- list', folder, env);
  if (treeOf(path.join(folder, 'node_modules')).join() !== installed.join())
    throw new Error('a command changed node_modules');

  fs.rmSync(path.join(folder, 'node_modules', 'pino'), { recursive: true });
  fs.rmSync(path.join(folder, 'apps', 'api', 'dist'), { recursive: true });
  refuses('npm run api', folder, env, /npm run build/);
  await startsFromARelease(folder, env);
  process.stdout.write(`ok     production start ${seconds(Date.now() - startedAt)}\n`);
}

/** What `npm run release` packs runs in an empty folder, with an environment that holds nothing but where Node is. */
async function startsFromARelease(folder, env) {
  const place = path.join(folder, 'release');
  fs.mkdirSync(place);
  run('npm run release', root, env);
  const [sums, unpack, ...commands] = linesOf('release-machine');
  const made = path.join(root, 'dist', 'release');
  for (const file of fs.readdirSync(made)) fs.copyFileSync(path.join(made, file), path.join(place, file));
  run(sums, place, env);
  run(unpack, place, env);
  const clean = { PATH: env.PATH, PORT: env.PORT, PAYMENTS_MODE: env.PAYMENTS_MODE, LOG_LEVEL: 'warn' };
  const serve = commands.pop();
  for (const command of commands) run(command, place, clean);
  await answers402(serve, place, clean, LIVE_MS);
}

/** The commands of a code block of the page, without their comments. */
function linesOf(name) {
  const block = new RegExp(`^\`\`\`sh ${name}\\n([\\s\\S]*?)^\`\`\``, 'm').exec(fs.readFileSync(PAGE, 'utf8'));
  if (!block) throw new Error(`${PAGE} has no block ${name}`);
  return block[1]
    .trim()
    .split('\n')
    .map((line) => line.replace(/\s+#.*$/, ''));
}

function run(command, cwd, env) {
  const { status, stdout, stderr } = spawnSync(command, { cwd, env, shell: true, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} ended with ${status}:\n${stdout}${stderr}`);
}

function refuses(command, cwd, env, why) {
  const { status, stderr } = spawnSync(command, { cwd, env, shell: true, encoding: 'utf8' });
  if (status !== 1 || !why.test(stderr))
    throw new Error(`${command} should have refused (${why}); ${status}: ${stderr}`);
}

/** Names of the packages that are there. */
function treeOf(folder) {
  return fs.readdirSync(folder).sort();
}

main().catch((error) => {
  process.stderr.write(`FAILED production start: ${error.message}\n`);
  process.exit(1);
});
