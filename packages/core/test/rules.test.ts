/** Tests of each rule, one row for each branch: the letters of positions 1-4 and 14-16. */
import { describe, expect, it } from 'vitest';
import { calcular } from '../src/index.js';
import { personWith } from './people.js';

type Row = [nombres: string, paterno: unknown, materno: unknown, letras: string, porque: string];

function lettersOf(nombres: string, apellidoPaterno: unknown, apellidoMaterno: unknown): string {
  const resultado = calcular(personWith({ nombres, apellidoPaterno, apellidoMaterno }));
  return resultado.ok ? `${resultado.curp.slice(0, 4)}-${resultado.curp.slice(13, 16)}` : 'no key';
}

const table = (title: string, rows: Row[]): void => {
  describe(title, () => {
    it.each(rows)('%s %s %s → %s (%s)', (nombres, paterno, materno, expected) => {
      expect(lettersOf(nombres, paterno, materno)).toBe(expected);
    });
  });
};

table('1.1 and 1.12: Ñ', [
  ['Ñique', 'Tovar', 'Luna', 'TOLX-VNQ', 'initial of the given name'],
  ['Renata', 'Ñuño', 'Ñeco', 'XUXR-XCN', 'initial and first internal consonant'],
  ['Renata', 'Peñagarza', 'Luna', 'PELR-XNN', 'the first internal consonant, though not the only one'],
  ['Renata', 'Parña', 'Luna', 'PALR-RNN', 'a later consonant'],
]);

table('1.2, 1.3, 1.15 and 1.16: compound given names', [
  ['Abril Renata', 'Tovar', 'Luna', 'TOLA-VNB', 'the first word'],
  ['María Renata', 'Tovar', 'Luna', 'TOLR-VNN', 'MARIA is passed over'],
  ['Ma. Renata', 'Tovar', 'Luna', 'TOLR-VNN', 'MA.'],
  ['Ma Renata', 'Tovar', 'Luna', 'TOLR-VNN', 'MA'],
  ['M. Renata', 'Tovar', 'Luna', 'TOLR-VNN', 'M.'],
  ['m renata', 'Tovar', 'Luna', 'TOLR-VNN', 'M'],
  ['José Renato', 'Tovar', 'Luna', 'TOLR-VNN', 'JOSE'],
  ['J. Renato', 'Tovar', 'Luna', 'TOLR-VNN', 'J.'],
  ['J Renato', 'Tovar', 'Luna', 'TOLR-VNN', 'J'],
  ['Mª Renata', 'Tovar', 'Luna', 'TOLR-VNN', 'Mª is MA'],
  ['M.ª Renata', 'Tovar', 'Luna', 'TOLR-VNN', 'M.ª is MA'],
  ['M.\u0301ª Renata', 'Tovar', 'Luna', 'TOLR-VNN', 'a period with an accent before ª'],
  ['Ma.\u0308 Renata', 'Tovar', 'Luna', 'TOLR-VNN', 'a period with a mark'],
  ['Mª. Renata', 'Tovar', 'Luna', 'TOLR-VNN', 'Mª. is MA.'],
  ['Mª', 'Tovar', 'Luna', 'TOLM-VNX', 'alone it counts'],
  ['José María', 'Tovar', 'Luna', 'TOLM-VNR', 'only one of them is passed over'],
  ['María José Fernanda', 'Tovar', 'Luna', 'TOLJ-VNS', 'never two'],
  ['María', 'Tovar', 'Luna', 'TOLM-VNR', 'not compound'],
  [' María ', 'Tovar', 'Luna', 'TOLM-VNR', 'not compound either'],
  ['Ma.', 'Tovar', 'Luna', 'TOLM-VNX', 'not compound, with a sign'],
  ['M.A Renata', 'Tovar', 'Luna', 'TOLM-VNX', 'not on the list'],
  ['M- Renata', 'Tovar', 'Luna', 'TOLM-VNX', 'a hyphen is no period'],
  ['Max Renato', 'Tovar', 'Luna', 'TOLM-VNX', 'MAX is not MA.'],
  ['Maña Renata', 'Tovar', 'Luna', 'TOLM-VNX', 'MAÑA is not MA.'],
  ['Mariana Renata', 'Tovar', 'Luna', 'TOLM-VNR', 'longer than MARIA'],
  ['AAAAAMARIA Renata', 'Tovar', 'Luna', 'TOLA-VNM', 'ends like MARIA'],
  ["'María Renata", 'Tovar', 'Luna', 'TOLX-VNM', 'a sign before MARIA'],
  ['María-José', 'Tovar', 'Luna', 'TOLM-VNR', 'one word'],
  ['MA.GUADALUPE', 'Tovar', 'Luna', 'TOLM-VNX', 'one word'],
  ['Renata', 'José María', 'Ma. Luna', 'JOMR-SXN', 'never in surnames'],
]);

