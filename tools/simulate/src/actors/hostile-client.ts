import type { Chain } from '../model/chain';
import type { Spelling, SimPayment } from '../model/payments';
import type { SimWallet } from '../model/signatures';
import { PAY_TO } from '../model/terms';
import type { ClientParts } from './book-client';
import type { SimRequest } from './server';

/** What a hostile client can see and do in addition to sending requests. */
export interface HostileParts extends ClientParts {
  readonly chain: Chain;
  readonly wallet: SimWallet;
  readonly address: string;
  /** A payer whom the service may not deal with. */
  readonly blockedWallet: SimWallet;
  /** Payments that somebody put on the chain without us, so that a missing row is nobody's fault. */
  readonly selfMade: Set<string>;
}

/** Ways to cheat, or to be careless enough to look like it. */
export const TRICKS = {
  duplicates,
  otherRequest,
  sameIdentifier,
  cancels,
  diverts,
  frontRuns,
  underpays,
  wrongTerms,
  respells,
  blocked,
  emptyPurse,
  thief,
  lateReplay,
  noPayment,
  echoes,
} as const;

export type Trick = keyof typeof TRICKS;

interface Theft {
  readonly variant?: string;
  readonly isStolen?: boolean;
}

/** Sends one request and waits for what comes. */
async function ask(parts: HostileParts, payment: SimPayment, spelling: Spelling & Theft = {}) {
  const request: SimRequest = {
    payment,
    header: parts.desk.header(payment, spelling),
    version: payment.version,
    product: spelling.product ?? payment.product,
    variant: spelling.variant ?? '',
    client: parts.address,
    isStolen: spelling.isStolen ?? false,
  };
  return (await parts.wire.send(request, parts.random.between(500, 30_000))).reply;
}

function sign(parts: HostileParts, change: Parameters<HostileParts['desk']['sign']>[3] = {}): SimPayment {
  return parts.desk.sign(parts.wallet, parts.random.between(1, 6), parts.nowSeconds(), change);
}

/** The same request many times at once, and again. */
async function duplicates(parts: HostileParts): Promise<void> {
  const payment = sign(parts, {
    identifier: parts.random.chance(0.5) ? `dup_${parts.address.replaceAll('.', '-')}`.padEnd(20, '0') : null,
  });
  const many = Array.from({ length: parts.random.between(2, 6) }, async () => {
    await parts.scheduler.sleep(parts.random.between(0, 9_000));
    await ask(parts, payment);
    await ask(parts, payment, { identifier: null });
  });
  await Promise.all(many);
}

/** One payment for several resources and bodies. */
async function otherRequest(parts: HostileParts): Promise<void> {
  const payment = sign(parts, {
    identifier: parts.random.chance(0.5) ? `oth_${parts.address.replaceAll('.', '-')}`.padEnd(20, '0') : null,
  });
  await Promise.all(
    [0, 1, 2].map(async (step) => {
      await parts.scheduler.sleep(step * parts.random.between(0, 5_000));
      await ask(parts, payment, step === 1 ? { variant: 'b' } : { product: payment.product + step });
    }),
  );
}

/** One identifier for several payments. */
async function sameIdentifier(parts: HostileParts): Promise<void> {
  const identifier = `same_${parts.address.replaceAll('.', '-')}`.padEnd(20, '0');
  const [first, second] = [sign(parts, { identifier }), sign(parts, { identifier })];
  await Promise.all(
    [first, second, first, second].map(async (payment) => {
      await parts.scheduler.sleep(parts.random.between(0, 12_000));
      await ask(parts, payment);
    }),
  );
}

/** Pays, and cancels the authorization on the chain before it is used. */
async function cancels(parts: HostileParts): Promise<void> {
  const payment = sign(parts);
  parts.scheduler.after(parts.random.between(0, 5_000), () => {
    parts.chain.cancel(payment.fields.from, payment.fields.nonce, 1);
  });
  await ask(parts, payment);
  await parts.scheduler.sleep(parts.random.between(1_000, 30_000));
  await ask(parts, payment);
}

/** Spends the nonce on a transfer to himself. */
async function diverts(parts: HostileParts): Promise<void> {
  const payment = sign(parts);
  const { fields } = payment;
  parts.scheduler.after(parts.random.between(0, 5_000), () => {
    parts.chain.broadcast({ ...fields, payer: fields.from, to: fields.from }, 1);
  });
  await ask(parts, payment);
  await parts.scheduler.sleep(parts.random.between(1_000, 30_000));
  await ask(parts, payment);
}

