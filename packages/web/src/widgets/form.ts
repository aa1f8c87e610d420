/** The form of a person: one for the whole page, shown by the section that needs it. */
import { type Dato, ENTIDADES, type Persona, type Sexo, revisar } from '@curp-service/core';
import { readDate } from '@curp-service/contract/values';
import { h, poner } from '../base/dom.js';
import { NOMBRES, alCambiarIdioma, enPalabras, opciones, t } from '../base/language.js';

/** What was typed, as it was typed. */
export type Escrito = Readonly<Record<Dato, string>>;

const SEXOS: readonly Sexo[] = ['M', 'H', 'X'];
const APELLIDOS: readonly Dato[] = ['apellido_paterno', 'apellido_materno'];
export const DATOS: readonly Dato[] = ['nombres', ...APELLIDOS, 'fecha_nacimiento', 'sexo', 'entidad'];

export class Formulario {
  readonly elemento: HTMLFormElement;
  private readonly campos: Readonly<Record<Dato, HTMLInputElement | HTMLSelectElement>>;
  private readonly sexos: readonly HTMLInputElement[];
  private readonly notas: Readonly<Record<Dato, HTMLElement>>;
  /** The fields that were left once: of these it is said what is wrong. */
  private readonly dejados = new Set<Dato>();
  private readonly oyentes: (() => void)[] = [];

  constructor() {
    const nota = (dato: Dato): HTMLElement => h('p', { class: 'nota', id: `nota-${dato}` });
    this.notas = {
      nombres: nota('nombres'),
      apellido_paterno: nota('apellido_paterno'),
      apellido_materno: nota('apellido_materno'),
      fecha_nacimiento: nota('fecha_nacimiento'),
      sexo: nota('sexo'),
      entidad: nota('entidad'),
    };
    const texto = (dato: Dato, mas: Readonly<Record<string, unknown>>): HTMLInputElement =>
      h('input', {
        id: dato,
        name: dato,
        autocomplete: 'off',
        spellcheck: 'false',
        'aria-describedby': `nota-${dato}`,
        ...mas,
      });
    this.sexos = SEXOS.map((sexo) => h('input', { type: 'radio', name: 'sexo', value: sexo, id: `sexo-${sexo}` }));
    this.campos = {
      nombres: texto('nombres', { autocapitalize: 'words' }),
      apellido_paterno: texto('apellido_paterno', { autocapitalize: 'words' }),
      apellido_materno: texto('apellido_materno', { autocapitalize: 'words' }),
      fecha_nacimiento: texto('fecha_nacimiento', { 't-placeholder': 'ejemplo_fecha', inputmode: 'text' }),
      sexo: h('input', { type: 'hidden' }),
      entidad: h(
        'select',
        { id: 'entidad', name: 'entidad', 'aria-describedby': 'nota-entidad' },
        h('option', { value: '', t: 'elija' }),
        ...ENTIDADES.map(({ abreviaturaEntidad: clave }) => h('option', { value: clave }, NOMBRES.get(clave) ?? clave)),
      ),
    };
    this.elemento = h('form', { class: 'persona', novalidate: true, autocomplete: 'off' });
    this.elemento.append(
      this.campo('nombres'),
      this.campo('apellido_paterno'),
      this.campo('apellido_materno'),
      this.campo('fecha_nacimiento'),
      h(
        'fieldset',
        { class: 'campo', 'data-dato': 'sexo', 'aria-describedby': 'nota-sexo' },
        h('legend', { t: 'sexo' }),
        h(
          'div',
          { class: 'opciones' },
          ...this.sexos.flatMap((radio, i) => [radio, h('label', { for: radio.id, t: SEXOS[i] ?? 'X' })]),
        ),
        this.notas.sexo,
      ),
      this.campo('entidad'),
    );
    this.escuchar();
    alCambiarIdioma(() => this.anotar());
  }

  alCambiar(hacer: () => void): void {
    this.oyentes.push(hacer);
  }

