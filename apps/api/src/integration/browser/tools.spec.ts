import { curlOutput } from '../../testing/curl-output';
import { injectWallet } from '../../testing/injected-wallet';
import { describeInChromium, HOSTILE, isFull, look, overflowOf, violationsOf } from '../../testing/browser-session';

if (isFull) jest.setTimeout(180_000);
const SBOM = JSON.stringify({
  bomFormat: 'CycloneDX',
  specVersion: '1.6',
  version: 1,
  components: [{ type: 'library', name: 'lodash', version: '4.17.20', purl: 'pkg:npm/lodash@4.17.20' }],
});

describeInChromium((session) => {
  test('a paid answer is verified in the browser, by both keys; an altered one is refused', async () => {
    const url = `${session.api.url}/v1/eol/nodejs`;
    const answer = await curlOutput(await session.api.buy('service_eol_product', '/v1/eol/nodejs'));
    const page = await session.browser.newPage();
    await page.goto(`${session.api.url}/verify`);
    const verdictOn = async (text: string): Promise<string> => {
      await page.fill('#answer', text);
      await page.fill('#url', url);
      await page.click('#run');
      await page.waitForSelector('#result[aria-busy]', { state: 'detached' });
      return page.innerText('#result');
    };

    const keys = (await (await fetch(`${session.api.url}/.well-known/jwks.json`)).json()) as {
      keys: { kid: string }[];
    };
    const proven = await verdictOn(answer);
    expect(proven).toMatch(/^Proven\n/);
    for (const { kid } of keys.keys) expect(proven).toContain(kid);
    await look(page, 'verify-proven');
    expect(await verdictOn(answer.replace('"nodejs"', '"nodejz"'))).toMatch(/^Not proven: .*the body is not the one/s);
    await look(page, 'verify-not-proven');
    expect(await verdictOn(answer.replace(/HTTP.* 200/, 'HTTP/1.1 201'))).toContain('the signature is not over this');
    expect(await verdictOn('<img src=x onerror=alert(1)>')).toMatch(/^Nothing to verify/);
    await look(page, 'verify-nothing');
    await page.close();
  });

  test('an unpaid call is asked for real and its offer inspected, as is one of any seller', async () => {
    const page = await session.browser.newPage();
    const violations = violationsOf(page);
    await page.goto(`${session.api.url}/402`);
    const offers: (string | undefined)[] = [];
    page.on('response', (response) => {
      if (response.status() === 402) offers.push(response.headers()['payment-required']);
    });
    await page.selectOption('#call', { label: '0.03 USD: POST /v1/stack/check' });
    await page.click('#run');
    await page.waitForSelector('#inspected >> text=accepts[0]: 0.03 USDC');
    await look(page, '402-inspected');
    const said = await page.innerText('#inspected');
    expect([said.match(/agrees/g)?.length, said.includes('differs'), offers.length]).toEqual([3, false, 1]);

    await page.click('summary');
    const foreign = { x402Version: 2, accepts: [{ amount: '7', payTo: HOSTILE }] };
    await page.fill('#offer', Buffer.from(JSON.stringify(foreign)).toString('base64'));
    await page.click('#run');
    await page.waitForSelector(`#inspected >> text=${HOSTILE}`);
    await look(page, '402-foreign');
    expect([offers.length, await page.$$('img[src=x]'), violations]).toEqual([1, [], []]);
    await page.close();
  });

  test('a text that is pasted at home is read in the browser, and leads to where it is answered', async () => {
    const page = await session.browser.newPage();
    const violations = violationsOf(page);
    const asked: string[] = [];
    page.on('request', (request) => asked.push(`${request.method()} ${new URL(request.url()).pathname}`));
    await page.goto(`${session.api.url}/`);
    await page.focus('#q');
    await page.waitForSelector('#names option[value=nodejs]', { state: 'attached' });
    await look(page, 'home-names');
    await page.fill('#text', 'node:18-alpine3.18');
    await page.click('#paste button');
    await page.waitForURL('**/image?image=node%3A18-alpine3.18');

    await page.goBack();
    await page.fill('#text', `FROM node:18\nFROM ${HOSTILE}\n`);
    await page.click('#paste button');
    await page.waitForSelector('#found >> text=node:18');
    await look(page, 'home-pasted');
    expect([asked.filter((line) => line.startsWith('POST')), await page.$$('img[src=x]'), violations]).toEqual([
      [],
      [],
      [],
    ]);
    await page.close();
  });

  test('an image is read while it is typed', async () => {
    const page = await session.browser.newPage();
    const violations = violationsOf(page);
    await page.goto(`${session.api.url}/image`);
    await page.fill('#image', 'node:18-alpine3.18');
    await page.waitForSelector('#live a[href="/p/nodejs?version=18"]');
    await page.waitForSelector('#live a[href="/p/alpine-linux?version=3.18"]');
    await look(page, 'image-typed');
    await page.fill('#image', `FROM ${HOSTILE}`);
    await page.waitForSelector('#live p.big');
    await look(page, 'image-unreadable');
    expect([await page.$$('img[src=x]'), violations]).toEqual([[], []]);
    await page.close();
  });

  test('a stack is read in the browser, where it stays until its check is paid for; the report is still there after a reload', async () => {
    const context = await session.browser.newContext();
    await context.clock.setFixedTime(session.api.clock.now());
    await injectWallet(context);
    const page = await context.newPage();
    const violations = violationsOf(page);
    const asked: string[] = [];
    page.on('request', (request) => asked.push(`${request.method()} ${new URL(request.url()).pathname}`));
    await page.goto(`${session.api.url}/stack`);
    await page.setInputFiles('#files', [
      { name: 'Dockerfile', mimeType: '', buffer: Buffer.from(`FROM node:18-alpine3.18\nFROM ${HOSTILE}\n`) },
      { name: `${HOSTILE}.cdx.json`, mimeType: '', buffer: Buffer.from(SBOM) },
    ]);
    await page.click('#run');
    await page.waitForSelector('#found >> text=pkg:npm/lodash@4.17.20');
    await look(page, 'stack-read');
    expect(await page.innerText('#bill')).toMatch(/1\s+1\s+1\s+0\.03\s+0\.03/);
    expect(asked.filter((line) => !/^GET \/(assets\/|stack$|favicon)/.test(line))).toEqual([]);
    expect(await page.$$('img[src=x]')).toEqual([]);

    await page.click('text=Pay with <b>Test</b> Wallet');
    await page.waitForSelector('#paid >> text=/^Proven/');
    await look(page, 'stack-paid');
    expect(await page.innerText('#paid')).toMatch(/^fail: [^]*Dockerfile:1[^]*lodash[^]*4\.17\.21/);

    await page.reload();
    await page.waitForSelector('#last >> text=/^Proven/');
    expect(await page.innerText('#last')).toMatch(/^fail: [^]*lodash/);
    expect([violations, await overflowOf(page)]).toEqual([[], []]);
    await context.close();
  });
});