/** Puts his own payment on the chain at the same time; it pays us all the same. */
async function frontRuns(parts: HostileParts): Promise<void> {
  const payment = sign(parts);
  const { fields } = payment;
  parts.scheduler.after(parts.random.between(0, 4_000), () => {
    if (parts.chain.broadcast({ ...fields, payer: fields.from }, 1)) parts.selfMade.add(fields.nonce);
  });
  await ask(parts, payment);
  await parts.scheduler.sleep(parts.random.between(1_000, 20_000));
  await ask(parts, payment);
}

/** Too little, with an offer of his own making that says it is enough. */
async function underpays(parts: HostileParts): Promise<void> {
  for (let i = 0; i < 3; i++) {
    const payment = sign(parts, { value: 1n });
    await ask(parts, payment, parts.random.chance(0.5) ? {} : { acceptedAmount: 1_000n });
  }
}

async function wrongTerms(parts: HostileParts): Promise<void> {
  const now = parts.nowSeconds();
  await ask(parts, sign(parts, { to: `0x${'9'.repeat(40)}` }));
  await ask(parts, sign(parts, { validBefore: now - 5 }));
  await ask(parts, sign(parts, { validBefore: now + 4 }));
  await ask(parts, sign(parts, { validAfter: now + 500, validBefore: now + 600 }));
}

/** One payment in other letters and with another signature, at the same time and later. */
async function respells(parts: HostileParts): Promise<void> {
  const payment = sign(parts);
  await Promise.all(
    [{}, { capitals: true }, { twin: 1 }, { capitals: true, twin: 2 }].map(async (spelling) => {
      await parts.scheduler.sleep(parts.random.between(0, 8_000));
      await ask(parts, payment, spelling);
    }),
  );
}

async function blocked(parts: HostileParts): Promise<void> {
  await ask({ ...parts, wallet: parts.blockedWallet }, sign({ ...parts, wallet: parts.blockedWallet }));
}

/** Moves his money away while he is being served. */
async function emptyPurse(parts: HostileParts): Promise<void> {
  parts.scheduler.after(parts.random.between(0, 3_000), () => {
    parts.chain.emptyFromMs.set(parts.wallet.address.toLowerCase(), parts.scheduler.nowMs);
  });
  for (let i = 0; i < 2; i++) await ask(parts, sign(parts));
}

/** Copies authorizations of others, which are public once they are on the chain. */
async function thief(parts: HostileParts): Promise<void> {
  for (let i = 0; i < 4; i++) {
    await parts.scheduler.sleep(parts.random.between(2_000, 15_000));
    const found = parts.desk.all.filter((payment) => {
      const use = parts.chain.deps.get(`${payment.fields.from} ${payment.fields.nonce}`);
      return use?.to === PAY_TO && use.height <= parts.chain.height;
    });
    if (found.length === 0) continue;
    const payment = parts.random.pick(found);
    const spelling = parts.random.pick<Spelling & Theft>([
      { identifier: null },
      { identifier: null, forged: true },
      { identifier: null, product: payment.product + 1 },
      { identifier: null, acceptedAmount: 1n },
      { identifier: null, variant: 'stolen', capitals: true },
    ]);
    await ask(parts, payment, { ...spelling, isStolen: true });
  }
}

/** Comes back with a payment that was answered long ago. */
async function lateReplay(parts: HostileParts): Promise<void> {
  const payment = sign(parts, {
    identifier: parts.random.chance(0.5) ? `late_${parts.address.replaceAll('.', '-')}`.padEnd(20, '0') : null,
  });
  for (let i = 0; i < 3; i++) {
    await ask(parts, payment);
    await parts.scheduler.sleep(parts.random.between(5_000, 60_000));
  }
}

async function noPayment(parts: HostileParts): Promise<void> {
  const request: SimRequest = {
    payment: null,
    header: '',
    version: 2,
    product: parts.random.between(1, 6),
    variant: '',
    client: parts.address,
  };
  await parts.wire.send(request, 10_000);
  await parts.wire.send({ ...request, header: 'bm90IGEgcGF5bWVudA' }, 10_000);
}

/** Has his answer and asks for it again at once, before it can be on disk that he has it. */
async function echoes(parts: HostileParts): Promise<void> {
  for (let i = 0; i < 3; i++) {
    const payment = sign(parts);
    await ask(parts, payment);
    for (let again = 0; again < 2; again++) {
      await parts.scheduler.sleep(parts.random.between(0, 40));
      await ask(parts, payment);
    }
  }
}
