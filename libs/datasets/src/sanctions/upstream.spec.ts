import fc from 'fast-check';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { UpstreamShapeError } from '../upstream/upstream-shape-error';
import { listBytes, madeUpAddress, smallList } from '../testing';
import { finish } from '../tasks/cooperative-task';
import { CANARIES, missingCanaries } from './canaries';
import { sanctionsDataset } from './dataset';
import { guardSanctions } from './guards';

const corpora = resolve(__dirname, '../../../..', process.env['CORPORA_DIR'] ?? '../shared/corpora');
const folder = join(corpora, '../data/sanctions');
const there = existsSync(join(folder, 'ofac_sdn_evm.json'));
const lines = (file: string): string[] => readFileSync(join(folder, file), 'utf8').trim().split('\n');
const bytesOf = (file: string): Uint8Array => readFileSync(join(folder, file));

(there ? describe : describe.skip)(`the real list${there ? '' : ' (ofac_sdn_evm.json is missing)'}`, () => {
  it('is taken whole, passes every guard and blocks each listed address in any spelling', () => {
    const content = sanctionsDataset.read(bytesOf('ofac_sdn_evm.json'));
    const index = finish(sanctionsDataset.index(content));

    expect(content.addresses).toHaveLength(124);
    expect(content.unread).toEqual([]);
    expect(guardSanctions(content, undefined)).toEqual([]);
    expect(guardSanctions(content, content)).toEqual([]);
    expect(finish(sanctionsDataset.selfTest(index, content))).toBeUndefined();
    for (const address of lines('ofac_sdn_eth.txt')) {
      expect(index.has(address)).toBe(true);
      expect(index.has(`0x${address.slice(2).toUpperCase()}`)).toBe(true);
    }
  });

  it('blocks those that are listed under another ticker only', () => {
    const { addresses } = sanctionsDataset.read(bytesOf('ofac_sdn_evm.json'));
    const eth = new Set(lines('ofac_sdn_eth.txt'));
    const others = addresses.filter(({ address }) => !eth.has(address));

    expect(others).toHaveLength(4);
    expect(others.every(({ listed_as: tickers }) => tickers.join() === 'USDT')).toBe(true);
  });

  it('does not block those that were delisted', () => {
    const index = finish(sanctionsDataset.index(sanctionsDataset.read(bytesOf('ofac_sdn_evm.json'))));
    const removed = lines('removed_since_2024-09-27.txt');

    expect(removed).toHaveLength(90);
    expect(removed.filter((address) => index.has(address))).toEqual([]);
  });

  it('of an earlier day, as a bare list in mixed spelling, is read; the removals since then need an operator', () => {
    const earlier = sanctionsDataset.read(bytesOf('ofac_sdn_eth_2024-09-27.json'));
    const now = sanctionsDataset.read(bytesOf('ofac_sdn_evm.json'));

    expect(earlier.addresses).toHaveLength(152);
    expect(missingCanaries(earlier.addresses)).toEqual([]);
    expect(guardSanctions(earlier, undefined)).toEqual([]);
    expect(guardSanctions(now, earlier)).toEqual([
      { rule: 'shrunken', overridable: true, sentence: expect.stringContaining('90 of 152') as string },
    ]);
  });
});

