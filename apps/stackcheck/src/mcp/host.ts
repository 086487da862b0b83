import type { FileInventory } from '@stackcheck/inventory';
import type { Outcome, OutcomeSnapshot } from '@stackcheck/report';
import type { Service } from '../paying/service';
import type { LocalDatasets } from '../sources/local-datasets';

/** What the tools are answered from. */
export interface McpHost {
  readonly version: string;
  /** `demo`: from the embedded selections, and nothing is ever bought. */
  readonly source: 'snapshot' | 'demo';
  readonly datasets: LocalDatasets;
  readonly service: Service;
  readonly paying: Paying;
  readonly projects: Projects;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** A line of standard error. */
  readonly note: (line: string) => void;
}

/** How paying is limited. Amounts are atomic USDC. */
export interface Paying {
  /** Whether a key is configured; it is read when something is to be paid. */
  readonly hasKey: boolean;
  readonly caps: { readonly call: bigint; readonly session: bigint; readonly day: bigint };
  /** What costs more has to be approved. */
  readonly confirmAbove: bigint | undefined;
}

/** Projects on this machine. What is outside of the roots is refused with a CliError. */
export interface Projects {
  readonly roots: readonly string[];
  read(path: string): { readonly folder: string; readonly files: readonly FileInventory[] };
  check(path: string, noDev: boolean): Promise<{ readonly folder: string; readonly outcome: WireOutcome }>;
}

/** An outcome as the `json` format prints it. */
export interface WireOutcome extends Pick<Outcome, 'verdict' | 'day' | 'summary' | 'notices' | 'policy'> {
  readonly findings: readonly unknown[];
  readonly accepted: readonly unknown[];
  readonly snapshots: readonly OutcomeSnapshot[];
}
