/** The server of the Model Context Protocol: its tools, and the norm as resources. */
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { ENTIDADES, NOMBRES_OMITIDOS, PALABRAS_INCONVENIENTES, PARTICULAS } from '@curp-service/core';
import { catalogueAnswer } from '@curp-service/contract/answers';
import { McpServer, fromJsonSchema } from '@modelcontextprotocol/server';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import { type Environment, json } from '../../environment.js';
import { defaultCases, readRules } from '../conformidad/cases.js';
import { messageLines } from './lines.js';
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
