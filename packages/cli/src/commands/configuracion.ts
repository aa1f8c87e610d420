/** `curp configuracion`: shows the settings that the service would start with and the origin of each. It hides secrets. */
import { ignoredNames, withoutPassword } from '@curp-service/server/admin';
import { readConfig, VARIABLES } from '@curp-service/server/config';
import { type SettingName, VARIABLE_NAMES, SECRETS } from '@curp-service/server/settings';
import { adminCommand } from '../terminal/commands.js';
import { printError } from '../terminal/color.js';
import { listing } from '../terminal/table.js';
import { sources, tell, user } from '../environment.js';
import { words } from '../textos/words.js';

/** Shows the address of a database without its password, and nothing of other secrets. */
const shownValue = (name: SettingName, value: string): string =>
  !SECRETS.includes(name) || value === '' ? value : name === 'DATABASE_URL' ? withoutPassword(value) : '***';

export const configuracion = adminCommand({
  name: 'configuracion',
  about: words('configuracion_muestra_los_ajustes'),
  examples: ['curp configuracion', 'curp configuracion --config /etc/curp-service.env'],
  run: async () => {
    sources.addUnit();
    const rows = VARIABLE_NAMES.map((nombre) => {
      const found = sources.find(nombre);
      return {
        nombre,
        valor: shownValue(nombre, found?.value ?? VARIABLES[nombre][0]),
        origen: found === null ? tell('configuracion_predeterminado') : (found.file ?? tell('configuracion_entorno')),
      };
    });
    for (const line of ignoredNames(sources, user.language)) printError(line);
    readConfig(sources.values(), user.language);
    return listing(rows, [
      [words('configuracion_nombre'), ({ nombre }) => nombre],
      [words('configuracion_valor'), ({ valor }) => valor],
      [words('configuracion_origen'), ({ origen }) => origen],
    ]);
  },
});
