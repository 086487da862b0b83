import { addressTopic, AUTHORIZATION_USED, TRANSFER } from '../evidence/authorization-use';
import { SAMPLE_TERMS } from '../testing';
import { receiptOutcome } from './receipt-outcome';
import type { BookTransfer } from './transaction-book';
import type { WalletReceipt } from './wallet-node';

const TRANSFER_WANTED: BookTransfer = {
  payer: `0x${'aa'.repeat(20)}`,
  nonce: `0x${'01'.repeat(32)}`,
  payTo: `0x${'bb'.repeat(20)}`,
  value: 1_000n,
  validBefore: 1_800_000_000,
};

interface Happened {
  readonly address?: string;
  readonly from?: string;
  readonly to?: string;
  readonly value?: bigint;
  readonly succeeded?: boolean;
}

function receipt({
  address = SAMPLE_TERMS.asset.toLowerCase(),
  from = TRANSFER_WANTED.payer,
  to = TRANSFER_WANTED.payTo,
  value = TRANSFER_WANTED.value,
  succeeded = true,
}: Happened): WalletReceipt {
  const used = [AUTHORIZATION_USED, addressTopic(TRANSFER_WANTED.payer), TRANSFER_WANTED.nonce];
  const logs = [
    { address, topics: used, data: '0x', index: 0 },
    {
      address,
      topics: [TRANSFER, addressTopic(from), addressTopic(to)],
      data: `0x${value.toString(16).padStart(64, '0')}`,
      index: 1,
    },
  ];
  return { hash: `0x${'cc'.repeat(32)}`, block: 7, blockHash: `0x${'dd'.repeat(32)}`, succeeded, logs, costWei: 1n };
}

const outcome = (happened: Happened) => receiptOutcome(SAMPLE_TERMS, receipt(happened), TRANSFER_WANTED);

it.each<[string, Happened]>([
  ['the transfer that was signed', {}],
  ['a transfer of more', { value: 1_001n }],
])('%s settles the payment', (_, happened) => {
  expect(outcome(happened)).toEqual({
    kind: 'settled',
    transaction: `0x${'cc'.repeat(32)}`,
    payer: TRANSFER_WANTED.payer,
    network: SAMPLE_TERMS.network,
  });
});

it.each<[string, Happened]>([
  ['events of another contract', { address: `0x${'ee'.repeat(20)}` }],
  ['a transfer of less', { value: 999n }],
  ['a transfer to somebody else', { to: `0x${'ee'.repeat(20)}` }],
  ['a transfer of somebody else', { from: `0x${'ee'.repeat(20)}` }],
  ['a transaction that failed', { succeeded: false }],
])('%s leaves doubt', (_, happened) => {
  expect(outcome(happened)).toEqual({ kind: 'unknown', reason: 'the transfer failed in its transaction' });
});
