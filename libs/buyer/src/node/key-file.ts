import { constants, open } from 'node:fs/promises';
import { getuid, platform } from 'node:process';
import { BuyerError } from '../errors/buyer-error';
import { signerFromKey, type KeySigner } from '../signing/key-signer';

const BYTES_MAX = 4_096;
const OTHERS = 0o077;
/** A pipe is not waited for until somebody opens its other end. */
const READ = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

/**
 * A signer for the private key in a file: 64 hex digits, with or without `0x`. The file must belong to this user and be open to nobody else (0600), but
 * on Windows, which has no such bits.
 * @throws BuyerError bad_key, with what would do
 */
export async function keyFromFile(path: string): Promise<KeySigner> {
  const handle = await open(path, READ).catch((fault: NodeJS.ErrnoException) => {
    throw badKey(
      path,
      `cannot be read (${fault.code ?? 'unknown fault'}): give the path of a file with a private key.`,
    );
  });
  try {
    const stat = await handle.stat();
    const { mode, uid, size } = stat;
    if (!stat.isFile()) throw badKey(path, 'is no file: give the path of a file with a private key.');
    if (platform !== 'win32') {
      if ((mode & OTHERS) !== 0)
        throw badKey(path, `can be read by others (${(mode & 0o777).toString(8)}): run chmod 600 on it.`);
      if (uid !== getuid?.()) throw badKey(path, 'belongs to another user: make it your own.');
    }
    if (size > BYTES_MAX) throw badKey(path, 'is too long for a private key: give a file with 64 hex digits.');
    return signerFromKey(await handle.readFile('utf8'), path);
  } finally {
    await handle.close();
  }
}

function badKey(path: string, what: string): BuyerError {
  return new BuyerError('bad_key', `The key file ${path} ${what}`, { file: path });
}
