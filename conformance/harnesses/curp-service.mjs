/** Answers the cases with @curp-service/core. */
import { readFileSync } from 'node:fs';
import { calcular, cotejar, validar } from '@curp-service/core';
import { serve } from './serve.mjs';

const manifest = new URL('../../packages/core/package.json', import.meta.url);
const personOf = ({ apellido_paterno, apellido_materno, fecha_nacimiento, ...rest }) => ({
  ...rest,
  apellidoPaterno: apellido_paterno,
  apellidoMaterno: apellido_materno,
  fechaNacimiento: fecha_nacimiento,
});

serve('@curp-service/core', JSON.parse(readFileSync(manifest, 'utf8')).version, {
  calcular: (data) => {
    const { ok, curp } = calcular(personOf(data));
    return ok ? { curp } : { error: true };
  },
  validar: ({ curp }) => ({ valido: validar(curp).valido }),
  cotejar: ({ curp, ...data }) => {
    const { resultado, edicion } = cotejar(curp, personOf(data));
    return { resultado, edicion };
  },
});
