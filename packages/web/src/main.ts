/** The script of the page. */
import './styles/page.css';
import { mount } from './page.js';

mount();
// From disk there is none, and the page is there without a network anyway.
if (location.protocol !== 'file:') void navigator.serviceWorker?.register('sw.js').catch(() => {});
