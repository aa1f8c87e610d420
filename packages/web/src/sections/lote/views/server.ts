/** The form that sends a file to the service, and the view of its result. */
import type { LoteOptions } from '@curp-service/lote';
import { h, setChildren } from '../../../base/dom.js';
import { formatNumber, t } from '../../../base/language.js';
import { announce } from '../../../base/announce.js';
import { rowMessage } from './words.js';
import { download, downloadName } from './download.js';
import type { FileType } from '../worker/messages.js';
import type { ServiceResult } from '../worker/service.js';
import { type View, button, figures, proofNote, heading } from './view.js';

/** Whether the service that serves the page keeps jobs: it says so in the headers of the page. */
async function keepsJobs(): Promise<boolean> {
  if (!/^https?:$/.test(location.protocol)) return false;
  try {
    const { headers } = await fetch('.', { method: 'HEAD' });
    return /curp\/lotes/.test(headers.get('link') ?? '');
  } catch {
    return false;
  }
}

/** The form appears where the service can do the file. `isReadable`: the service reads files of this type. */
export function serverChoice(isReadable: boolean, onSend: (token: string) => void): HTMLDetailsElement {
  const token = h('input', { id: 'token', type: 'password', autocomplete: 'off', spellcheck: 'false' });
  const details = h(
    'details',
    { hidden: true },
    h('summary', { t: 'en_servidor' }),
    h(
      'form',
      {
        class: 'persona',
        onsubmit: (event: SubmitEvent) => {
          event.preventDefault();
          if (token.value.trim() !== '') onSend(token.value.trim());
        },
      },
      h('p', { class: 'nota ancho', t: 'en_servidor_nota' }),
      h('div', { class: 'campo' }, h('label', { for: 'token', t: 'token' }), token),
      h('button', { class: 'boton al-pie', t: 'mandar' }),
    ),
  );
  if (isReadable) void keepsJobs().then((can) => (details.hidden = !can));
  return details;
}

export class ServerResultView implements View {
  readonly element: HTMLElement;
  private readonly counts = h('div', {});
  private readonly result: ServiceResult;

  constructor(
    file: File,
    type: FileType,
    operacion: LoteOptions['operacion'],
    result: ServiceResult,
    otherFile: () => void,
  ) {
    this.result = result;
    this.element = h(
      'section',
      { class: 'tarjeta' },
      heading({ t: 'listo' }),
      this.counts,
      h('ul', { class: 'lectura' }, ...result.lectura.map(({ texto }) => h('li', {}, rowMessage(texto)))),
      h(
        'div',
        { class: 'acciones' },
        button('descargar_todo', () => download(result.output, downloadName(file.name, type)), 'principal'),
        button('otro_archivo', otherFile),
      ),
      proofNote(operacion),
    );
    this.render();
    announce(t('resumen', { n: formatNumber(result.rows), malas: formatNumber(result.rows - result.good) }));
  }

  render(): void {
    const { rows, good, contradictions } = this.result;
    const bad = rows - good;
    setChildren(
      this.counts,
      figures([
        ['filas', formatNumber(rows)],
        ['con_error', formatNumber(bad), bad > 0 ? 'mal' : ''],
        ...(contradictions > 0 ? ([['contradicen', formatNumber(contradictions), 'mal']] as const) : []),
      ]),
    );
  }
}
