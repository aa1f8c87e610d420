/** One run of `curp lote`, from the names of the files to the summary. */
import { UnreadableFile } from '@curp-service/contract/codes/file';
import type { LoteOptions, Totals } from '@curp-service/lote';
import type { Texto } from '../../environment.js';
import { Falla, SALIDA } from '../../failure.js';
import { abrirSalida } from '../../files/target.js';
import { type Avance, type Entrada, abrirEntrada } from '../../files/input.js';
import { filasDe, segunSalida } from '../../files/stages.js';
import { noVanJuntos, vanJuntos } from '../../files/format.js';
import { HiloCaido } from './thread.js';
import { discreto } from './report.js';
import { type Opciones, loQueSobra } from './options.js';
import { Pantalla } from './screen.js';
import { type Medios, type Plan, planDe } from './plan.js';
import { type Salida, TuberiaCerrada } from '../../files/output.js';
import { atenderSenales } from '../../terminal/signals.js';
import { type AlEntender, type Trabajo, enUnHilo } from './work.js';

/** A workbook is read at once, and its rows come out little by little. */
const SIN_FIN: Avance = { leidos: 0, total: null };

export async function ejecutar(ruta: string, opciones: Opciones, medios: Medios): Promise<void> {
  const { idioma, texto } = medios;
  const plan = planDe(ruta, opciones, medios);
  const entrada = abrirEntrada(plan.origen, texto);
  const pantalla = new Pantalla(plan, opciones, medios);
  let salida: Salida | null = null;
  let trabajo: Trabajo | null = null;
  const desatender = atenderSenales(() => {
    const nadaQueda = salida?.abandonar() === true;
    pantalla.decir(
      nadaQueda
        ? texto(`Interrumpido: ${plan.destino} no se escribió.`, `Interrupted: ${plan.destino} was not written.`)
        : texto('Interrumpido: la salida está incompleta.', 'Interrupted: the output is incomplete.'),
    );
    // What a service does for us is not to go on; a thread ends with this process.
    return plan.servidor === null ? null : (trabajo?.cerrar() ?? null);
  });
  const alEmpezar = (suyo: Trabajo): void => void (trabajo = suyo);
  try {
    salida = abrirSalida(plan.destino, entrada.stats, opciones.forzar === true, texto);
    const totales = await trabajar({ entrada, salida, plan, opciones, pantalla, idioma, texto, alEmpezar });
    await salida.terminar();
    pantalla.terminar(totales);
    if (totales.good < totales.rows) process.exitCode = SALIDA.NO;
  } catch (error) {
    pantalla.borrar();
    const nadaQueda = salida?.abandonar() === true;
    if (!(error instanceof TuberiaCerrada)) throw enPalabras(error, nadaQueda, texto);
    process.exitCode = SALIDA.IO;
  } finally {
    desatender();
    entrada.cerrar();
  }
}

interface Corrida {
  readonly entrada: Entrada;
  readonly salida: Salida;
  readonly plan: Plan;
  readonly opciones: Opciones;
  readonly pantalla: Pantalla;
  readonly idioma: Medios['idioma'];
  readonly texto: Texto;
  readonly alEmpezar: (trabajo: Trabajo) => void;
}

/** From the first byte to the last. */
async function trabajar({
  entrada,
  salida,
  plan,
  opciones,
  pantalla,
  idioma,
  texto,
  ...de
}: Corrida): Promise<Readonly<Totals>> {
  const { formato, trozos } = await filasDe(entrada, plan.formatos, opciones, texto);
  const mal = vanJuntos(formato, plan.formatos.salida)
    ? loQueSobra(opciones, { ...plan.formatos, entrada: formato }, texto)
    : noVanJuntos(texto);
  if (mal !== null) throw new Falla(SALIDA.USO, mal);

  let delimitador: string | undefined;
  const alEntender: AlEntender = (entendido) => {
    ({ delimiter: delimitador } = entendido);
    const leido = formato.tipo === 'xlsx' ? SIN_FIN : entrada.avance;
    pantalla.empezar(discreto(entendido, plan.mapa), trabajo, trabajo.avance ?? leido);
  };
  const deLote: LoteOptions = {
    formato: formato.tipo === 'ndjson' ? 'ndjson' : 'csv',
    operacion: opciones.operacion,
    language: idioma,
    columnas: plan.mapa,
    codificacion: opciones.codificacion,
    excel: opciones.excel === true,
    homonimos: opciones.homonimos === true,
  };
  const trabajo =
    plan.servidor === null
      ? await trabajoDe(opciones.hilos, deLote, alEntender)
      : await enServidor(plan.servidor, deLote, alEntender, entrada.avance, texto);
  de.alEmpezar(trabajo);
  try {
    const piezas = segunSalida(trabajo.filas(trozos), plan.formatos.salida, () => delimitador, texto);
    for await (const pieza of piezas) await salida.escribir(pieza);
    return trabajo.totales();
  } finally {
    await trabajo.cerrar();
  }
}

async function trabajoDe(hilos: number, opciones: LoteOptions, alEntender: AlEntender): Promise<Trabajo> {
  if (hilos === 1) return enUnHilo(opciones, alEntender);
  const { Hilos } = await import('./threads.js');
  return new Hilos(opciones, alEntender, hilos);
}

async function enServidor(
  servidor: NonNullable<Plan['servidor']>,
  opciones: LoteOptions,
  alEntender: AlEntender,
  subida: Avance,
  texto: Texto,
): Promise<Trabajo> {
  const { Remote } = await import('./remote.js');
  return new Remote(servidor, opciones, alEntender, subida, texto);
}

/** What went wrong, for the user; a fault of this program stays as it is. */
function enPalabras(error: unknown, nadaQueda: boolean, texto: Texto): unknown {
  if (error instanceof UnreadableFile) return new Falla(SALIDA.USO, error.message);
  const nada = nadaQueda ? ` ${texto('SALIDA no se escribió.', 'SALIDA was not written.')}` : '';
  if (error instanceof HiloCaido) {
    const dicho = texto(`Un hilo se detuvo (${error.message}).`, `A thread stopped (${error.message}).`);
    return new Falla(SALIDA.PROPIA, `${dicho}${nada}`);
  }
  return error instanceof Falla && error.salida === SALIDA.IO ? new Falla(SALIDA.IO, `${error.message}${nada}`) : error;
}
