import { readContact } from './contact';

describe('CONTACT', () => {
  test.each([
    ['security@example.com', { email: 'security@example.com' }],
    ['https://example.com/report', { url: 'https://example.com/report' }],
    [
      'https://example.com/report, a.b+c@mail.example.com',
      { url: 'https://example.com/report', email: 'a.b+c@mail.example.com' },
    ],
  ])('"%s" is read', (text, contact) => {
    const faults: string[] = [];

    expect(readContact(text, faults)).toEqual(contact);
    expect(faults).toEqual([]);
  });

  test.each([
    'security',
    'security@localhost',
    'http://example.com',
    'mailto:a@example.com',
    'a@example.com,b@example.com',
    'a@example.com,',
    'a@example.com\nContact: b',
    'https://example.com/\nContact:b',
  ])('"%s" is a fault', (text) => {
    const faults: string[] = [];
    readContact(text, faults);

    expect(faults).toEqual(['CONTACT must be a mail address, an https URL, or one of each']);
  });

  test('may be absent', () => {
    expect(readContact(undefined, [])).toBeUndefined();
  });
});
