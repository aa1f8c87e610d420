/** A form in React whose key fills itself in: `onGuardar` gets the data with it. A calculated key proves no registration. */
import '@curp-service/core/campo';
import type { CurpCampoElement } from '@curp-service/core/campo';
import { useEffect, useRef, useState } from 'react';

export function Alta({ onGuardar }: { readonly onGuardar: (data: FormData) => void }) {
  const campo = useRef<CurpCampoElement>(null);
  const [curp, setCurp] = useState('');
  useEffect(() => {
    const element = campo.current;
    const update = (event: CustomEvent<{ curp: string }>): void => setCurp(event.detail.curp);
    element?.addEventListener('curp', update);
    return () => element?.removeEventListener('curp', update);
  }, []);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onGuardar(new FormData(event.currentTarget));
      }}
    >
      <input name="nombres" aria-label="Nombres" />
      <input name="apellido_paterno" aria-label="Primer apellido" />
      <input name="apellido_materno" aria-label="Segundo apellido" />
      <input name="fecha_nacimiento" type="date" aria-label="Fecha de nacimiento" />
      <select name="sexo" aria-label="Sexo">
        <option>Mujer</option>
        <option>Hombre</option>
      </select>
      <input name="entidad" aria-label="Entidad de nacimiento" />
      <curp-campo ref={campo} name="curp" required />
      <button disabled={curp === ''}>Guardar</button>
    </form>
  );
}
