/** The one script of the page: in a worker it does files, and in a document it is the page. */
import './estilo/pagina.css';
import { trabajar } from './lote/obrero.js';
import { montar } from './pagina.js';

if (typeof document === 'undefined') trabajar();
else {
  montar();
  // From disk there is none, and the page is there without a network anyway.
  if (location.protocol !== 'file:') void navigator.serviceWorker?.register('sw.js').catch(() => {});
}
