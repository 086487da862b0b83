import type { EolIndex } from '@stackcheck/datasets/eol';
import type { EpssIndex } from '@stackcheck/epss-core';
import type { ProductCatalogue } from '@stackcheck/inventory/components';
import type { KevIndex } from '@stackcheck/kev-core';
import type { AdvisorySource } from '@stackcheck/osv-core';
import type { OutcomeSnapshot } from '@stackcheck/report';
import type { Stack, UnplannedCheck } from '@stackcheck/stack-core';
import type { StackRef } from '@stackcheck/stack-core/watch';

/** Snapshots that are asked on this machine. */
export interface LocalData {
  readonly eol: EolIndex;
  readonly kev: KevIndex;
  readonly osv: AdvisorySource;
  /** Where the policy asks for scores. */
  readonly epss?: EpssIndex;
}

/** The answer about a part of a stack. */
export interface Judged {
  readonly check: UnplannedCheck;
  /** The place in the whole stack of an entry of this part. */
  readonly wholeRef: (ref: StackRef) => StackRef;
}

/** What a stack was judged by. */
export interface Judgement {
  readonly parts: readonly Judged[];
  readonly snapshots: readonly OutcomeSnapshot[];
  /** UTC day that the answers are of. */
  readonly day: string;
}

/** Where answers come from. One is chosen at the beginning and never changed silently. */
export interface Source {
  readonly kind: 'snapshot' | 'api' | 'demo';
  /** Products that components are looked up in. @throws CliError `data` */
  catalogue(): ProductCatalogue;
  /** @throws CliError `data` or `network` */
  judge(stack: Stack): Promise<Judgement>;
}
