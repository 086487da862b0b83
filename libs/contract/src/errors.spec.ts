import { ERROR_CODES, errorBody, errorRow, ServiceError } from './errors';

const BASE = 'https://api.example';

describe('an error of the service', () => {
  it('says what its code means, unless it is given a message', () => {
    expect(new ServiceError('not_found').message).toBe('There is no route at this path.');
    expect(new ServiceError('not_found', { message: 'no such page' }).message).toBe('no such page');
    expect(new ServiceError('not_found').name).toBe('ServiceError');
  });

  it('has a cause only where there is one', () => {
    const cause = new Error('deep');

    expect(new ServiceError('internal', { cause }).cause).toBe(cause);
    expect('cause' in new ServiceError('internal')).toBe(false);
  });
});

describe('the body of an error', () => {
  it.each(ERROR_CODES)('%s has the text of its row and leads to its section of the page', (code) => {
    const { when, next } = errorRow(code);

    expect(errorBody(BASE, code)).toEqual({
      error: {
        code,
        message: when,
        next,
        docs: `${BASE}/docs/errors#${code}`,
        ...(code === 'unknown_id' ? { suggestions: [] } : {}),
      },
    });
  });

  it('has the message that was thrown, and at most five suggestions, only of an unknown id', () => {
    const detail = { message: 'no "nod"', suggestions: ['a', 'b', 'c', 'd', 'e', 'f'] };

    expect(errorBody(BASE, 'unknown_id', detail).error).toMatchObject({
      message: 'no "nod"',
      suggestions: ['a', 'b', 'c', 'd', 'e'],
    });
    expect(errorBody(BASE, 'no_match', detail).error).not.toHaveProperty('suggestions');
  });

  it('leads to another page about errors, or to none', () => {
    const page = { errorsUrl: 'https://docs.example/errors' };

    expect(errorBody(BASE, 'paused', page).error.docs).toBe('https://docs.example/errors#paused');
    expect(errorBody(BASE, 'paused', { errorsUrl: null }).error).not.toHaveProperty('docs');
  });

  it('names the schema of the operation where the input was wrong, and nowhere else', () => {
    const schema = '/openapi.json#/paths/x';
    const { next } = errorRow('bad_request');

    expect(errorBody(BASE, 'bad_request', { schema }).error.next).toBe(`${next} Schema: ${BASE}${schema}`);
    expect(errorBody(BASE, 'unknown_id', { schema }).error.next).toBe(errorRow('unknown_id').next);
  });
});
