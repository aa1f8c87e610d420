/** Entry point of the page. */
import './styles/page.css';
import { mount } from './page.js';

export * from './base/index.js';

mount();
// Browsers allow no service worker for a page opened from disk.
if (location.protocol !== 'file:') void navigator.serviceWorker?.register('sw.js').catch(() => {});
