import { injectWallet } from '../../testing/injected-wallet';
import { describeInChromium, isFull, look, violationsOf } from '../../testing/browser-session';

if (isFull) jest.setTimeout(180_000);

describeInChromium((session) => {
  describe('the page of a paid address', () => {
    const PAY = 'text=Pay with <b>Test</b> Wallet';
    const sent: string[] = [];

    async function visit(target: string) {
      const context = await session.browser.newContext();
      // Payments are dated by the clock of the session.browser.
      await context.clock.setFixedTime(session.api.clock.now());
      const wallet = await injectWallet(context);
      const page = await context.newPage();
      sent.length = 0;
      const violations = violationsOf(page);
      page.on('request', (request) => {
        const payment = request.headers()['payment-signature'];
        if (payment !== undefined) sent.push(payment);
      });
      const response = await page.goto(session.api.url + target);
      expect([response?.status(), response?.headers()['payment-required'] !== undefined]).toEqual([402, true]);
      return { context, wallet, page, violations };
    }

    test('is paid with a wallet, once; the answer is proven, and is still there after a reload', async () => {
      const { context, wallet, page, violations } = await visit('/v1/eol/nodejs');
      await page.waitForSelector(PAY);
      await look(page, 'offer-wallet');
      await page.click(PAY);
      await page.waitForSelector('#paid >> text=/^Proven/');
      await look(page, 'offer-paid');
      expect(await page.innerText('#paid')).toContain('"product": "nodejs"');
      expect(await page.innerText('#wallets')).toBe('Pay again with <b>Test</b> Wallet');
      expect(wallet.asked).toEqual([
        'eth_requestAccounts',
        'eth_chainId',
        'wallet_switchEthereumChain',
        'eth_signTypedData_v4',
      ]);

      await page.reload();
      await page.waitForSelector('#paid >> text=/^Proven/');
      expect([wallet.asked.length, sent.length, violations]).toEqual([4, 1, []]);
      await context.close();
    });

    test('goes on after a reload with a payment whose answer was lost: the same bytes, no second signature', async () => {
      const { context, wallet, page } = await visit('/v1/eol/python');
      let reached = () => undefined as void;
      const arrived = new Promise<void>((resolve) => (reached = resolve));
      await page.route('**/v1/eol/python', async (route) => {
        if (route.request().headers()['payment-signature'] === undefined) return route.fallback();
        // The service settles it; its answer never comes.
        expect((await route.fetch()).status()).toBe(200);
        await route.abort();
        reached();
      });
      await page.click(PAY);
      await arrived;
      await page.unroute('**/v1/eol/python');
      await page.reload();
      await page.waitForSelector('#paid >> text=/^Proven/');

      expect(wallet.asked.filter((method) => method === 'eth_signTypedData_v4')).toHaveLength(1);
      expect([sent.length >= 2, new Set(sent).size]).toEqual([true, 1]);
      await context.close();
    });

    test('charges nothing when its owner refuses, and may be paid after that', async () => {
      const { context, wallet, page } = await visit('/v1/eol/php');
      wallet.refuses = true;
      await page.click(PAY);
      await page.waitForSelector('#paid >> text=You refused in the wallet, and nothing was charged.');
      await look(page, 'offer-refused');
      expect(sent).toEqual([]);

      wallet.refuses = false;
      await page.click(PAY);
      await page.waitForSelector('#paid >> text=/^Proven/');
      expect(sent).toHaveLength(1);
      await context.close();
    });
  });
});
