/** Answers the cases with `curp mcp`, whose command is in the arguments. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { serve } from './serve.mjs';

const [command, ...args] = process.argv.slice(2);
const curp = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] });
const lines = createInterface({ input: curp.stdout });
const tell = (message) => curp.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
const ask = async (method, params) => {
  tell({ id: 1, method, params });
  const [line] = await once(lines, 'line');
  return JSON.parse(line).result;
};
const call = (op) => async (entrada) => {
  const { structuredContent: answer } = await ask('tools/call', { name: `${op}_curp`, arguments: entrada });
  return answer === undefined || 'errores' in answer ? { error: true } : answer;
};

const clientInfo = { name: 'conformance', version: '1' };
const { serverInfo } = await ask('initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo });
tell({ method: 'notifications/initialized' });
serve('curp mcp', serverInfo.version, {
  calcular: call('calcular'),
  validar: call('validar'),
  cotejar: call('cotejar'),
});
