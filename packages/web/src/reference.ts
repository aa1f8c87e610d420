/** The script of `/docs`: shows the API reference in the language of the page, with the token for trying it out if the service has one. */
import './styles/colours.css';
import './styles/base.css';
import './styles/reference.css';
import { REFERENCE_LABELS } from './reference-labels.js';

interface SwaggerRequest {
  readonly headers: Record<string, string>;
}
interface SwaggerUi {
  preauthorizeApiKey(scheme: string, token: string): void;
}
declare const SwaggerUIBundle: (options: object) => SwaggerUi;

const { lang, dataset } = document.documentElement;
const root = document.querySelector('#docs');

/** Translates labels as they appear, because Swagger UI is only in English. Code and input stay unchanged. */
function translate(node: Node): void {
  if (node.parentElement?.closest('pre, code, textarea, .markdown, .renderedMarkdown')) return;
  const spanish = REFERENCE_LABELS.get(node.nodeValue?.trim() ?? '');
  if (spanish !== undefined) node.nodeValue = spanish;
}

function translateAll(node: Node): void {
  const texts = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
  for (let text: Node | null = texts.currentNode; text !== null; text = texts.nextNode()) translate(text);
}

/** Mends what Swagger UI writes for the eye alone: lists without a name, links inside of buttons, headings of a wrong level, parts without a landmark. */
function nameControls(): void {
  for (const select of document.querySelectorAll('#docs select:not([aria-label])')) {
    const row = select.closest('tr')?.querySelector('.parameter__name')?.firstChild ?? null;
    const label = select.closest('.servers, .content-type-wrapper, .response-control-media-type, .examples-select');
    const name = row ?? label?.parentElement?.querySelector('.servers-title, small, .examples-select__section-label');
    select.setAttribute('aria-label', name?.textContent?.trim() || select.id || 'Media type');
  }
  for (const area of document.querySelectorAll('#docs textarea:not([aria-label])'))
    area.setAttribute('aria-label', lang === 'es' ? 'Cuerpo de la petición' : 'Request body');
  for (const [part, label] of [
    ['.information-container', document.title],
    ['.scheme-container', 'Token'],
  ] as const) {
    document.querySelector(part)?.setAttribute('role', 'region');
    document.querySelector(part)?.setAttribute('aria-label', label);
  }
  for (const link of document.querySelectorAll('#docs button a[href]')) link.removeAttribute('href');
  for (const heading of document.querySelectorAll('#docs :is(h3, h4):not([aria-level])'))
    heading.setAttribute('aria-level', heading.matches('.opblock-tag, .models h4') ? '2' : '3');
  for (const region of document.querySelectorAll('#docs pre:not([tabindex])')) region.setAttribute('tabindex', '0');
}

if (root !== null) {
  new MutationObserver((records) => {
    nameControls();
    for (const { target, addedNodes } of lang === 'es' ? records : []) {
      translate(target);
      addedNodes.forEach(translateAll);
    }
  }).observe(root, { childList: true, characterData: true, subtree: true });
}

const ui = SwaggerUIBundle({
  url: `/openapi.json?idioma=${lang}`,
  dom_id: '#docs',
  deepLinking: true,
  validatorUrl: null,
  tryItOutEnabled: true,
  requestInterceptor: (request: SwaggerRequest) => {
    request.headers['Accept-Language'] = lang;
    return request;
  },
  onComplete: () => {
    if (dataset['token']) ui.preauthorizeApiKey('bearer', dataset['token']);
  },
});
