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
  run: (field) => holdAll(field, [address(0)]),
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
    await holdAll(field, [address(0)]);
  },
};

/** The same with an address for each connection, so that no limit of a client is met. */
export const trickleMany: Attack = {
  name: 'trickle-many',
  what: `the same from ${HELD} addresses`,
  shopping: 'answers',
  run: (field) =>
    holdAll(
      field,
      Array.from({ length: HELD }, (_, number) => address(number)),
    ),
};

async function holdAll(field: Field, addresses: readonly string[]): Promise<void> {
  let opened = 0;
  const one = async (): Promise<void> => {
    const from = addresses[opened++ % addresses.length]!;
    const socket = await hold({ url: field.url, from, bytes: UNSIGNED, onAnswer: (answer) => field.count(answer) });
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