table('1.7: particles', [
  ['Renata', 'de la Torre', 'van der Meer', 'TOMR-RRN', 'two of them'],
  ['Renata', 'Y Barra', 'DD Fulano', 'BAFR-RLN', 'Y and DD'],
  ['Renata', 'Mc Allister', 'Mac Gregor', 'AIGR-LRN', 'MC and MAC'],
  ['Renata', 'Le', 'Di', 'LEDR-XXN', 'alone they count'],
  ['Renata', 'De la', 'Del', 'LADR-XLN', 'the last word counts'],
  ['Renata', 'De la ', ' Del ', 'LADR-XLN', 'white space makes no word'],
  ['Renata', 'Torre de la', 'Tovar', 'TOTR-RVN', 'not leading'],
  ['Renata', 'McAllister', 'Delatorre', 'MADR-CLN', 'ordinary words'],
  ['Renata', 'San Román', 'Dos Passos', 'SADR-NSN', 'not on the list'],
  ['Renata', 'De la O', 'Tovar', 'OXTR-XVN', 'O is a surname'],
  ['Renata', "D' Orsay", 'Tovar', 'DXTR-XVN', 'D and a sign'],
  ['Renata', 'Dé Luna', 'Dë Luna', 'LUDR-NXN', 'an accent is dropped, a diaeresis is kept'],
  ['de Jesús', 'Tovar', 'Luna', 'TOLJ-VNS', 'given name'],
  ['María de los Remedios', 'Tovar', 'Luna', 'TOLR-VNM', 'after MARIA'],
  ['de María Remedios', 'Tovar', 'Luna', 'TOLR-VNM', 'before MARIA'],
  ['Ma. de la O', 'Tovar', 'Luna', 'TOLO-VNX', 'the last word counts'],
  ['Ma. de los', 'Tovar', 'Luna', 'TOLL-VNS', 'all passed over but the last'],
  ['María José de la Luz', 'Tovar', 'Luna', 'TOLJ-VNS', 'the second of 1.3 counts'],
]);

table('1.4, 1.6 and 1.18: signs and diaereses', [
  ['Renata', "D'Orsay", 'D/Orsay', 'DXDR-XXN', 'apostrophe and slash'],
  ['Renata', 'D’Orsay', 'D‘Orsay', 'DXDR-XXN', 'typographic apostrophes'],
  ['Renata', 'D´Orsay', 'D`Orsay', 'DXDR-XXN', 'accents as apostrophes'],
  ['Renata', 'DʼOrsay', 'D-Orsay', 'DXDR-XXN', 'modifier letter, hyphen'],
  ['´Essio', "'Orsay", '.Orsay', 'XOXX-RRS', 'initial'],
  ['Renata', 'Orsay-Luna', 'Tovar', 'OATR-RVN', 'after the letters that count'],
  ['Renata', 'N.', 'R2D2', 'NXRR-XXN', 'period, digit'],
  ['Renata', 'Ao’k', 'Tovar', 'AOTR-XVN', 'a vowel before the sign, none of the consonants'],
  ['Renata', 'Brt’a', 'Tovar', 'BXTR-RVN', 'the sign before any vowel'],
  ['Renata', 'Bäcker', 'Gröning', 'BXGR-CRN', 'Ä'],
  ['Ëlla', 'Ärmel', 'Öster', 'XEXX-RSL', 'initial'],
  ['Renata', 'Naïr', 'Thëo', 'NATR-RHN', 'a vowel for the consonant'],
  ['Renata', 'Güitrón', 'Ügarte', 'GUUR-TGN', 'Ü is U'],
  ['Renata', 'Ao', 'Aü', 'AOAR-XXN', 'vowels only'],
]);

table('1.8: inconvenient words', [
  ['Olga', 'Pérez', 'Duarte', 'PXDO-RRL', 'PEDO'],
  ['Ñique', 'Putz', 'Tovar', 'PUTX-TVQ', 'PUTX is none'],
  ['Alicia', 'Vargas', 'Campos', 'VXCA-RML', 'VACA'],
  ['Ana', 'Ruiz', 'Tovar', 'RUTA-ZVN', 'RUTA is none'],
]);

