import { createServer, connect, type AddressInfo, type Server, type Socket } from 'node:net';
import { once } from 'node:events';
import { Scratch } from '../service/scratch';
import { openWire, type Wire } from './wire';

/** Answers each piece with itself in capitals. */
function startEcho(heard: string[]): Promise<Server> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.on('data', (piece) => {
      heard.push(piece.toString());
      socket.write(piece.toString().toUpperCase());
    });
  });
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)));
}

describe('a wire between two programs', () => {
  const scratch = new Scratch();
  let heard: string[];
  let wire: Wire;
  beforeEach(async () => {
    heard = [];
    const echo = scratch.keep(await startEcho(heard));
    wire = scratch.keep(await openWire((echo.address() as AddressInfo).port));
  });
  afterEach(() => scratch.clear());

  const open = async (): Promise<Socket> => {
    const socket = connect(wire.port, '127.0.0.1');
    scratch.keep({ close: () => socket.destroy() });
    socket.on('error', () => undefined);
    await once(socket, 'connect');
    return socket;
  };
  const said = async (socket: Socket, text: string): Promise<string> => {
    socket.write(text);
    return String((await once(socket, 'data'))[0]);
  };
  const until = async (holds: () => boolean): Promise<void> => {
    while (!holds()) await new Promise((resolve) => setTimeout(resolve, 1));
  };

  it('passes everything on, and lets a program end when it is cut', async () => {
    const [one, other] = [await open(), await open()];
    expect([await said(one, 'a'), await said(other, 'b')]).toEqual(['A', 'B']);
    expect(wire.connections).toBe(2);

    wire.cut();
    await Promise.all([once(one, 'close'), once(other, 'close')]);

    expect(await said(await open(), 'c')).toBe('C');
  });

  it('passes nobody on while it is parted', async () => {
    const before = await open();
    await said(before, 'before');
    const join = wire.part();
    await once(before, 'close');
    const meanwhile = await open();
    meanwhile.write('meanwhile');
    await once(meanwhile, 'close');
    join();

    expect(await said(await open(), 'after')).toBe('AFTER');
    expect(heard).toEqual(['before', 'after']);
  });

  it.each(['there', 'back', 'both'] as const)('loses nothing that is held up %s', async (direction) => {
    const socket = await open();
    await said(socket, 'first');
    const answers: string[] = [];
    socket.on('data', (piece) => answers.push(String(piece)));

    const [letGo, letAlsoGo] = [wire.stall(direction), wire.stall('back')];
    socket.write('held');
    if (direction === 'back') await until(() => heard.includes('held'));
    letGo();
    letGo();
    await until(() => heard.includes('held'));
    expect(answers).toEqual([]);
    letAlsoGo();
    await until(() => answers.length > 0);

    expect([heard, answers]).toEqual([['first', 'held'], ['HELD']]);
  });

  it('drops one reply to what was done, with its connection', async () => {
    const [one, other] = [await open(), await open()];
    const { lost } = wire.loseReply();
    wire.loseReply().forget();
    one.write('done');
    await Promise.all([lost, once(one, 'close')]);

    expect(heard).toEqual(['done']);
    expect(await said(other, 'next')).toBe('NEXT');
  });
});
