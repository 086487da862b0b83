import { endOnUncaughtFaults } from './process-guards';

test.each(['uncaughtException', 'unhandledRejection'] as const)(
  '%s is logged without its secrets and ends the process',
  (event) => {
    const before = process.listeners(event as 'uncaughtException');
    const codes: number[] = [];
    let logged = '';
    const undo = endOnUncaughtFaults(
      (code) => codes.push(code),
      (line) => (logged += line),
    );
    try {
      const [guard] = process.listeners(event as 'uncaughtException').filter((listener) => !before.includes(listener));
      guard!(new TypeError('cannot use "s3cret"'), 'uncaughtException');

      expect(codes).toEqual([1]);
      expect(JSON.parse(logged)).toMatchObject({ level: 60, name: 'TypeError', message: 'cannot use "…"' });
      expect(logged).not.toContain('s3cret');
    } finally {
      undo();
    }
  },
);
