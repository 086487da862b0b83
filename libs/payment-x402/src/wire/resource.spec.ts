import { LIMITS } from '@stackcheck/contract';
import fc from 'fast-check';
import { isSameResource } from './resource';

describe('two resources', () => {
  const base = 'https://api.example.com/v1/eol/image?image=node%3A20&x=1';
  it.each([
    [base, true],
    ['HTTPS://API.EXAMPLE.COM/v1/eol/image?image=node%3A20&x=1', true],
    ['https://api.example.com:443/v1/eol/image?image=node%3a20&x=1', true],
    ['https://api.example.com/v1/eol/image?image=node%3A20&x=1#part', true],
    ['https://api.example.com/v1/x/../eol/image?image=node%3A20&x=1', true],
    ['https://api.example.com/v1/eol/image?image=node:20&x=1', false],
    ['https://api.example.com/v1/eol/image?x=1&image=node%3A20', false],
    ['https://api.example.com/v1/eol/Image?image=node%3A20&x=1', false],
    ['https://api.example.com/v1/eol/image/?image=node%3A20&x=1', false],
    ['https://api.example.com:8443/v1/eol/image?image=node%3A20&x=1', false],
    ['http://api.example.com/v1/eol/image?image=node%3A20&x=1', false],
    ['https://user@api.example.com/v1/eol/image?image=node%3A20&x=1', false],
    ['//api.example.com/v1/eol/image?image=node%3A20&x=1', false],
    ['', false],
  ])('%s is the one that is called: %s', (named, isSame) => {
    expect(isSameResource(named, base)).toBe(isSame);
  });

  it('are the same where they are the same text, whatever it is', () => {
    expect(isSameResource('no URL at all', 'no URL at all')).toBe(true);
    expect(isSameResource('no URL at all', 'No URL at all')).toBe(false);
  });

  it('that are longer than a header are compared as texts alone', () => {
    const long = (length: number, host: string): string => `https://${host}/`.padEnd(length, 'x');
    const most = LIMITS.paymentHeaderBytesMax;

    expect(isSameResource(long(most, 'a.example'), long(most, 'A.example'))).toBe(true);
    expect(isSameResource(long(most + 1, 'a.example'), long(most + 1, 'A.example'))).toBe(false);
  });

  it('are the same with and without an empty query', () => {
    expect(isSameResource('https://a.example/v1?', 'https://a.example/v1')).toBe(true);
  });

  it('are compared without a throw, the same both ways', () => {
    const any = fc.oneof(fc.string({ unit: 'binary' }), fc.webUrl({ withQueryParameters: true, withFragments: true }));
    fc.assert(fc.property(any, any, (one, other) => isSameResource(one, other) === isSameResource(other, one)));
  });
});
