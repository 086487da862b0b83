import { readFileSync, statSync } from 'node:fs';
import type { Clock } from '@stackcheck/contract';
import type { RateQuote, RateSource } from '@stackcheck/payment-l402';
import { usdToCents, type BitcoinRateConfig } from '../../config/l402';

/**
 * The price of a bitcoin as the operator states it. A stated number was true when the process started; a file is as old as
 * its last change and is read for each invoice, so that a scheduled job can keep it fresh.
 */
export class BitcoinRate implements RateSource {
  private readonly startedMs: number;

  constructor(
    private readonly config: Pick<BitcoinRateConfig, 'centsPerBitcoin' | 'file'>,
    clock: Clock,
  ) {
    this.startedMs = clock.now();
  }

  quote(): RateQuote | undefined {
    const { centsPerBitcoin, file } = this.config;
    if (centsPerBitcoin !== null) return { centsPerBitcoin, asOfMs: this.startedMs };
    return file === null ? undefined : quoteIn(file);
  }
}

function quoteIn(file: string): RateQuote | undefined {
  try {
    const { mtimeMs: asOfMs, size } = statSync(file);
    const centsPerBitcoin = size <= 64 ? usdToCents(readFileSync(file, 'latin1')) : null;
    return centsPerBitcoin === null ? undefined : { centsPerBitcoin, asOfMs };
  } catch {
    return undefined;
  }
}
