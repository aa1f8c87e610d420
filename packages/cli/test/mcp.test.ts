/** `curp mcp`, tested with the official client of the protocol. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { inTerminal } from './terminal.js';

const BIN = fileURLToPath(new URL('../bin/curp.js', import.meta.url));
const ENV = { ...process.env, LC_ALL: 'en_US.UTF-8' } as Record<string, string>;
const client = new Client({ name: 'test', version: '0' });
const RENATA = {
  nombres: 'Renata',
  apellido_paterno: 'Olvera',
  apellido_materno: 'Tinajero',
  fecha_nacimiento: '17/05/1990',
  sexo: 'mujer',
  entidad: 'CDMX',
};
const CURP = 'OETR900517MDFLNN05';
const NOTICE = 'A calculated CURP is the output of an algorithm and proves no registration.';

beforeAll(async () => {
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [BIN, 'mcp'],
      env: ENV,
    }),
  );
});
afterAll(async () => client.close());

const call = async (name: string, given: Readonly<Record<string, unknown>>) => {
  const { structuredContent, content, isError } = await client.callTool({ name, arguments: given });
  return { structuredContent, content, isError };
};

it('mcp offers five tools, all of them read-only', async () => {
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toEqual([
    'calcular_curp',
    'explicar_curp',
    'validar_curp',
    'cotejar_curp',
    'entidades',
  ]);
  for (const { annotations } of tools) {
    expect(annotations).toMatchObject({ readOnlyHint: true, idempotentHint: true, openWorldHint: false });
  }
});

describe('a tool of mcp', () => {
  it('calcular_curp returns the key and says that it proves nothing', async () => {
    const { structuredContent, content } = await call('calcular_curp', RENATA);
    expect(structuredContent).toEqual({ curp: CURP, avisos: [], advertencia: NOTICE });
    expect(content).toEqual([{ type: 'text', text: JSON.stringify(structuredContent, null, 2) }]);
  });

  it('calcular_curp returns the notices about a name', async () => {
    const { structuredContent } = await call('calcular_curp', { ...RENATA, nombres: 'Renata2' });
    expect(structuredContent).toMatchObject({ avisos: [{ codigo: 'nombre_con_cifras' }] });
  });

  it('explicar_curp explains the 18 characters', async () => {
    const { structuredContent } = await call('explicar_curp', RENATA);
    expect(structuredContent).toMatchObject({ curp: CURP, advertencia: NOTICE });
    expect((structuredContent as { explicacion: object[] }).explicacion).toHaveLength(18);
  });

  it('validar_curp returns the findings and the suggestions', async () => {
    const { structuredContent } = await call('validar_curp', { curp: 'OETR900517MDFLNNO5' });
    expect(structuredContent).toMatchObject({ valido: false, sugerencias: [{ curp: CURP }], advertencia: NOTICE });
  });

  it('cotejar_curp compares a key with a person', async () => {
    const { structuredContent } = await call('cotejar_curp', { curp: CURP, ...RENATA });
    expect(structuredContent).toMatchObject({ resultado: 'identica', advertencia: NOTICE });
  });

  it('cotejar_curp tells a key by the edition of 2006', async () => {
    const luisa = { ...RENATA, nombres: 'M LUISA', apellido_paterno: 'LOPEZ', apellido_materno: 'PEREZ' };
    const { structuredContent } = await call('cotejar_curp', { curp: 'LOPM900517MDFPRX06', ...luisa });
    expect(structuredContent).toMatchObject({ resultado: 'difiere', edicion: 2006 });
  });

  it('cotejar_curp reads an empty surname as none', async () => {
    const nobody = { ...RENATA, apellido_paterno: '', apellido_materno: '' };
    const { structuredContent } = await call('cotejar_curp', { curp: 'XXXR900517MDFXXN00', ...nobody });
    expect(structuredContent).toMatchObject({ resultado: 'identica' });
  });

  it('entidades returns the catalogue', async () => {
    const { structuredContent } = await call('entidades', {});
    expect((structuredContent as { clave_entidad: object[] }).clave_entidad).toHaveLength(33);
  });

  it.each(['calcular_curp', 'explicar_curp', 'cotejar_curp'])('%s reports every problem of the data', async (name) => {
    const wrong = { ...RENATA, fecha_nacimiento: '31/02/1990', sexo: 'F', entidad: 'Atlantis' };
    const { structuredContent } = await call(name, name === 'cotejar_curp' ? { curp: CURP, ...wrong } : wrong);
    expect(structuredContent).toMatchObject({
      errores: [{ dato: 'fecha_nacimiento' }, { dato: 'sexo' }, { dato: 'entidad' }],
    });
  });

  it('refuses arguments that are missing or unknown', async () => {
    const refused = await call('validar_curp', { clave: CURP }).catch((error: unknown) => ({
      isError: error instanceof Error,
    }));
    expect(refused.isError).toBe(true);
  });
});

it('mcp says on a terminal whom it waits for', () => {
  const { screen } = inTerminal(
    { dir: '.', env: ENV },
    [process.execPath, BIN, 'mcp'],
    [['curp mcp --help', '\u0003']],
  );
  expect(screen).toContain('Waits for the messages of an assistant');
});

it('mcp offers the norm as resources', async () => {
  const { resources } = await client.listResources();
  expect(resources.map(({ uri }) => uri)).toEqual([
    'curp://norma/reglas',
    'curp://norma/entidades',
    'curp://norma/palabras_inconvenientes',
    'curp://norma/particulas',
    'curp://norma/nombres_omitidos',
  ]);
  const { contents } = await client.readResource({ uri: 'curp://norma/reglas' });
  const [{ text = '' } = {}] = contents as { text?: string }[];
  expect(JSON.parse(text)).toHaveProperty(['R 1.8', 'es']);
});

describe('mcp', () => {
  const PING = '{"jsonrpc":"2.0","id":7,"method":"ping"}';
  const ALIVE = expect.objectContaining({ id: 7 }) as unknown;
  /** Returns what the process answers to the bytes and to a request after them. */
  const answersTo = async (...pieces: readonly (string | Buffer)[]): Promise<unknown[]> => {
    const child = spawn(process.execPath, [BIN, 'mcp'], { env: ENV, stdio: ['pipe', 'pipe', 'inherit'] });
    onTestFinished(() => void child.kill());
    for (const piece of pieces) child.stdin.write(piece);
    child.stdin.write(`\n${PING}\n`);
    const answers: unknown[] = [];
    for await (const line of createInterface(child.stdout)) {
      answers.push(JSON.parse(line));
      if (line.includes('"id":7')) child.stdin.end();
    }
    expect(child.exitCode ?? (await once(child, 'close'))[0]).toBe(0);
    return answers;
  };
  const refused = (code: number, message: string) => ({ jsonrpc: '2.0', id: null, error: { code, message } });

  it('answers a line that is not JSON with -32700, and the next one as usual', async () => {
    const noJson = refused(-32_700, 'The line is not JSON.');
    expect(await answersTo('hola\n{"jsonrpc":\n')).toEqual([noJson, noJson, ALIVE]);
    expect(await answersTo(Buffer.from([0xff, 0xfe, 0x00]))).toEqual([noJson, ALIVE]);
  });

  it('answers a line that is JSON but no message with -32600', async () => {
    const noMessage = refused(-32_600, 'The line is not a JSON-RPC 2.0 message.');
    expect(await answersTo('{"id":1,"method":2}\n[]\n')).toEqual([noMessage, noMessage, ALIVE]);
  });

  it('answers a line over the limit once with the limit, and the next one as usual', async () => {
    const tooLong = refused(-32_600, 'A line may have up to 1000000 characters.');
    const pieces = Array.from({ length: 30 }, () => 'x'.repeat(400_000));
    expect(await answersTo(...pieces)).toEqual([tooLong, ALIVE]);
    expect(await answersTo(PING.padEnd(1_000_001))).toEqual([tooLong, ALIVE]);
  });

  it('accepts a line of the longest length, and an empty one', async () => {
    expect(await answersTo('\n \r\n', PING.replace('7', '6').padEnd(1_000_000))).toEqual([
      expect.objectContaining({ id: 6 }),
      ALIVE,
    ]);
  });

  it('accepts a line in pieces, cut inside a letter', async () => {
    const bytes = Buffer.from(PING.replace('7', '"ñ"'));
    const pieces = Array.from(bytes, (_, i) => bytes.subarray(i, i + 1));
    expect(await answersTo(...pieces)).toEqual([expect.objectContaining({ id: 'ñ' }), ALIVE]);
  });
});
