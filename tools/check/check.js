'use strict';
const { asksForHelp, helpOrRefuse } = require('../launch/usage');
const { STEPS } = require('./steps');

const USAGE = `npm run check [-- STEP…]

Everything a reviewer would ask, or only the steps that are named: ${STEPS.map(({ name }) => name).join(', ')}.
The last line says how many passed. Installs the packages for development when they are missing.`;

if (asksForHelp(process.argv.slice(2))) helpOrRefuse(USAGE, ['--help']);

require('../launch/node-version').requireSupportedNode();
const { installWhenNeeded } = require('../launch/install');
const { seconds } = require('../launch/workspace');
const { runStep } = require('./run-step');

/**
 * `npm run check`: everything a reviewer would ask, in one command. Names of steps as arguments run only those; the
 * last line says how many steps passed.
 */
async function main() {
  const steps = chosenSteps(process.argv.slice(2));
  await installWhenNeeded();
  const results = [];
  for (const wave of groupsOf(steps, 'wave')) {
    const lanes = groupsOf(wave, 'lane').map((lane) => runInTurn(lane));
    results.push(...(await Promise.all(lanes)).flat());
  }
  const failed = results.filter((result) => !result.ok);
  if (failed.length > 0) print(`failed: ${failed.map((result) => result.name).join(', ')}`);
  print(`${results.length - failed.length} steps passed, ${failed.length} failed`);
  process.exitCode = failed.length > 0 ? 1 : 0;
}

/** Steps of the same wave or lane, in the order of their numbers. */
function groupsOf(steps, number) {
  const numbers = [...new Set(steps.map((step) => step[number]))].sort((one, other) => one - other);
  return numbers.map((each) => steps.filter((step) => step[number] === each));
}

async function runInTurn(steps) {
  const results = [];
  for (const step of steps) results.push(await runAndReport(step));
  return results;
}

/** Tests write as they go, being the long step; the others speak only when they fail. */
async function runAndReport(step) {
  const result = await runStep(step, { live: step.name === 'tests' });
  if (!result.ok && result.output) print(result.output.trimEnd());
  print(`${result.ok ? 'ok    ' : 'FAILED'} ${result.name.padEnd(8)} ${seconds(result.ms)}`);
  return result;
}

function chosenSteps(names) {
  const unknown = names.filter((name) => !STEPS.some((step) => step.name === name));
  if (unknown.length > 0) {
    print(`unknown step ${unknown.join(', ')}; there are ${STEPS.map((step) => step.name).join(', ')}`);
    process.exit(2);
  }
  return names.length > 0 ? STEPS.filter((step) => names.includes(step.name)) : STEPS;
}

function print(text) {
  process.stdout.write(`${text}\n`);
}

void main();