table('1.9 to 1.14 and 1.17: missing letters and surnames', [
  ['Renata', 'Ich', 'Brzt', 'IXBR-CRN', 'no internal vowel'],
  ['Eo', 'Po', 'Ueia', 'POUE-XXX', 'no internal consonant'],
  ['Renata', 'O', 'Y', 'OXYR-XXN', 'one letter'],
  ['Renata', 'Tovar', '', 'TOXR-VXN', 'one surname'],
  ['Renata', 'Tovar', null, 'TOXR-VXN', 'null'],
  ['Renata', 'Tovar', undefined, 'TOXR-VXN', 'undefined'],
  ['Renata', 'Tovar', ' \t\u200b', 'TOXR-VXN', 'blank'],
  ['Renata', '', 'Tovar', 'TOXR-VXN', 'only the second: it moves'],
  ['Renata', null, 'Tovar', 'TOXR-VXN', 'only the second: it moves'],
  ['Renata', '', '', 'XXXR-XXN', 'none'],
  ['Renata', 'Desconocido', '', 'XXXR-XXN', 'DESCONOCIDO is none'],
  ['Renata', '  desconocido ', null, 'XXXR-XXN', 'however written'],
  ['Renata', '', 'DESCONOCIDO', 'XXXR-XXN', 'as the second'],
  ['Renata', 'DESCO\u200bNOCIDO', '', 'XXXR-XXN', 'with an invisible character'],
  ['Renata', 'Desconocido', 'Desconocido', 'XXXR-XXN', 'twice'],
  ['Renata', 'Desconócido', '', 'XXXR-XXN', 'accents are dropped'],
  ['Renata', 'Descoñocido', '', 'DEXR-SXN', 'but not the tilde of Ñ'],
  ['Renata', 'Desconocido', 'Tovar', 'DETR-SVN', 'not the only surname'],
  ['Renata', 'Tovar', 'Desconocido', 'TODR-VSN', 'not the only surname'],
  ['Renata', 'Desconocido Tovar', '', 'DEXR-SXN', 'part of a surname'],
  ['Renata', 'Desiderio', '', 'DEXR-SXN', 'the same letters'],
  ['Renata', 'Desiderio', 'Desconocido', 'DEDR-SSN', 'the same letters'],
]);

table('letters outside the Spanish alphabet', [
  ['François', 'Łazarz', 'Đoković', 'LADF-ZKR', 'base letters'],
  ['Søren', 'Ångström', 'Čapek', 'AXCS-NPR', 'with marks'],
  ['Renata', 'Ãlves', 'Bõa', 'AEBR-LXN', 'a tilde on another letter'],
  ['Renata', 'Bª', 'Cº', 'BACR-XXN', 'ordinals'],
  ['Œuvre', 'Æsir', 'Ħal', 'AIHO-SLV', 'ligatures'],
  ['ẞeta', 'Straße', 'ßa', 'SASS-TXT', 'sharp s'],
  ['ĳsbrand', 'ﬁlip', 'Ｍoto', 'FIMI-LTS', 'compatibility forms'],
  ['𝐑enata', 'ılgaz', 'İnan', 'IAIR-LNN', 'beyond the basic plane, dotless and dotted I'],
  ['Þórr', 'Ðæla', 'Aŋk', 'XAAX-LXR', 'no base letter: X'],
  ['Яnata', 'Lиa', 'AЖo', 'LAAX-XXN', 'another script: X, and no vowel'],
  ['Ǟbba', 'Ǘrla', 'Bǖa', 'UABX-RXB', 'two marks'],
  ['A\u0302\u0308bba', 'A\u0308\u0302bba', 'N\u0323\u0303a', 'XAXX-BXB', 'in any order'],
  ['Ʉrsa', 'Ƀo', 'ȼa', 'BOCU-XXR', 'bars and strokes'],
]);

describe('a name in Unicode', () => {
  it.each([['Ñandú Peñaloza Argüello Bäcker Ångström Čapek'], ['José María Íñigo Óscar Ñique']])(
    'has the same key composed and decomposed: %s',
    (texto) => {
      for (const palabra of texto.split(' ')) {
        expect(lettersOf(palabra, palabra, palabra)).toBe(
          lettersOf(palabra.normalize('NFD'), palabra.normalize('NFD'), palabra.normalize('NFD')),
        );
      }
    },
  );

  it.each(['\u200b', '\u200d', '\u200e', '\u200f', '\u202e', '\u2066', '\ufeff', '\u00ad', '\u034f', '\ufe0f'])(
    'loses the invisible character %j',
    (invisible) => {
      const con = (nombre: string): string => Array.from(nombre).join(invisible) + invisible;
      expect(lettersOf(con('Renata'), con('Oñate'), con('Tinajero'))).toBe(lettersOf('Renata', 'Oñate', 'Tinajero'));
    },
  );

  it.each(['\u00a0', '\u2003', '\u3000', '\t', '\n', '\r\n', '\u2028'])('may have %j as white space', (espacio) => {
    expect(lettersOf(`María${espacio}Renata`, `de${espacio}la${espacio}Torre`, 'Luna')).toBe('TOLR-RNN');
  });

  it('has X for a lone surrogate and for a pictograph', () => {
    expect(lettersOf('\ud800nata', 'T\udc00var', '😀una')).toBe('TXXX-XNN');
  });
});
