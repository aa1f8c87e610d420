/** The script of `/docs`: shows the API reference in the language of the page, with the token for trying it out if the service has one. */
import { LABELS } from './reference-labels.js';

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
  const spanish = LABELS.get(node.nodeValue?.trim() ?? '');
  if (spanish !== undefined) node.nodeValue = spanish;
}

function translateAll(node: Node): void {
  const texts = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
  for (let text: Node | null = texts.currentNode; text !== null; text = texts.nextNode()) translate(text);
}

if (lang === 'es' && root !== null) {
  new MutationObserver((records) => {
    for (const { target, addedNodes } of records) {
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