  get escrito(): Escrito {
    const { nombres, apellido_paterno, apellido_materno, fecha_nacimiento, entidad } = this.campos;
    return {
      nombres: nombres.value,
      apellido_paterno: apellido_paterno.value,
      apellido_materno: apellido_materno.value,
      fecha_nacimiento: fecha_nacimiento.value,
      sexo: this.sexos.find(({ checked }) => checked)?.value ?? '',
      entidad: entidad.value,
    };
  }

  set escrito(escrito: Partial<Escrito>) {
    for (const dato of DATOS) this.campos[dato].value = escrito[dato] ?? '';
    for (const radio of this.sexos) radio.checked = radio.value === escrito.sexo;
    this.dejados.clear();
    this.cambio();
  }

  get estaVacio(): boolean {
    return Object.values(this.escrito).every((texto) => texto === '');
  }

  /** What was typed, as `core` takes it: a date that cannot be read stays as it is, and is told to be wrong. */
  get persona(): Persona {
    const { nombres, apellido_paterno, apellido_materno, fecha_nacimiento, sexo, entidad } = this.escrito;
    const fecha = readDate(fecha_nacimiento);
    return {
      nombres,
      apellidoPaterno: apellido_paterno,
      apellidoMaterno: apellido_materno,
      fechaNacimiento: fecha === null ? fecha_nacimiento : `${fecha.anio}-${fecha.mes}-${fecha.dia}`,
      sexo: sexo as Sexo,
      entidad,
    };
  }

  /** The data that are there and right, and what is said of those that are missing: nothing, if none is. */
  get avance(): { readonly dados: readonly Dato[]; readonly faltan: string } {
    const { escrito, persona } = this;
    const malos = new Set(revisar(persona).map(({ dato }) => dato));
    const hay = (dato: Dato): boolean => escrito[dato].trim() !== '';
    const faltan = DATOS.filter((dato) => malos.has(dato) && !hay(dato));
    const datos = faltan.map((dato) => t(dato).toLocaleLowerCase()).join(', ');
    return {
      dados: DATOS.filter((dato) => hay(dato) && !malos.has(dato)),
      faltan: datos === '' ? '' : t('faltan', { datos }),
    };
  }

  private campo(dato: Dato): HTMLElement {
    const esApellido = APELLIDOS.includes(dato);
    return h(
      'div',
      { class: 'campo', 'data-dato': dato },
      h('label', { for: dato }, h('span', { t: dato }), esApellido && h('small', { t: 'vacio_si_no' })),
      this.campos[dato],
      this.notas[dato],
    );
  }

  private escuchar(): void {
    const { elemento } = this;
    elemento.addEventListener('input', () => this.cambio());
    elemento.addEventListener('submit', (evento) => evento.preventDefault());
    elemento.addEventListener('focusout', ({ target }) => {
      const dato = DATOS.find((nombre) => target instanceof Element && target.getAttribute('name') === nombre);
      if (dato === undefined || this.escrito[dato] === '') return;
      this.dejados.add(dato);
      this.anotar();
    });
  }

  private cambio(): void {
    this.anotar();
    for (const hacer of this.oyentes) hacer();
  }

  /** Below each field: what is wrong with it, or how its date was understood. */
  private anotar(): void {
    const { escrito, persona } = this;
    const hallazgos = revisar(persona, opciones());
    for (const dato of DATOS) {
      const hallazgo = escrito[dato].trim() === '' ? undefined : hallazgos.find((uno) => uno.dato === dato);
      // A date that has not been typed to its end is not wrong yet; a day that does not exist is.
      const aMedias = hallazgo?.codigo === 'fecha_formato' && !this.dejados.has(dato);
      const mensaje = hallazgo?.codigo === 'fecha_formato' ? t('fecha_ilegible') : (hallazgo?.mensaje ?? '');
      const mal = hallazgo !== undefined && !aMedias;
      const leida = dato === 'fecha_nacimiento' && hallazgo === undefined && escrito[dato].trim() !== '';
      poner(this.notas[dato], mal ? mensaje : leida ? enPalabras(persona.fechaNacimiento) : '');
      this.notas[dato].classList.toggle('mal', mal);
      this.campos[dato].setAttribute('aria-invalid', String(mal));
    }
  }
}
