import { BogusPayments } from '../attackers/bogus-payments';
import { Connection, hold } from '../attackers/connection';
import { address, pause, type Field } from '../attackers/field';
import type { Attack } from './attack';

/** The places of the overload gate. */
const HELD = 256;
/** What replaces those that are cut after fifteen seconds, and what is refused meanwhile. */
const MORE_PER_SECOND = 23;
/** One more than a client may have refused. */
const REFUSALS = 6;

const UNSIGNED = 'GET /v1/eol/nodejs HTTP/1.1\r\nHost: localhost\r\nPAYMENT-SIGNATURE: x\r\nContent-Length: 1\r\n\r\n';
const JUNK = 'GET /v1/eol/nodejs HTTP/1.1\r\nHost: localhost\r\nPAYMENT-SIGNATURE: x\r\n\r\n';

/** Requests whose payment is nothing and whose body never comes. */
export const trickle: Attack = {
  name: 'trickle',
  what: `${HELD} unsigned requests whose body never comes, ${MORE_PER_SECOND} more a second`,
  shopping: 'answers',
  run: (field) => holdAll(field, [address(0)], () => UNSIGNED),
};

/** The same from an address that must wait for having sent bad payments. */
export const trickleRefused: Attack = {
  name: 'trickle-refused',
  what: 'the same from an address that is in the refusal limit',
  shopping: 'answers',
  async run(field) {
    const junk = new Connection({ url: field.url, from: address(0) });
    for (let sent = 0; sent < REFUSALS; sent++) field.count(await junk.ask(JUNK));
    junk.close();
    await holdAll(field, [address(0)], () => UNSIGNED);
  },
};

/** The same with an address for each connection, so that no limit of a client is met; half of the payments can be read. */
export const trickleMany: Attack = {
  name: 'trickle-many',
  what: `the same from ${HELD} addresses, half of them with payments that can be read`,
  shopping: 'answers',
  async run(field) {
    const body = '{"items":[{"product":"nodejs","version":"24"}]}';
    const payments = await BogusPayments.for(field.url, [{ method: 'POST', target: '/v1/eol/check', body }]);
    const addresses = Array.from({ length: HELD }, (_, number) => address(number));
    // All but the last byte of the body.
    await holdAll(field, addresses, (turn) => (turn % 2 === 0 ? UNSIGNED : payments.unsigned(turn).slice(0, -1)));
  },
};

async function holdAll(field: Field, addresses: readonly string[], next: (turn: number) => string): Promise<void> {
  let opened = 0;
  const one = async (): Promise<void> => {
    const turn = opened++;
    const from = addresses[turn % addresses.length]!;
    const socket = await hold({ url: field.url, from, bytes: next(turn), onAnswer: (answer) => field.count(answer) });
    if (field.signal.aborted) socket.destroy();
    else field.signal.addEventListener('abort', () => socket.destroy());
  };
  await Promise.all(Array.from({ length: HELD }, one));
  field.inPosition();
  while (!field.signal.aborted) {
    await pause(1_000 / MORE_PER_SECOND, field.signal);
    await one();
  }
}