describe('reading a list', () => {
  const entry = (address: string, chain = 'ETH'): object => ({ address, name: 'x', program: 'y', chain });
  const one = madeUpAddress(1);

  it('gives the same content for every form, order and spelling', () => {
    const upper = `0x${one.slice(2).toUpperCase()}`;
    const entries = sanctionsDataset.read(listBytes([entry(madeUpAddress(2)), entry(upper, 'USDT'), entry(one)]));
    const union = sanctionsDataset.read(
      listBytes({
        count: 2,
        addresses: [
          { address: one, listed_as: ['USDT', 'ETH'] },
          { address: madeUpAddress(2), listed_as: ['ETH'] },
        ],
      }),
    );

    expect(entries.addresses).toEqual([
      { address: one, listed_as: ['ETH', 'USDT'] },
      { address: madeUpAddress(2), listed_as: ['ETH'] },
    ]);
    expect(union.addresses).toEqual(entries.addresses);
    expect(sanctionsDataset.read(listBytes([upper, madeUpAddress(2), one])).addresses).toEqual(
      entries.addresses.map(({ address }) => ({ address, listed_as: [] })),
    );
  });

  it.each<[string, unknown, string]>([
    ['an address that lost a digit', [entry(one.slice(0, -1))], one.slice(0, -1)],
    ['an address with a digit too many', [entry(one, 'USDT'), entry(`${one}0`, 'USDT')], `${one}0`],
    ['an address with a blank', [entry(` ${one}`, 'USDC')], ` ${one}`],
    ['an address with an invisible character', [entry(`\u200b${one}`, 'USDC')], `\\u200b${one}`],
    ['half a character', [entry(`\ud800${one}`)], `\\ud800${one}`],
    ['a letter that is no digit', [entry(one.replace('1', 'g'))], one.replace('1', 'g')],
    ['no EVM address under an EVM ticker', [entry('1MadeUpMadeUp', 'eth')], '1MadeUpMadeUp'],
    ['the beginning twice', [entry(`0x0x${'ab'.repeat(32)}`, 'USDT')], `0x0x${'ab'.repeat(32)}`],
    ['more than other chains have', [entry(`0x${'ab'.repeat(32)}0`, 'USDT')], `0x${'ab'.repeat(32)}0`],
    ['the same in a bare list', [one, one.slice(0, -1)], one.slice(0, -1)],
  ])('keeps %s for an operator to look at, once', (_what, document, text) => {
    const content = sanctionsDataset.read(listBytes(document));

    expect(content.unread).toEqual([text]);
    const found = guardSanctions(content, undefined).find(({ rule }) => rule === 'address_refused');
    expect(found).toMatchObject({
      overridable: true,
      sentence: expect.stringMatching(/^1 listings [ -~]*$/) as string,
    });
    expect(guardSanctions(content, content).map(({ rule }) => rule)).not.toContain('address_refused');
  });

  it('sets addresses of other chains aside', () => {
    const content = sanctionsDataset.read(
      listBytes([
        entry('1MadeUpMadeUpMadeUpMadeUpMadeUp1', 'XBT'),
        entry('TMadeUpMadeUpMadeUpMadeUpMadeUp1', 'USDT'),
        entry(`0x${'ab'.repeat(32)}`, 'APT'),
        entry(one, 'NEW'),
      ]),
    );

    expect(content).toMatchObject({ addresses: [{ address: one, listed_as: ['NEW'] }], unread: [] });
  });

  it.each<[string, unknown, RegExp]>([
    ['a listing without an address', [{ name: 'x', chain: 'ETH' }], /at "\/0" .*address/],
    ['a listing without a ticker', [{ address: one }], /at "\/0" .*chain/],
    ['a mixture', [one, entry(one)], /at "\/1"/],
    ['fewer addresses than announced', { count: 2, addresses: [{ address: one, listed_as: ['ETH'] }] }, /announces 2/],
    [
      'a count that is no number',
      { count: '1', addresses: [{ address: one, listed_as: ['ETH'] }] },
      /at "\/count" .*integer/,
    ],
    ['addresses that are no list', { count: 1, addresses: { 0: one } }, /at "\/addresses" .*array/],
    ['a union without addresses', { count: 0 }, /at "" .*addresses/],
    ['an address alone in a union', { count: 1, addresses: [one] }, /at "\/addresses\/0" .*object/],
    ['a union entry without tickers', { count: 1, addresses: [{ address: one }] }, /at "\/addresses\/0" .*listed_as/],
    ['a union entry with no ticker', { count: 1, addresses: [{ address: one, listed_as: [] }] }, /listed_as" /],
    ['another document', { result: [] }, /count/],
    ['nothing', null, /must be object/],
  ])('refuses %s, and names the place', (_what, document, message) => {
    expect(() => sanctionsDataset.read(listBytes(document))).toThrow(UpstreamShapeError);
    expect(() => sanctionsDataset.read(listBytes(document))).toThrow(message);
  });

  it('refuses what is no JSON text', () => {
    expect(() => sanctionsDataset.read(new Uint8Array(1000))).toThrow(/no JSON text/);
    expect(() => sanctionsDataset.read(smallList().slice(0, 500))).toThrow(/no JSON text/);
  });

  it('never loses a listed account, whatever else is listed with it (property)', () => {
    const hex = fc.array(fc.constantFrom(...'0123456789abcdefABCDEF'), { minLength: 40, maxLength: 40 });
    const account = hex.map((digits) => `0x${digits.join('')}`);
    const foreign = fc.stringMatching(/^[13TXbq][a-zA-Z0-9]{20,40}$/);

    fc.assert(
      fc.property(fc.array(account), fc.array(foreign), (accounts, others) => {
        const rows = [...accounts.map((a) => entry(a, 'USDT')), ...others.map((a) => entry(a, 'XBT'))];
        const content = sanctionsDataset.read(listBytes(rows));
        const index = finish(sanctionsDataset.index(content));
        expect(accounts.every((address) => index.has(address))).toBe(true);
        expect(index.size).toBe(new Set(accounts.map((address) => address.toLowerCase())).size);
        expect(guardSanctions(content, undefined).filter(({ overridable }) => !overridable)).toEqual(
          accounts.length === 0 ? [expect.objectContaining({ rule: 'empty' })] : [],
        );
      }),
    );
  });

  it('the canaries are addresses as the list writes them', () => {
    expect(CANARIES.filter((canary) => !/^0x[0-9a-f]{40}$/.test(canary))).toEqual([]);
  });
});
