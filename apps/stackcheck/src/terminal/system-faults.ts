/** Why a file cannot be read, after its name: `is not there; name one that is`. */
export function notRead(error: unknown): string {
  const why = FAULTS[codeOf(error)];
  return why === undefined ? `cannot be read (${messageOf(error)})` : why;
}

/** Why a file cannot be written, after its name: `cannot be written: its folder is not there`. */
export function notWritten(error: unknown): string {
  return `cannot be written: ${WRITE_FAULTS[codeOf(error)] ?? messageOf(error)}`;
}

const FAULTS: Readonly<Record<string, string>> = {
  ENOENT: 'is not there; name one that is',
  EISDIR: 'is a folder; name a file in it',
  ENOTDIR: 'is not there: a part of its path is a file; name one that is',
  EACCES: 'may not be read by this user; give it the right to',
  EPERM: 'may not be read by this user; give it the right to',
  NOT_A_FILE: 'is a pipe, a socket or a device, and no file; name a file',
  ENXIO: 'is a socket or a device, and no file; name a file',
  ELOOP: 'is a link that leads back to itself; name the file itself',
};

const WRITE_FAULTS: Readonly<Record<string, string>> = {
  ENOENT: 'its folder is not there',
  ENOTDIR: 'a part of its path is a file',
  EISDIR: 'it is a folder',
  EACCES: 'this user may not',
  EPERM: 'this user may not',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
};

function codeOf(error: unknown): string {
  const { code } = (typeof error === 'object' && error !== null ? error : {}) as { readonly code?: unknown };
  return typeof code === 'string' ? code : '';
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
