/**
 * The catalogue of inconvenient words: if positions 1-4 spell one, the second letter becomes X (R 1.8).
 *
 * Source: Instructivo Normativo para la Asignación de la CURP, March 2006, Anexo 2, p. 59. The Reglas of RENAPO,
 * 22-10-2021, name theirs as Anexo 01, of which only the title could be read (p. 82). The tax registry has another list
 * for the RFC.
 */
export const PALABRAS_INCONVENIENTES: readonly string[] = (
  'BACA BAKA BUEI BUEY CACA CACO CAGA CAGO CAKA CAKO COGE COGI COJA COJE COJI COJO COLA CULO FALO FETO GETA GUEI ' +
  'GUEY JETA JOTO KACA KACO KAGA KAGO KAKA KAKO KOGE KOGI KOJA KOJE KOJI KOJO KOLA KULO LILO LOCA LOCO LOKA LOKO ' +
  'MAME MAMO MEAR MEAS MEON MIAR MION MOCO MOKO MULA MULO NACA NACO PEDA PEDO PENE PIPI PITO POPO PUTA PUTO QULO ' +
  'RATA ROBA ROBE ROBO RUIN SENO TETA VACA VAGA VAGO VAKA VUEI VUEY WUEI WUEY'
).split(' ');
