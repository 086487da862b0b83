import { FAULT_MODES } from './faulty-facilitator';
import { DURABLE_STATES, type CellOutcome } from './run-cell';

/** The matrix as Markdown: what the client met, `/` between the forms without and with an identifier where they differ. */
export function matrixTable(outcomes: readonly CellOutcome[]): string {
  const rows = FAULT_MODES.map((mode) => {
    const cells = DURABLE_STATES.map((state) => {
      const [without, withIt] = [false, true].map((identifier) =>
        text(
          outcomes.find(
            (outcome) => outcome.mode === mode && outcome.state === state && outcome.identifier === identifier,
          )!,
        ),
      );
      return without === withIt ? without! : `${without} / ${withIt}`;
    });
    return `| ${mode} | ${cells.join(' | ')} |`;
  });
  const heads = `| Facilitator | ${DURABLE_STATES.join(' | ')} |`;
  return [heads, `|${' --- |'.repeat(DURABLE_STATES.length + 1)}`, ...rows].join('\n');
}

function text({ met, faults }: CellOutcome): string {
  return faults.length > 0 ? `**${faults.join('; ')}**` : met.map((code) => code.replace(/^payment_/, '')).join(' → ');
}
