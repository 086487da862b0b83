import { INVARIANTS } from './checks/invariants';
import type { Mutant } from './run/mutant';
import type { Totals } from './run/run-batch';
import type { ScenarioReport } from './scenarios/run-scenarios';

/** The figures of a run; `seconds` is the only one that another machine changes. */
export function totalsText(totals: Totals, seed: string, seconds: number): string {
  const rows: readonly (readonly [string, string])[] = [
    ['seed', seed],
    ['schedules', whole(totals.schedules)],
    ['payments signed', whole(totals.payments)],
    ['transfers', whole(totals.transfers)],
    ...(totals.losses > 0 ? [['settlements lost', whole(totals.losses)] as const] : []),
    ['requests', whole(totals.requests)],
    ['faults injected', whole(totals.faults)],
    ['crashes', whole(totals.crashes)],
    ['simulated hours', whole(totals.simulatedMs / 3_600_000)],
    ['events', whole(totals.events)],
    ['violations', whole(totals.broken.length)],
    ['schedules per second', `${(totals.schedules / seconds).toFixed(0)} (${seconds.toFixed(1)} s)`],
  ];
  const width = Math.max(...rows.map(([name]) => name.length));
  return rows.map(([name, value]) => `${name.padEnd(width)}  ${value}`).join('\n');
}

/** One line while a long run is under way. */
export function progressText(totals: Totals, seconds: number): string {
  const { schedules, payments, requests, faults, crashes, events, broken } = totals;
  const sums = { schedules, payments, requests, faults, crashes, events, violations: broken.length };
  const names = broken.map(({ name }) => name).join(' ');
  const text = Object.entries(sums).map(([name, value]) => `${name} ${whole(value)}`);
  return `${seconds.toFixed(0)} s: ${text.join(', ')} ${names}`.trimEnd() + '\n';
}

/** Every broken schedule with how to see it again. */
export function brokenText({ broken }: Totals): string {
  return broken
    .map(({ name, violations }) => {
      const lines = violations.map(
        ({ invariant, atMs, text }) => `  ${invariant} (${INVARIANTS[invariant].text})\n    at ${atMs} ms: ${text}`,
      );
      return `schedule ${name} breaks\n${lines.join('\n')}\n  see it: npm run simulate -- --replay ${name}`;
    })
    .join('\n');
}

/** One row of the table of mutants, as Markdown. */
export function mutantRow(mutant: Mutant, totals: Totals): string {
  const [first] = totals.broken;
  const caught = first ? [...new Set(first.violations.map(({ invariant }) => invariant))].join(', ') : '**not caught**';
  return `| ${mutant.name} | ${mutant.bug} | ${caught} | ${whole(totals.schedules)} |`;
}

export const MUTANT_HEAD =
  '| Planted bug | What is wrong | Caught by | Schedules until then |\n| --- | --- | --- | ---: |';

/** One row of the table of scenarios, as Markdown. */
export function scenarioRow({ name, points, runs, pairRuns, broken }: ScenarioReport): string {
  return `| ${name} | ${points} | ${whole(runs)} | ${pairRuns === 0 ? '' : whole(pairRuns)} | ${broken.length} |`;
}

export const SCENARIO_HEAD =
  '| Scenario | Yield points | Runs with one crash | Runs with two | Violations |\n| --- | ---: | ---: | ---: | ---: |';

function whole(value: number): string {
  return Math.round(value).toLocaleString('en-US');
}
