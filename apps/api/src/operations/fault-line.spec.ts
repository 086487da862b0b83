import { faultLine, scrubbed } from './fault-line';

const SECRET = 'sk-planted';

describe('what is logged of a fault', () => {
  test.each<[string, unknown]>([
    ['a parser that quotes its input', thrown(() => JSON.parse(`{"a": ${SECRET}}`))],
    ['a URL', new TypeError(`cannot reach https://rpc.example/v2/${SECRET}?key=${SECRET}`)],
    ['a quoted value', new Error(`header "${SECRET}" is invalid`)],
    ['a long token', new Error(`got ${SECRET}${'a'.repeat(40)}`)],
    ['a thrown text', SECRET],
    ['a thrown object', { token: SECRET }],
    ['a message of several lines', new Error(`first\n    at "${SECRET}"\nthird`)],
  ])('%s leaves no secret', (_name, error) => {
    expect(JSON.stringify(faultLine(error))).not.toContain(SECRET);
  });

  test('says what and where', () => {
    const line = faultLine(Object.assign(new TypeError('x is not a function'), { code: 'E_X' }));

    expect(line).toMatchObject({ name: 'TypeError', code: 'E_X', message: 'x is not a function' });
    expect(line.frames[0]).toMatch(/^at .*fault-line\.spec/);
  });

  test.each(['invalid_exact_evm_payload_authorization_value', 'too many calls wait for the facilitator'])(
    'a reason of the field stays: %s',
    (reason) => expect(scrubbed(reason)).toBe(reason),
  );

  test('a message cannot start a line of its own', () => {
    expect(faultLine(new Error('one\ntwo\u0007')).message).toBe('one two ');
  });
});

function thrown(act: () => unknown): unknown {
  try {
    return act();
  } catch (error) {
    return error;
  }
}
