import type { Attack } from './attacks/attack';
import { startAttackers } from './attackers/attackers';
import { l402Calls } from './honest/l402-calls';
import { x402Calls, type PaidCalls } from './honest/paid-calls';
import { shop } from './honest/shop';
import { verdictOf, type Siege } from './report/verdict';
import { BUYERS, startBesieged, type BesiegedService } from './service/besieged-service';
import { unnamedProxyFault } from './service/unnamed-proxy';

/** How long and how much. */
export interface SiegeOptions {
  /** Honest calls are counted for so long under attack. */
  readonly seconds: number;
  /** And so long before it. */
  readonly quietSeconds: number;
  /** Honest calls a second at most; as many as `PER_SECOND` says when absent. */
  readonly perSecondMax?: number;
  /** Variables of the API in addition to those of the attack. */
  readonly env?: Readonly<Record<string, string>>;
}

/** Paid calls a second: what a good day brings, and far below what the service can do. */
const PER_SECOND = { answers: 20, lightning: 10, snapshots: 2 } as const;
const WARM_UP_SECONDS = 1;
/** Attackers end by themselves when nobody stops them. */
const OVERTIME_SECONDS = 60;

/** What else belongs to an attack, found out without it. Each says what is wrong. */
const INSPECTIONS: ReadonlyMap<string, (stock: string) => Promise<string | undefined>> = new Map([
  ['proxy-junk', unnamedProxyFault],
]);

/** Restarts the service, counts honest calls without an attack and with it, and ends both. */
export async function besiege(attack: Attack, stock: string, options: SiegeOptions): Promise<Siege> {
  const { seconds, quietSeconds, perSecondMax = Infinity } = options;
  const env = { ...attack.env, ...options.env };
  const service = await startBesieged({ stock, env, proxied: attack.proxied ?? false });
  let calls: PaidCalls | undefined;
  try {
    calls = await callsFor(attack, service);
    const rate = Math.min(PER_SECOND[attack.shopping], perSecondMax);
    await shop(calls, WARM_UP_SECONDS, rate);
    const without = await shop(calls, quietSeconds, rate);
    calls.prepare(seconds * rate);
    const attackers = await startAttackers(attack.name, service.url, seconds + OVERTIME_SECONDS);
    try {
      const during = await shop(calls, seconds, rate);
      const got = await attackers.stop();
      const inspected = await INSPECTIONS.get(attack.name)?.(stock);
      const evidence = { facilitatorRefusals: service.facilitator.calls.refused, got };
      return {
        name: attack.name,
        without,
        during,
        got,
        verdict: verdictOf(during, [attack.judge?.(evidence), inspected]),
      };
    } finally {
      await attackers.close();
    }
  } finally {
    calls?.close();
    await service.close();
  }
}

function callsFor({ shopping }: Attack, { url, purses }: BesiegedService): Promise<PaidCalls> {
  return shopping === 'lightning' ? Promise.resolve(l402Calls(url)) : x402Calls(url, shopping, BUYERS, purses);
}
