import fc from 'fast-check';
import { clientKey, clientKeys, widerClientKey } from './client-address';

describe('the key of a client', () => {
  it.each([
    ['192.0.2.1', '192.0.2.1'],
    ['192.0.2.1:4711', '192.0.2.1'],
    ['198.151.100.123:65535', '198.151.100.123'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['::FFFF:C000:0201', '192.0.2.1'],
    ['[::ffff:192.0.2.1]:443', '192.0.2.1'],
    ['0:0:0:0:0:ffff:192.0.2.1', '192.0.2.1'],
    ['64:ff9b::192.0.2.1', '192.0.2.1'],
    ['64:ff9b::c000:201', '192.0.2.1'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002::', '2001:db8:1:2::/64'],
    ['2001:db8:1:3::1', '2001:db8:1:3::/64'],
    ['[2001:db8:1:2::9]:443', '2001:db8:1:2::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['[fe80::1%25eth0]:80', 'fe80:0:0:0::/64'],
    ['%eth0', ''],
    ['[2001:db8::1]:443,', '[2001:db8::1]:443,'],
    ['[2001:db8::1]x', '[2001:db8::1]x'],
    [' 192.0.2.1 ', '192.0.2.1'],
    ['::1', '0:0:0:0::/64'],
    ['::', '0:0:0:0::/64'],
    ['2001:db8:1:2::/64', '2001:db8:1:2::/64'],
    ['64:ff9b:1::192.0.2.1', '64:ff9b:1:0::/64'],
    ['64:1::192.0.2.1', '64:1:0:0::/64'],
    ['1:ff9b::192.0.2.1', '1:ff9b:0:0::/64'],
    ['64:ff9b:0:1::192.0.2.1', '64:ff9b:0:1::/64'],
    ['64:ff9b::1:0:192.0.2.1', '64:ff9b:0:0::/64'],
    ['0:0:0:1:0:ffff:192.0.2.1', '0:0:0:1::/64'],
    ['0:0:1:0:0:ffff:192.0.2.1', '0:0:1:0::/64'],
    ['::1:ffff:192.0.2.1', '0:0:0:0::/64'],
    ['Unix socket', 'unix socket'],
    [':::', ':::'],
    ['1::2::3', '1::2::3'],
    ['1.2.3.4::', '1.2.3.4::'],
    ['1:2:3:4:5:6:7:8:9', '1:2:3:4:5:6:7:8:9'],
    ['2001:db8::12345', '2001:db8::12345'],
    ['::ffff:192.0.2.256', '::ffff:192.0.2.256'],
    ['', ''],
  ])('%j is %s', (address, key) => {
    expect(clientKey(address)).toBe(key);
  });

  const groups = (count: number) =>
    fc.array(
      fc.nat({ max: 0xffff }).map((value) => value.toString(16)),
      { minLength: count, maxLength: count },
    );

  it('is one for a whole /64, and is its own key', () => {
    fc.assert(
      fc.property(groups(4), groups(4), groups(4), (net, left, right) => {
        const [one, other] = [clientKey([...net, ...left].join(':')), clientKey([...net, ...right].join(':'))];
        expect(one === other || net.every((part) => part === '0') || net.join(':').startsWith('64:ff9b')).toBe(true);
        expect(clientKey(one)).toBe(one);
      }),
    );
  });

  it('reads IPv6 as the URL standard does, and nothing else as IPv6', () => {
    const piece = fc.constantFrom(
      ':',
      '::',
      '0',
      'ffff',
      'FFFF',
      '64',
      'ff9b',
      'db8',
      '10.0.0.1',
      '010.0.0.1',
      '1.2.3',
      '300',
      '12345',
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.ipV6(),
          fc.array(piece, { maxLength: 14 }).map((parts) => parts.join('')),
        ),
        (text) => {
          if (/^\d+(\.\d+){3}(:\d+)?$/.test(text)) return;
          const isAddress = text.includes(':') && URL.canParse(`http://[${text}]/`);
          const { own, site } = clientKeys(text);
          expect(site !== null || /^\d+(\.\d+){3}$/.test(own)).toBe(isAddress);
          if (isAddress) expect(clientKeys(new URL(`http://[${text}]/`).hostname)).toEqual(clientKeys(text));
        },
      ),
      { numRuns: 5_000 },
    );
  });
});

describe('wider keys', () => {
  it.each([
    ['192.0.2.1', null, '192.0.2.0/24'],
    ['2001:db8:1:2::9', '2001:db8:1::/48', '2001:db8:1::/48'],
    ['::1', '0:0:0::/48', '0:0:0::/48'],
    ['::ffff:192.0.2.1', null, '192.0.2.0/24'],
    ['unix socket', null, 'text'],
  ])('of %s', (address, site, wider) => {
    expect([clientKeys(address).site, widerClientKey(clientKey(address))]).toEqual([site, wider]);
  });

  it('are one for all networks of a /48', () => {
    fc.assert(
      fc.property(fc.nat({ max: 0xffff }), fc.nat({ max: 0xffff }), (left, right) => {
        const [one, other] = [left, right].map((net) => clientKeys(`2001:db8:7:${net.toString(16)}::1`));
        expect(one!.site).toBe(other!.site);
      }),
    );
  });
});
