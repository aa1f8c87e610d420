/**
 * Offers a rate of requests to a server, and prints how long they took: `node THIS URL SOCKETS PER_SECOND SECONDS`.
 *
 * Requests fall due at random moments of that rate, whether or not earlier ones were answered, and each counts from the
 * moment it fell due: a server that stalls is charged for all who would have waited. It spins rather than sleeps, for a
 * timer of Node fires up to a millisecond late.
 */
import { once } from 'node:events';
import { connect } from 'node:net';

const WARM_UP_MS = 1000;

const address = process.argv[2];
const [sockets, perSecond, seconds] = process.argv.slice(3).map(Number);
const { hostname, port, pathname, search } = new URL(address);
const REQUEST = `GET ${pathname}${search} HTTP/1.1\r\nHost: ${hostname}:${port}\r\n\r\n`;

const waiting = [];
const idle = [];
const latencies = [];
const lags = [];
const start = performance.now();
const end = start + WARM_UP_MS + seconds * 1000;

function open() {
  const socket = connect({ host: hostname, port: Number(port), noDelay: true }).setEncoding('latin1');
  let text = '';
  socket.on('data', (chunk) => {
    text += chunk;
    if (!isWhole(text)) return;
    if (!text.startsWith('HTTP/1.1 200 ')) throw new Error(text.slice(0, 100));
    if (socket.due >= start + WARM_UP_MS) latencies.push(performance.now() - socket.due);
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

let due = start;

/** One turn: what fell due since the last goes out, as far as sockets are idle. */
function turn() {
  const now = performance.now();
  for (; due <= now && due < end; due -= (Math.log(1 - Math.random()) * 1000) / perSecond) {
    waiting.push(due);
    if (due >= start + WARM_UP_MS) lags.push(now - due);
  }
  while (waiting.length > 0 && idle.length > 0) {
    const socket = idle.pop();
    socket.due = waiting.shift();
    socket.write(REQUEST);
  }
  if (now < end || idle.length < sockets || waiting.length > 0) setImmediate(turn);
  else report();
}

function report() {
  const at = (numbers, share) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length * share)];
  const [p50, p99] = [at(latencies, 0.5), at(latencies, 0.99)];
  // How late this program itself was: that is no fault of the server, and is counted all the same.
  console.log(JSON.stringify({ p50, p99, lag: at(lags, 0.99), requests: latencies.length }));
  process.exit();
}

await Promise.all(Array.from({ length: sockets }, open));
turn();
