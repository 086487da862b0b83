// A test file that says this has all sources for itself (jest.shared-sources.js).
jest.mock('./no-such-module', () => ({}), { virtual: true });

it('a test file that replaces modules finds no register of the classes of others', () => {
  expect(globalThis).not.toHaveProperty('classValidatorMetadataStorage');
});
