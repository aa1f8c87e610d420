/** `curp servir`: runs the HTTP service, as `npm start` does. */
import { fileURLToPath } from 'node:url';
import { ConfigError, VARIABLES, readConfig } from '@curp-service/server/config';
import { InvalidArgumentError } from 'commander';
import { tell, user } from '../environment.js';
import { CONFIG, command, option } from '../terminal/commands.js';
import { words } from '../textos/words.js';

/** Defines an option that sets a variable of the service. */
const variable = (form: string, name: 'PORT' | 'HOST') =>
  option<string>(form, words('servir_en_lugar_de', { name }), (value) => {
    try {
      readConfig({ [name]: value }, user.language);
      return value;
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      const [, es, en] = VARIABLES[name];
      throw new InvalidArgumentError(tell('servir_debe_ser', { valor: [es, en] }));
    }
  });

const SETTING_NAMES = Object.keys(VARIABLES).join(', ');

export const servir = command({
  name: 'servir',
  about: words('servir_inicia_el_servicio'),
  examples: ['curp servir', 'curp servir --port 8080'],
  options: { port: variable('<PUERTO>', 'PORT'), host: variable('<HOST>', 'HOST'), config: CONFIG },
  after: words('servir_variables_tambien_de', { setting_names: SETTING_NAMES }),
  run: async (_, { port, host }) => {
    if (port !== undefined) process.env['PORT'] = port;
    if (host !== undefined) process.env['HOST'] = host;
    become(import.meta.resolve('@curp-service/server/main'));
    await import('@curp-service/server/main');
  },
});

/** Flags that V8 reads only when it starts. A young generation of 8 MB saves memory and still holds every request in flight. */
export const V8_FLAGS = ['--max-semi-space-size=8'];

/**
 * Replaces this process with the service, whose V8 gets the flags. Returns if that is impossible: on Windows, in Node
 * before 22.15, and in the one-file executable, which already has the flags.
 */
function become(main: string): void {
  if (process.platform === 'win32' || process.execve === undefined || !main.startsWith('file:')) return;
  const args = [process.execPath, ...process.execArgv, ...V8_FLAGS, fileURLToPath(main)];
  process.execve(process.execPath, args, process.env);
}
