import { headerOf, readResponse } from './raw-response';

const read = (text: string, method = 'GET') => readResponse(Buffer.from(text, 'latin1'), method);

describe('an answer read byte by byte', () => {
  const whole = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\nETag: "a"\r\nX: 1\r\nx: 2\r\n\r\nok';

  it('is complete with its last byte, not before', () => {
    expect(read(whole.slice(0, -1))).toBeUndefined();
    expect(read(whole)).toMatchObject({ status: 200, surplus: 0, unframed: false, keepsAlive: true });
    expect(read(whole)!.body.toString()).toBe('ok');
    expect(headerOf(read(whole)!, 'etag')).toBe('"a"');
    expect(read(whole)!.headers.get('x')).toEqual(['1', '2']);
  });

  it('comes after interim answers', () => {
    expect(read('HTTP/1.1 100 Continue\r\n\r\n')).toBeUndefined();
    expect(read(`HTTP/1.1 100 Continue\r\n\r\n${whole}`)).toMatchObject({ status: 200, surplus: 0 });
  });

  it.each([
    ['to HEAD', whole.slice(0, -2), 'HEAD', 200],
    ['204', 'HTTP/1.1 204 No Content\r\n\r\n', 'OPTIONS', 204],
    ['304', 'HTTP/1.1 304 Not Modified\r\nContent-Length: 9\r\n\r\n', 'GET', 304],
  ])('%s has no body', (_name, text, method, status) => {
    expect(read(text, method)).toMatchObject({ status, surplus: 0, unframed: false });
  });

  it.each([
    ['bytes after its end', `${whole}HTTP/1.1 408`, { surplus: 12 }],
    ['no length', 'HTTP/1.1 200 OK\r\n\r\n', { unframed: true }],
    [
      'a connection that ends',
      'HTTP/1.1 200 OK\r\nConnection: Close\r\nContent-Length: 0\r\n\r\n',
      { keepsAlive: false },
    ],
    ['another protocol', 'ICY 200 OK\r\nContent-Length: 0\r\n\r\n', { status: 0 }],
  ])('reports %s', (_name, text, expected) => expect(read(text)).toMatchObject(expected));
});
