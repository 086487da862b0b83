import { utcDay } from '@stackcheck/contract';
import type { EolIndex } from '@stackcheck/datasets/eol';
import type { OutcomeSnapshot } from '@stackcheck/report';
import { checkStack, type Stack } from '@stackcheck/stack-core';
import { packageChecks } from '@stackcheck/stack-core/packages';
import { catalogueOf } from '../stack/product-catalogue';
import type { Judgement, LocalData, Source } from '../stack/source';

/** What a local source needs besides the data. */
export interface LocalSourceDeps {
  readonly kind: 'snapshot' | 'demo';
  /** Opens the datasets that a stack is asked of. @throws CliError `data` */
  readonly open: (stack: Stack) => {
    readonly data: Partial<LocalData>;
    readonly snapshots: readonly OutcomeSnapshot[];
  };
  /** The release cycles alone. @throws CliError `data` */
  readonly openEol: () => EolIndex;
  readonly now: () => number;
}

/** Judges on this machine. The whole stack is one part, however large. */
export function localSource({ kind, open, openEol, now }: LocalSourceDeps): Source {
  return {
    kind,
    catalogue: () => catalogueOf(openEol()),
    judge(stack): Promise<Judgement> {
      const { data, snapshots } = open(stack);
      const day = utcDay(now());
      const { eol, kev, osv, epss } = data;
      const sources = { eol: eol && { ...eol, index: eol.products }, kev, osv: osv && packageChecks(osv), epss };
      const check = checkStack(stack, sources, day);
      return Promise.resolve({ parts: [{ check, wholeRef: (ref) => ref }], snapshots, day });
    },
  };
}
