/** Words a finding for people, who know the data by the labels of a form. */
import { ETIQUETAS, type Hallazgo } from '@curp-service/core';

export const sentence = ({ dato, mensaje }: Hallazgo): string => mensaje.replace(dato, ETIQUETAS[dato]);
