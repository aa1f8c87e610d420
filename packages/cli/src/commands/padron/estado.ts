/** `curp padron estado`: how many records there are, from which file, and whether an import is under way. */
import { type PadronImport, mexicoDay } from '@curp-service/server/admin';
import type { Command } from 'commander';
import { comando } from '../../terminal/help.js';
import { type Entorno, type Texto, enJson, json } from '../../environment.js';
import { enMiles } from '../lote/report.js';
import { ficha } from '../../terminal/table.js';

export function estado(grupo: Command, { texto, print, withStore }: Entorno): void {
  const descripcion = texto(
    'dice cuántos registros hay, de qué archivo, y si hay una importación a medias',
    'tells how many records there are, from which file, and whether an import is unfinished',
  );
  comando(grupo, 'estado', texto, descripcion, ['curp padron estado'])
    .option('--json', enJson(texto))
    .action(async ({ json: comoJson }: { readonly json?: true }) => {
      const {
        rows: filas,
        file: archivo,
        moment: momento,
        ongoing: importacion,
      } = await withStore(async ({ padron }) => padron.status());
      if (comoJson) {
        print(json({ filas, archivo, momento, importacion: importacion && enCurso(importacion) }));
        return;
      }
      const ninguno = texto('ninguno', 'none');
      print(
        ficha([
          [texto('registros', 'records'), enMiles(filas)],
          [texto('archivo', 'file'), archivo ?? ninguno],
          [texto('importado', 'imported'), momento === null ? ninguno : dia(momento)],
          ...(importacion === null ? [] : [[texto('a medias', 'unfinished'), enPalabras(importacion, texto)] as const]),
        ]),
      );
    });
}

const dia = (momento: string): string => mexicoDay(Date.parse(momento));

const enCurso = ({
  file: archivo,
  mode: modo,
  read: leidas,
  added: nuevas,
  changed: cambiadas,
  rejected: rechazadas,
  moment: momento,
}: PadronImport): unknown => ({
  archivo,
  modo,
  leidas,
  nuevas,
  cambiadas,
  rechazadas,
  momento,
});

const enPalabras = ({ file: archivo, mode: modo, read: leidas, moment: momento }: PadronImport, texto: Texto): string =>
  texto(
    `${archivo} (--${modo}), hasta la fila ${enMiles(leidas)}, ${dia(momento)}`,
    `${archivo} (--${modo}), up to row ${enMiles(leidas)}, ${dia(momento)}`,
  );
