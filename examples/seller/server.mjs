// A service with one paid route. In the sandbox any key pays and no money moves; for real money set NETWORK, FACILITATOR and PAY_TO.
import express from 'express';
import { openShop } from '@stackcheck/payment-http';

const { PORT = '8410', LEDGER = 'payments.db', NETWORK = 'eip155:84532', FACILITATOR = 'sandbox' } = process.env;
const shop = await openShop({
  baseUrl: process.env.PUBLIC_BASE_URL ?? `http://127.0.0.1:${PORT}`,
  payTo: process.env.PAY_TO ?? '0x000000000000000000000000000000000000dEaD',
  network: NETWORK,
  facilitator: FACILITATOR,
  ledger: LEDGER,
  log: ({ level, event, reason }) => console.error(level, event, reason ?? ''),
});

const app = express();
app.get(
  '/dice/:sides',
  shop.paidRoute({ id: 'dice', price: '0.001', description: 'A throw of one die with 2 to 1000 sides.' }, (request) => {
    const sides = Number(request.params.sides);
    if (!Number.isInteger(sides) || sides < 2 || sides > 1000)
      throw Object.assign(new Error('sides must be a whole number from 2 to 1000'), { status: 400 });
    return { sides, thrown: 1 + Math.floor(Math.random() * sides) };
  }),
);
app.use((error, request, response, _next) =>
  response
    .status(error.status ?? 500)
    .json({ error: error.status ? error.message : 'something broke; nothing was charged' }),
);

const server = app.listen(Number(PORT), '127.0.0.1', () => console.log(`selling at http://127.0.0.1:${PORT}/dice/6`));
const end = () => server.close(() => shop.close().then(() => process.exit(0)));
process.once('SIGTERM', end).once('SIGINT', end);
void shop.failed.then((why) => {
  console.error(`nothing can be sold any more: ${why}`);
  process.exit(1);
});
