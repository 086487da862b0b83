import { BogusPayments } from '../attackers/bogus-payments';
import { hold } from '../attackers/connection';
import { address, pause } from '../attackers/field';
import type { Attack } from './attack';

/** Places that downloads have. */
const CONNECTIONS = 16;
const AGAIN_MS = 250;

/** One payment, and its download begun again and again by a client that then reads no more. */
export const slowDownloads: Attack = {
  name: 'slow-downloads',
  what: `one paid download on ${CONNECTIONS} connections that stop reading`,
  shopping: 'snapshots',
  async run(field) {
    const payments = await BogusPayments.for(field.url, [{ target: '/v1/osv/snapshot' }]);
    const bytes = payments.paid(0);
    let open = 0;
    const one = async (): Promise<void> => {
      open++;
      await new Promise<void>((answered) => {
        const holding = { url: field.url, from: address(0), bytes, readsNoBody: true };
        void hold({
          ...holding,
          onAnswer(answer) {
            field.count(answer);
            answered();
          },
        }).then((socket) => {
          socket.once('close', () => open--);
          if (field.signal.aborted) socket.destroy();
          else field.signal.addEventListener('abort', () => socket.destroy());
        });
      });
    };
    // The payment is settled with the first; before that the others would be answered that it is in progress.
    await one();
    await Promise.all(Array.from({ length: CONNECTIONS - 1 }, one));
    field.inPosition();
    while (!field.signal.aborted) {
      await pause(AGAIN_MS, field.signal);
      if (open < CONNECTIONS && !field.signal.aborted) await Promise.race([one(), pause(1_000, field.signal)]);
    }
  },
};
