/**
 * Offers a rate of requests to a server and prints their latency: `node THIS URL SOCKETS PER_SECOND SECONDS`.
 *
 * Requests are due at random moments, whether or not earlier requests were answered, and latency counts from that moment: a
 * server that stalls is charged for every client that would have waited. This program spins instead of sleeping, because Node's
 * timers fire up to a millisecond late. It runs at the lowest priority, so that it does not slow the server.
 */
import { once } from 'node:events';
import { connect } from 'node:net';
import { constants, setPriority } from 'node:os';

const WARM_UP_S = 1;

const address = process.argv[2];
const [sockets, perSecond, seconds] = process.argv.slice(3).map(Number);
const { hostname, port, pathname, search } = new URL(address);
const REQUEST = `GET ${pathname}${search} HTTP/1.1\r\nHost: ${hostname}:${port}\r\n\r\n`;

/** Arrays large enough for every request, so that none grows while the clock runs. */
const ROOM = Math.ceil(perSecond * (seconds + WARM_UP_S) * 1.5) + 1000;
const dues = new Float64Array(ROOM);
const lags = new Float64Array(ROOM);
const latencies = new Float64Array(ROOM);
const idle = [];

function open() {
  const socket = connect({ host: hostname, port: Number(port), noDelay: true }).setEncoding('latin1');
  let text = '';
  socket.on('data', (chunk) => {
    text += chunk;
    if (!isWhole(text)) return;
    if (!text.startsWith('HTTP/1.1 200 ')) throw new Error(text.slice(0, 100));
    latencies[socket.turn] = performance.now() - dues[socket.turn];
    text = '';
    idle.push(socket);
  });
  socket.on('close', () => {
    throw new Error('the server closed a connection');
  });
  return once(socket, 'connect').then(() => idle.push(socket));
}

function isWhole(text) {
  const head = text.indexOf('\r\n\r\n');
  if (head === -1) return false;
  return text.length >= head + 4 + Number(/\r\ncontent-length: (\d+)/i.exec(text)[1]);
}

const start = performance.now();
const end = start + (WARM_UP_S + seconds) * 1000;
let next = start;
let due = 0;
let sent = 0;

/** Sends the requests that are due, as long as sockets are idle. */
function turn() {
  const now = performance.now();
  for (; next <= now && next < end; next -= (Math.log(1 - Math.random()) * 1000) / perSecond) {
    dues[due] = next;
    lags[due++] = now - next;
  }
  while (sent < due && idle.length > 0) {
    const socket = idle.pop();
    socket.turn = sent++;
    socket.write(REQUEST);
  }
  if (now < end || sent < due || idle.length < sockets) setImmediate(turn);
  else report();
}

function report() {
  const first = dues.findIndex((moment) => moment >= start + WARM_UP_S * 1000);
  const at = (numbers, share) => numbers.subarray(first, due).toSorted()[Math.floor((due - first) * share)];
  const [p50, p99] = [at(latencies, 0.5), at(latencies, 0.99)];
  // `lag` is how late this program itself was. The latencies include it, although the server is not its cause.
  console.log(JSON.stringify({ p50, p99, lag: at(lags, 0.99) }));
  process.exit();
}

setPriority(constants.priority.PRIORITY_LOW);
await Promise.all(Array.from({ length: sockets }, open));
turn();
