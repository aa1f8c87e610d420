/** A name server (RFC 1035) that returns the same addresses for every name, as that of a container engine does for the replicas. */
import { createSocket } from 'node:dgram';
import { once } from 'node:events';

const HEADER_BYTES = 12;
const TYPE_A = 1;

export interface Nameserver {
  readonly port: number;
  /** The IPv4 addresses that it returns; tests change them. */
  addresses: readonly string[];
  readonly close: () => void;
}

export async function startNameserver(...addresses: readonly string[]): Promise<Nameserver> {
  const socket = createSocket('udp4');
  socket.on('message', (query, { port, address }) => {
    const typeAt = query.indexOf(0, HEADER_BYTES) + 1;
    const question = query.subarray(HEADER_BYTES, typeAt + 4);
    const found = query.readUInt16BE(typeAt) === TYPE_A ? server.addresses : [];
    // The flags say: an answer, recursion available, no error. The counts are those of questions, answers, and twice none.
    const header = Buffer.from([...query.subarray(0, 2), 0x81, 0x80, 0, 1, 0, found.length, 0, 0, 0, 0]);
    // Each answer has a pointer to the name, type A, class IN, 1 second to live, and 4 bytes.
    const answers = found.map((each) =>
      Buffer.from([0xc0, HEADER_BYTES, 0, TYPE_A, 0, 1, 0, 0, 0, 1, 0, 4, ...each.split('.').map(Number)]),
    );
    socket.send(Buffer.concat([header, question, ...answers]), port, address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  const server: Nameserver = { port: socket.address().port, addresses, close: () => socket.close() };
  return server;
}
