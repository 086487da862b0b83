import { nodeSealing } from '../node';

const { deriveKey, encrypt, decrypt } = nodeSealing.cipher;

const hex = (text: string) => new Uint8Array(Buffer.from(text, 'hex'));
const toHex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');
const range = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, n) => (from + n).toString(16).padStart(2, '0')).join('');

describe('HKDF-SHA-256', () => {
  // RFC 5869, appendix A.1 to A.3.
  it.each([
    [
      'A.1',
      '0b'.repeat(22),
      range(0x00, 0x0c),
      range(0xf0, 0xf9),
      '3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865',
    ],
    [
      'A.2',
      range(0x00, 0x4f),
      range(0x60, 0xaf),
      range(0xb0, 0xff),
      'b11e398dc80327a1c8e7f78c596a49344f012eda2d4efad8a050cc4c19afa97c59045a99cac7827271cb41c65e590e09da3275600c2f09b8367793a9aca3db71cc30c58179ec3e87c14c01d5c1f3434f1d87',
    ],
    [
      'A.3',
      '0b'.repeat(22),
      '',
      '',
      '8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d9d201395faa4b61a96c8',
    ],
  ])('gives the output of RFC 5869 %s', (_name, material, salt, info, output) => {
    expect(toHex(deriveKey({ material: hex(material), salt: hex(salt), info: hex(info) }, output.length / 2))).toBe(
      output,
    );
  });
});

describe('AES-256-GCM', () => {
  const key = 'feffe9928665731c6d6a8f9467308308'.repeat(2);
  const text =
    'd9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a318a721c3c0c95956809532fcf0e2449a6b525b16aedf5aa0de657ba637b391aafd255';

  // McGrew and Viega, The Galois/Counter Mode of Operation, appendix B, test cases 13 to 16.
  it.each([
    ['13', '00'.repeat(32), '00'.repeat(12), '', '', '530f8afbc74536b9a963b4f1c4cb738b'],
    [
      '14',
      '00'.repeat(32),
      '00'.repeat(12),
      '',
      '00'.repeat(16),
      'cea7403d4d606b6e074ec5d3baf39d18d0d1c8a799996bf0265b98b5d48ab919',
    ],
    [
      '15',
      key,
      'cafebabefacedbaddecaf888',
      '',
      text,
      '522dc1f099567d07f47f37a32a84427d643a8cdcbfe5c0c97598a2bd2555d1aa8cb08e48590dbb3da7b08b1056828838c5f61e6393ba7a0abcc9f662898015adb094dac5d93471bdec1a502270e3cc6c',
    ],
    [
      '16',
      key,
      'cafebabefacedbaddecaf888',
      'feedfacedeadbeeffeedfacedeadbeefabaddad2',
      text.slice(0, -8),
      '522dc1f099567d07f47f37a32a84427d643a8cdcbfe5c0c97598a2bd2555d1aa8cb08e48590dbb3da7b08b1056828838c5f61e6393ba7a0abcc9f66276fc6ece0f4e1768cddf8853bb2d551b',
    ],
  ])('gives the output of test case %s, and takes it back', (_name, keyHex, nonce, associated, plain, sealed) => {
    const input = { key: hex(keyHex), nonce: hex(nonce), associated: hex(associated) };

    expect(toHex(encrypt(input, hex(plain)))).toBe(sealed);
    expect(toHex(decrypt(input, hex(sealed))!)).toBe(plain);
  });

  it('gives nothing for other bytes, another nonce or other associated data', () => {
    const input = { key: hex(key), nonce: hex('cafebabefacedbaddecaf888'), associated: hex('aa') };
    const sealed = encrypt(input, hex(text));

    expect(decrypt(input, sealed.subarray(1))).toBeUndefined();
    expect(decrypt(input, sealed.subarray(0, 15))).toBeUndefined();
    expect(decrypt({ ...input, associated: hex('ab') }, sealed)).toBeUndefined();
    expect(decrypt({ ...input, nonce: hex('00'.repeat(12)) }, sealed)).toBeUndefined();
    expect(decrypt({ ...input, nonce: hex('00') }, sealed)).toBeUndefined();
  });
});
