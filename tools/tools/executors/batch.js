'use strict';
const { spawn } = require('node:child_process');
const path = require('node:path');

/**
 * Both forms that nx wants of an executor, from one function that judges many projects in one process: starting a compiler, a
 * linter or a test runner costs more than most projects do.
 * @param {(projects: readonly Project[], workspace: Workspace) => Promise<Verdicts>} judge
 * @typedef {{ name: string, root: string }} Project `root` from the workspace's root
 * @typedef {{ root: string, roots: readonly string[] }} Workspace its folder, and those of all projects
 * @typedef {ReadonlyMap<string, boolean>} Verdicts by name of project
 */
function executor(judge) {
  const verdictsOn = (names, { root, projectsConfigurations: { projects } }) =>
    judge(
      names.map((name) => ({ name, root: projects[name].root })),
      { root, roots: Object.values(projects).map((project) => project.root) },
    );
  return {
    async one(_options, context) {
      const verdicts = await verdictsOn([context.projectName], context);
      return { success: verdicts.get(context.projectName) === true };
    },
    async batch(taskGraph, _inputs, _overrides, context) {
      const tasks = Object.values(taskGraph.tasks);
      const verdicts = await verdictsOn(
        tasks.map((task) => task.target.project),
        context,
      );
      // What has no verdict does not pass. The tool itself has written why.
      const result = (name) => ({ success: verdicts.get(name) === true, terminalOutput: '' });
      return Object.fromEntries(tasks.map((task) => [task.id, result(task.target.project)]));
    },
  };
}

/** One verdict on all, for a program that does not say whose fault it is. */
function sameVerdict(projects, success) {
  return new Map(projects.map(({ name }) => [name, success]));
}

/** What a linter's exit code says of files with faults; another than 0 says that it could not look at all of them. */
const FOUND_FAULTS = 1;

/**
 * The verdicts of a program that names each file with a fault: projects whose paths it did not name pass.
 * @param {readonly (Project & { paths: readonly string[] })[]} projects
 */
function verdictsByFile(projects, { code, output }, root) {
  if (code !== FOUND_FAULTS) return sameVerdict(projects, code === 0);
  const lines = output.split('\n').map((line) => line.replaceAll(`${root}${path.sep}`, '').replaceAll(path.sep, '/'));
  const isNamed = (own) => lines.some((line) => line.includes(own));
  const failed = projects.filter(({ paths }) => paths.some(isNamed));
  return new Map(projects.map((project) => [project.name, failed.length > 0 && !failed.includes(project)]));
}

/**
 * Runs a program of this checkout with this Node. What it writes goes where ours goes, and is kept.
 * @returns {Promise<{ code: number, output: string }>}
 */
function runTool(root, file, args, env = {}, nodeArgs = []) {
  return new Promise((resolve) => {
    const chunks = [];
    const child = spawn(process.execPath, [...nodeArgs, path.join(root, file), ...args], {
      cwd: root,
      env: { ...outerEnvironment(), ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const name of ['stdout', 'stderr'])
      child[name].on('data', (chunk) => {
        chunks.push(chunk);
        process[name].write(chunk);
      });
    for (const signal of ['SIGTERM', 'SIGINT']) process.once(signal, () => child.kill(signal));
    const end = (code) => resolve({ code, output: Buffer.concat(chunks).toString() });
    child.on('error', () => end(1));
    child.on('close', (code) => end(code ?? 1));
  });
}

/** The environment as it was before nx: what nx sets for its executors must not reach the tests. */
function outerEnvironment() {
  const ofNx = /^(NX_|LERNA_PACKAGE_NAME$|FORCE_COLOR$)/;
  const outer = Object.entries(process.env).filter(([name]) => !ofNx.test(name));
  const color = process.env.STACKCHECK_COLOR ? [['FORCE_COLOR', '1']] : [];
  return Object.fromEntries([...outer, ...color]);
}

module.exports = { executor, sameVerdict, verdictsByFile, runTool };
