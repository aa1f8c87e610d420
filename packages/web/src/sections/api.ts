/** The section for programmers: what is in the form as a command, and the way to the reference. */
import { readEntity } from '@curp-service/contract/values';
import type { CampoClave } from '../widgets/key-field.js';
import { botonDeCopiar } from '../widgets/copy.js';
import { h } from '../base/dom.js';
import type { Formulario } from '../widgets/form.js';
import type { Seccion } from './section.js';

const OPERACIONES = ['calcular_curp', 'validar', 'cotejar', 'lote'] as const;

/** Where nothing serves the page, the address at which the service starts by itself. */
const BASE = /^https?:$/.test(location.protocol)
  ? new URL('.', location.href).href.replace(/\/$/, '')
  : 'http://127.0.0.1:3000';

export class Api implements Seccion {
  readonly nombre = 'api';
  readonly elemento: HTMLElement;
  private readonly formulario: Formulario;
  private readonly clave: CampoClave;
  private readonly comando = h('code', {});
  private readonly operacion = h(
    'select',
    { id: 'operacion', onchange: () => this.pintar() },
    ...OPERACIONES.map((operacion) => h('option', { value: operacion }, operacion)),
  );

  constructor(formulario: Formulario, clave: CampoClave) {
    this.formulario = formulario;
    this.clave = clave;
    this.elemento = h(
      'div',
      { class: 'api' },
      h(
        'section',
        { class: 'tarjeta' },
        h('h2', {}, 'curl'),
        h('p', { t: 'api_intro' }),
        h('div', { class: 'campo' }, h('label', { for: 'operacion', t: 'api_operacion' }), this.operacion),
        h('pre', { tabindex: '0' }, this.comando),
        h('p', { class: 'nota', t: 'api_aviso' }),
        h(
          'div',
          { class: 'acciones' },
          botonDeCopiar('copiar', () => this.comando.textContent),
          h('a', { class: 'boton', href: 'docs', t: 'api_referencia' }),
        ),
      ),
    );
  }

  abrir(): void {
    this.pintar();
  }

  pintar(): void {
    this.comando.textContent = comandoDe(this.operacion.value, this.parametros());
  }

  private parametros(): Record<string, string> {
    const { value } = this.operacion;
    if (value === 'lote') return {};
    const { persona } = this.formulario;
    const [anio = '', mes = '', dia = ''] = persona.fechaNacimiento.split('-');
    const clave = value === 'calcular_curp' ? {} : { curp: this.clave.valor };
    if (value === 'validar') return clave;
    return {
      ...clave,
      nombres: persona.nombres,
      apellido_paterno: persona.apellidoPaterno ?? '',
      apellido_materno: persona.apellidoMaterno ?? '',
      anio_nacimiento: anio,
      mes_nacimiento: mes,
      dia_nacimiento: dia,
      sexo: persona.sexo,
      entidad: readEntity(persona.entidad),
    };
  }
}

/** By POST and with the token in a header, so that neither stands in an address. */
function comandoDe(operacion: string, parametros: Readonly<Record<string, string>>): string {
  const lineas = [`curl ${BASE}/curp/${operacion}`, '-H "Authorization: Bearer $TOKEN"'];
  if (operacion === 'lote') lineas.push("-H 'Content-Type: text/csv'", '-T personas.csv -X POST -o salida.csv');
  for (const [nombre, valor] of Object.entries(parametros))
    lineas.push(`--data-urlencode ${citar(`${nombre}=${valor}`)}`);
  return lineas.join(' \\\n  ');
}

const citar = (texto: string): string => `'${texto.replaceAll("'", String.raw`'\''`)}'`;
