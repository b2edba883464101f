// The language of the page. Its texts are English in the modules; texts.js has a line for
// each with what it is in the other languages.
import { texts } from './texts.js';
import { local } from './remember.js';

// languages are those of the page by their codes, in their own words; the lines of texts.js
// have the columns in this order, from the second on.
export const languages = { en: 'English', de: 'Deutsch', es: 'Español' };

// language is the one that was chosen, or the first that the browser asks for.
export const language = [local.getItem('language'), ...navigator.languages.map(l => l.split('-')[0]), 'en'].find(l => Object.hasOwn(languages, l));

const column = Object.keys(languages).indexOf(language) - 1;
const plural = new Intl.PluralRules(language), numbers = new Intl.NumberFormat(language);

// known is a text that comes from elsewhere, such as the name of a piece: in the language of
// the page if it has a line, and else as it is.
export const known = text => column >= 0 && Object.hasOwn(texts, text) ? texts[text][column] : text;

// t is a text of the page in its language. {0} stands for the first value, {1} for the
// second; {0|move|moves} is the first form if the value is one, {0?White|Black} the form of
// that number, where false is 0 and true is 1.
export function t(text, ...values) {
  return known(text).replace(/\{(\d)(?:([|?])([^}]*))?\}/g, (_, n, kind, forms) => {
    const value = values[n];
    if (!kind) return typeof value === 'number' ? number(value) : value;
    return forms.split('|')[kind === '?' ? Number(value) : Number(plural.select(value) !== 'one')];
  });
}

// number writes a number, and time a date with its time.
export const number = n => numbers.format(n);
export const time = (date, style = { dateStyle: 'medium', timeStyle: 'short' }) => new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, style).format(date);

// speak chooses a language, and shows the page in it.
export function speak(chosen) {
  local.setItem('language', chosen);
  location.reload();
}

// translatePage puts what stands in the file of the page into its language.
export function translatePage() {
  document.documentElement.lang = language;
  const all = document.createTreeWalker(document.body, NodeFilter.SHOW_ALL);
  for (let node = all.nextNode(); node; node = all.nextNode()) {
    if (node.nodeType === Node.TEXT_NODE) node.data = node.data.replace(/\S(.*\S)?/, known);
    else if (node.nodeType === Node.ELEMENT_NODE) for (const name of ['aria-label', 'title', 'alt', 'placeholder']) if (node.getAttribute(name)) node.setAttribute(name, known(node.getAttribute(name)));
  }
}
