/** A harness for the conformance suite: asks `curp mcp`, whose command the arguments give. It reads data as people type them. */
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

const [command, ...args] = process.argv.slice(2);
const curp = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] });
const ask = (message) => curp.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
const say = (answer) => process.stdout.write(`${JSON.stringify(answer)}\n`);

const clientInfo = { name: 'conformance', version: '1' };
ask({ id: 'start', method: 'initialize', params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo } });
createInterface({ input: curp.stdout }).on('line', (line) => {
  const { id, result } = JSON.parse(line);
  if (id === 'start') ask({ method: 'notifications/initialized' });
  else say({ id, salida: result.structuredContent ?? { error: true } });
});
createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, op, entrada } = JSON.parse(line);
  if (op === 'fin') process.exit();
  else if (op !== 'inicio') ask({ id, method: 'tools/call', params: { name: `${op}_curp`, arguments: entrada } });
  else say({ version: 1, nombre: 'curp mcp', lenguaje: 'JavaScript', ops: ['calcular', 'validar', 'cotejar'] });
});
