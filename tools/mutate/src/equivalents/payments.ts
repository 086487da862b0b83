import type { Equivalent } from './equivalent';

/** Of payment rails, stores and what sells. */
export const PAYMENTS: readonly Equivalent[] = [
  {
    file: 'caveats.ts',
    original: 'at > 0',
    replacement: 'at >= 0',
    reason: 'nothing stands before the first time, and no number is greater than nothing',
  },
  {
    file: 'settle-response.ts',
    original: "'object'",
    replacement: '""',
    reason: 'a shape that is neither text nor number is read as that of an object',
  },
  {
    file: 'prove-answer.ts',
    original: 'data !== undefined',
    replacement: 'true',
    reason:
      'a manifest is a member of data, so that data is there where the manifest is; only the compiler needs the condition',
  },
  {
    file: 'follower.ts',
    original: 'hashes.filter((other) => other !== minedAs)',
    replacement: 'hashes',
    reason: 'asks a second time for a receipt that is gone; only saves a question',
  },
  {
    file: 'signature/eip3009.ts',
    original: 'separator === undefined',
    replacement: 'true',
    reason: 'the separator of a domain is the same each time; only saves to hash it again',
  },
  ...['2 * 1024', '2 * 1024 * 1024', '2 * 1024 * 1024 * 1024', '2 * 1024 * 1024 * 1024 - 65_536', 'isMapped'].map(
    (original) => ({
      file: 'advisories/advisory-reader.ts',
      original,
      reason: 'how much of a file is read where the system keeps it; only saves to copy it',
    }),
  ),
  {
    file: 'refusals/sliding-window.ts',
    original: '[]',
    replacement: '["Stryker was here"]',
    reason: 'a text has no time, so that it is in no window',
  },
  {
    file: 'settle/keep-refused.ts',
    original: 'earlier.refusal?.reason',
    replacement: 'earlier.refusal.reason',
    reason: 'what was refused has a reason; only the compiler needs the question mark',
  },
  {
    file: 'sale/checkout.ts',
    original: '!settling',
    replacement: 'true',
    reason: 'what is settled gives its lock and its place back itself; to give them back twice does nothing',
  },
  {
    file: 'sale/deliver.ts',
    original: 'form === undefined',
    replacement: 'false',
    reason: 'a form that is undefined is none',
  },
  {
    file: 'payments/l402-secret.ts',
    original: '[]',
    replacement: '["Stryker was here"]',
    reason: 'readers keep only entries whose end lies ahead; a text has none',
  },
  {
    file: 'http/request-smuggling-guard.ts',
    original: "name === 'sec-fetch-mode'",
    replacement: 'true',
    reason: 'more heads go along the whole path, which gives the same answer',
  },
  {
    file: 'facilitators/facilitator-replies.ts',
    original: "posted.kind !== 'reply'",
    replacement: 'false',
    reason:
      'what is no reply has neither status nor text, so that it is read as nothing; only the compiler needs the condition',
  },
  {
    file: 'facilitators/facilitator-support.ts',
    original: "reply.kind !== 'reply'",
    replacement: 'false',
    reason: 'what is no reply has no status, and that is not 200 either; only the compiler needs the condition',
  },
  {
    file: 'request/client-address.ts',
    original: '/^::ffff:(?=\\d+\\.)/i',
    replacement: '/^::ffff:(?=\\d\\.)/i',
    reason: 'ranges of IPv4 hold mapped addresses in either spelling',
  },
  {
    file: 'src/caveats.ts',
    original: 'at > 0',
    replacement: 'true',
    reason: 'nothing stands before the first time, and no number is greater than nothing',
  },
  {
    file: 'src/macaroon-binary.ts',
    original: "'utf8'",
    replacement: '""',
    reason: 'an encoding without a name is read as UTF-8',
  },
  {
    file: 'src/macaroon-binary.ts',
    original: 'high === undefined',
    replacement: 'false',
    reason: 'no byte adds nothing to the length, and what is cut then lies beyond the end',
  },
  {
    file: 'verification-slots.ts',
    original: 'payer !== null',
    replacement: 'true',
    reason: 'there is no entry of null that could be removed; only the compiler needs the condition',
  },
  {
    file: 'offer/bazaar.ts',
    original: 'body === undefined',
    replacement: 'false',
    reason: 'written as JSON alone, which leaves out what is undefined',
  },
  {
    file: 'offer/offer.ts',
    original: "'utf8'",
    replacement: '""',
    reason: 'an encoding without a name is read as UTF-8',
  },
  {
    file: 'self/submitter.ts',
    original: 'bundle.length === 1',
    replacement: 'false',
    reason: 'the other branch submits a bundle of one in the same way',
  },
  {
    file: 'restore-target.ts',
    original: "'none'",
    replacement: '""',
    reason: 'compared with another word alone',
  },
  {
    file: 'store-postgres/src/move/move-source.ts',
    original: 'rows[0]?.stopped',
    replacement: 'rows[0].stopped',
    reason: 'the schema puts one row into the table, and nothing removes it; only the compiler needs the question mark',
  },
  {
    file: 'advisories/advisory-builder.ts',
    original: 'database.open',
    replacement: 'true',
    reason: 'to close what is closed does nothing',
  },
  {
    file: 'payments/checkpointing-commit.ts',
    original: "typeof code === 'string'",
    replacement: 'true',
    reason: 'no other code begins with what is looked for',
  },
  {
    file: 'payments/ledger-fault.ts',
    original: "typeof code !== 'string'",
    replacement: 'false',
    reason: 'no other code is one of those that are looked for',
  },
  {
    file: 'payments/payment-row.ts',
    original: 'body.length > AT_ONCE_BYTES',
    replacement: 'body.length >= AT_ONCE_BYTES',
    reason: 'chooses the thread that compresses a body of exactly that size',
  },
  {
    file: 'payments/payment-row.ts',
    original: '-4',
    replacement: '+4',
    reason: 'chooses the thread that unpacks',
  },
  {
    file: 'src/storage-fault.ts',
    original: '!existsSync(folder)',
    replacement: 'false',
    reason: 'what is not there has no figures either, which is caught with the same result',
  },
  {
    file: 'self/fees.ts',
    original: 'wanted < cap',
    replacement: 'wanted <= cap',
    reason: 'the smaller of two equal ones is either',
  },
  {
    file: 'self/fees.ts',
    original: 'wanted < most',
    replacement: 'wanted <= most',
    reason: 'the smaller of two equal ones is either',
  },
  {
    file: 'sale/payments/keys.ts',
    original: "'win32'",
    replacement: '""',
    reason: 'differs on Windows alone, whose files have no such modes',
  },
];
