/** The section for programmers: a curl command with the data of the form, and a link to the API reference. */
import { buscarEntidad } from '@curp-service/core';
import { quotedForShell } from '@curp-service/contract/words/shell';
import type { CurpField } from '../widgets/curp-field.js';
import { h } from '../base/dom.js';
import { actions, card, copyButton, note, selectField } from '../base/elements.js';
import { currentLanguage } from '../base/language.js';
import type { PersonForm } from '../widgets/form.js';
import type { Section } from './section.js';

const SHOWN_OPERATIONS = ['calcular_curp', 'validar', 'cotejar', 'lote'];

/** The address of the service that serves the page; for a page opened from disk, the default address of the service. */
const SERVICE_URL = /^https?:$/.test(location.protocol)
  ? new URL('.', location.href).href.replace(/\/$/, '')
  : 'http://127.0.0.1:3000';

/** On this computer the service accepts the token for trying it out, unless its operator turned that off. */
const IS_LOCAL = /^(|localhost|127\.[\d.]+|\[::1\])$/.test(location.hostname);
const EXAMPLE_TOKEN = IS_LOCAL ? 'pruebas' : '$TOKEN';

export class ApiSection implements Section {
  readonly element: HTMLElement;
  private readonly form: PersonForm;
  private readonly curpField: CurpField;
  private readonly command = h('code', {});
  private readonly reference = h('a', { class: 'boton', t: 'api_referencia' });
  private operacion = 'calcular_curp';

  constructor(form: PersonForm, curpField: CurpField) {
    this.form = form;
    this.curpField = curpField;
    const choose = (operacion: string): void => {
      this.operacion = operacion;
      this.render();
    };
    const choices = SHOWN_OPERATIONS.map((value) => ({ value }));
    const copy = copyButton('copiar', () => this.command.textContent);
    this.element = card(
      'api',
      h('h2', {}, 'curl'),
      h('p', {}, h('span', { t: 'api_intro' }), ' ', h('span', { t: IS_LOCAL ? 'api_pruebas' : 'api_token' })),
      selectField('operacion', 'api_operacion', choices, this.operacion, choose),
      h('pre', { tabindex: '0' }, this.command),
      note('api_aviso'),
      actions(
        copy,
        this.reference,
        h('a', { class: 'boton', href: 'curp.bas', download: 'curp.bas', t: 'funciones_excel' }),
      ),
    );
  }

  open(): void {
    this.render();
  }

  render(): void {
    this.reference.href = `docs?idioma=${currentLanguage()}`;
    this.command.textContent = curlCommand(this.operacion, this.params());
  }

  private params(): Record<string, string> {
    const { operacion } = this;
    if (operacion === 'lote') return {};
    const { persona } = this.form;
    const [year = '', month = '', day = ''] = persona.fechaNacimiento.split('-');
    const curp = operacion === 'calcular_curp' ? {} : { curp: this.curpField.value };
    if (operacion === 'validar') return curp;
    return {
      ...curp,
      nombres: persona.nombres,
      apellido_paterno: persona.apellidoPaterno,
      apellido_materno: persona.apellidoMaterno,
      anio_nacimiento: year,
      mes_nacimiento: month,
      dia_nacimiento: day,
      sexo: persona.sexo,
      entidad: buscarEntidad(persona.entidad)?.claveEntidad ?? persona.entidad,
    };
  }
}

/** Writes the command. It sends the data by POST and the token in a header, so that neither is in a URL. */
function curlCommand(operacion: string, params: Readonly<Record<string, string>>): string {
  const lines = [`curl ${SERVICE_URL}/curp/${operacion}`, `-H "Authorization: Bearer ${EXAMPLE_TOKEN}"`];
  if (operacion === 'lote') lines.push("-H 'Content-Type: text/csv'", '-T personas.csv -X POST -o salida.csv');
  for (const [name, value] of Object.entries(params))
    lines.push(`--data-urlencode ${quotedForShell(`${name}=${value}`)}`);
  return lines.join(' \\\n  ');
}
