import { ServiceError } from '@stackcheck/contract';
import { afterSettling, beforeSettling } from './unexpected-faults';

const onUnexpected = jest.fn();
beforeEach(() => onUnexpected.mockClear());

test.each([
  ['before it is settled nothing was charged', beforeSettling, 'an unexpected error; nothing was charged'],
  [
    'from then on nobody may read so',
    afterSettling,
    'an unexpected error; if this payment was settled, the same request with it gives the answer',
  ],
])(
  'an unexpected fault is reported, and its caller learns no more than what it means: %s',
  (_what, answer, message) => {
    const fault = new Error('a secret of the database');

    expect(answer(fault, onUnexpected)).toMatchObject({ code: 'internal', detail: { message } });
    expect(onUnexpected.mock.calls).toEqual([[fault]]);
  },
);

test.each([beforeSettling, afterSettling])('an answer that is an error stands (%p)', (answer) => {
  const error = new ServiceError('not_found', { message: 'there is none' });

  expect(answer(error, onUnexpected)).toBe(error);
  expect(onUnexpected).not.toHaveBeenCalled();
});
