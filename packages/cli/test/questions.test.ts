/** What is missing is asked for on a terminal, checked at once, and asked again. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { BIN, EN, PACIENCIA, sitio } from './curp.js';
import { CALCULADA, CURP, RENATA, args } from './people.js';
import { type Paso, enTerminal, hayPython, plano } from './terminal.js';

vi.setConfig(PACIENCIA);

const curp = (...palabras: readonly string[]): string[] => [process.execPath, BIN, ...palabras];
const CTRL_C = '\u0003';
const CTRL_D = '\u0004';

describe.skipIf(!hayPython)('questions on a terminal (python3 makes it)', () => {
  it('one after the other, and again after a wrong answer', () => {
    const pasos: Paso[] = [
      ['Nombres:', '\r'],
      ['Falta nombres.', 'Renata\r'],
      ['Apellido paterno', 'Olvera\r'],
      ['Apellido materno', '\r'],
      ['Fecha', '31/02/1990\r'],
      ['no existe', '17/05/1990\r'],
      ['Sexo', 'F\r'],
      ['H, M o X.', 'mujer\r'],
      ['Entidad', 'Texas\r'],
      ['catálogo', 'Nuevo Leon\r'],
    ];
    const { pantalla, status } = enTerminal(sitio(), curp('calcular'), pasos, { NO_COLOR: '1' });
    expect(plano(pantalla)).toBe(`Nombres: 
  Falta nombres.
Nombres: Renata
Apellido paterno (vacío si no tiene): Olvera
Apellido materno (vacío si tiene uno solo): 
Fecha de nacimiento (17/05/1990): 31/02/1990
  fecha_nacimiento: ese día no existe en el calendario.
Fecha de nacimiento (17/05/1990): 17/05/1990
Sexo (H hombre, M mujer, X no binario): F
  sexo: el sexo debe ser H, M o X.
Sexo (H hombre, M mujer, X no binario): mujer
Entidad de nacimiento (09, DF, Nuevo León…): Texas
  entidad: la entidad no está en el catálogo; es una clave como 09 o una abreviatura como DF.
Entidad de nacimiento (09, DF, Nuevo León…): Nuevo Leon
OEXR900517MNLLXN01
${CALCULADA}`);
    expect(status).toBe(0);
  });

  it('only for what is missing', () => {
    const { '--sexo': _, ...sinSexo } = RENATA;
    const { pantalla } = enTerminal(sitio(), curp('calcular', ...args(sinSexo)), [['Sex (H male', 'M\r']], EN);
    expect(plano(pantalla)).toMatch(new RegExp(`^Sex \\(H male, M female, X non-binary\\): M\n${CURP}\n`));
  });

  it('what is pasted is answered all the same', () => {
    const pegado = [CURP, 'Renata', 'Olvera', 'Tinajero', '1990-05-17', 'M', 'DF', ''].join('\r');
    const { pantalla, status } = enTerminal(sitio(), curp('cotejar'), [['CURP:', pegado]]);
    expect(plano(pantalla)).toContain('\nEntidad de nacimiento (09, DF, Nuevo León…): DF\nidentica: ');
    expect(status).toBe(0);
  });

  it('on stderr: what is printed can be piped', () => {
    const lugar = sitio();
    const mandato = ['sh', '-c', '"$0" "$@" > salida.txt', ...curp('validar', '--json')];
    expect(plano(enTerminal(lugar, mandato, [['CURP:', `${CURP}\r`]]).pantalla)).toBe(`CURP: ${CURP}\n`);
    expect(JSON.parse(readFileSync(join(lugar.dir, 'salida.txt'), 'utf8'))).toMatchObject({ valido: true });
  });

  it('not where an option is wrong', () => {
    const { pantalla, status } = enTerminal(sitio(), curp('calcular', '--sexo', 'F'));
    expect({ pantalla, status }).toEqual({ pantalla: 'sexo: el sexo debe ser H, M o X.\n', status: 1 });
  });

  it('not where stdin or stderr is no terminal', () => {
    const lugar = sitio();
    for (const redirigido of ['"$0" "$@" < /dev/null', '"$0" "$@" 2>&1 | cat; exit 2']) {
      const { pantalla, status } = enTerminal(lugar, ['sh', '-c', redirigido, ...curp('validar')]);
      expect({ pantalla, status }).toEqual({ pantalla: 'Falta: CURP.\nVea: curp validar --help\n', status: 2 });
    }
  });

  it.each([
    ['Ctrl-C', `Ren${CTRL_C}`, 'Nombres: Ren\n'],
    ['Ctrl-D', CTRL_D, 'Nombres: \n'],
    ['Ctrl-D pasted after a line', `Renata\r${CTRL_D}`, 'Nombres: Renata\n\n'],
  ])('%s ends with 130 and nothing else', (_, teclas, dicho) => {
    const { pantalla, status } = enTerminal(sitio(), curp('calcular'), [['Nombres:', teclas]]);
    expect(status).toBe(130);
    expect(plano(pantalla)).toBe(dicho);
  });
});
