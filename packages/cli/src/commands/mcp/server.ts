/** The server of the Model Context Protocol: its tools, and the norm as resources. */
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { ENTIDADES, NOMBRES_OMITIDOS, PALABRAS_INCONVENIENTES, PARTICULAS } from '@curp-service/core';
import { catalogueAnswer } from '@curp-service/contract/answers';
import { fromJsonSchema, McpServer, parseJSONRPCMessage } from '@modelcontextprotocol/server';
import { serveStdio, StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { type Environment, json, type Translate } from '../../environment.js';
import { defaultCases, readRules } from '../conformidad/cases.js';
import { TOOLS, withNotice } from './tools.js';

/** The tables of the norm, by the last part of their address. */
const RESOURCES: Readonly<Record<string, readonly [title: string, content: () => unknown]>> = {
  reglas: ['The rules of the norm, with their sources', () => readRules(defaultCases())],
  entidades: ['The entities of birth', () => catalogueAnswer(ENTIDADES)],
  palabras_inconvenientes: ['The inconvenient words, whose second letter becomes X', () => PALABRAS_INCONVENIENTES],
  particulas: ['The particles that surnames and names leave out', () => PARTICULAS],
  nombres_omitidos: ['The first given names that are passed over', () => NOMBRES_OMITIDOS],
};

function createServer({ language }: Environment, version: string): McpServer {
  const server = new McpServer({ name: 'curp', title: 'CURP', version });
  for (const { name, title, description, takes, answer } of TOOLS) {
    const inputSchema = fromJsonSchema<Record<string, string>>({
      type: 'object',
      properties: Object.fromEntries(
        Object.entries(takes).map(([argument, about]) => [
          argument,
          { type: 'string', maxLength: 400, description: about },
        ]),
      ),
      required: Object.keys(takes),
      additionalProperties: false,
    });
    const annotations = { readOnlyHint: true, idempotentHint: true, openWorldHint: false };
    server.registerTool(name, { title, description, inputSchema, annotations }, (given) => {
      const structuredContent = withNotice(answer(given, language), language);
      return { content: [{ type: 'text', text: json(structuredContent) }], structuredContent };
    });
  }
  for (const [name, [description, content]] of Object.entries(RESOURCES)) {
    const mimeType = 'application/json';
    server.registerResource(name, `curp://norma/${name}`, { description, mimeType }, ({ href }) => ({
      contents: [{ uri: href, mimeType, text: json(content()) }],
    }));
  }
  return server;
}

/** Serves until the assistant closes standard input. */
export async function serve(environment: Environment, version: string): Promise<void> {
  const { stdin, stdout } = process;
  const lines = Readable.from(messageLines(stdin.setEncoding('utf8'), environment.text, (line) => stdout.write(line)));
  const ended = once(lines, 'close');
  const handle = serveStdio(() => createServer(environment, version), { transport: new StdioServerTransport(lines) });
  await ended;
  await handle.close();
}

/** The longest line, in characters. */
const MAX_LINE = 1_000_000;

/** As JSON-RPC numbers them. */
const PARSE_ERROR = -32_700;
const INVALID_REQUEST = -32_600;

/** `write` sends an answer. */
async function* messageLines(
  input: AsyncIterable<string>,
  text: Translate,
  write: (line: string) => void,
): AsyncGenerator<Buffer, void> {
  const refuse = (code: number, message: string): void =>
    write(`${JSON.stringify({ jsonrpc: '2.0', id: null, error: { code, message } })}\n`);

  const isMessage = (line: string): boolean => {
    try {
      parseJSONRPCMessage(JSON.parse(line));
      return true;
    } catch (error) {
      if (error instanceof SyntaxError) refuse(PARSE_ERROR, text('La línea no es JSON.', 'The line is not JSON.'));
      else
        refuse(
          INVALID_REQUEST,
          text('La línea no es un mensaje de JSON-RPC 2.0.', 'The line is no JSON-RPC 2.0 message.'),
        );
      return false;
    }
  };

  let line = '';
  for await (const piece of input) {
    const [first = '', ...others] = piece.split('\n');
    line = append(line, first);
    for (const next of others) {
      if (line.trim() !== '' && line.length <= MAX_LINE && isMessage(line)) yield Buffer.from(`${line}\n`);
      line = append('', next);
    }
  }

  /** Bytes past the limit are dropped. */
  function append(start: string, rest: string): string {
    if (start.length > MAX_LINE) return start;
    if (start.length + rest.length > MAX_LINE)
      refuse(
        INVALID_REQUEST,
        text(`Una línea puede tener hasta ${MAX_LINE} caracteres.`, `A line may have up to ${MAX_LINE} characters.`),
      );
    return (start + rest).slice(0, MAX_LINE + 1);
  }
}
