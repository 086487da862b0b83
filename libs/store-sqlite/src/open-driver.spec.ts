import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { driverFault, driverHeadersVersion } from './driver';
import { DatabaseOpenError, openDatabase } from './open';

jest.mock('./driver');

let folder: string;
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'stackcheck-driver-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('a driver that aborts on this Node', () => {
  it('is explained at opening, before any file is made', () => {
    const file = join(folder, 'payments.db');
    jest.mocked(driverHeadersVersion).mockReturnValue('24.19.0');
    jest.mocked(driverFault).mockReturnValue('The SQLite driver aborts here. Use another Node.');

    expect(() => openDatabase(file)).toThrow(new DatabaseOpenError('The SQLite driver aborts here. Use another Node.'));
    expect(driverFault).toHaveBeenCalledWith(process.versions.node, '24.19.0');
    expect(existsSync(file)).toBe(false);
  });
});
