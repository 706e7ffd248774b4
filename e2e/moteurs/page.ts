/**
 * Gives a page under way ears for errors in it, and eyes that find a thing as a person does, by its name. It runs
 * in the page itself, so that it is the same in every engine; whoever loads a page anew gives it again.
 */
export const AIDE = `(() => {
  const bruits = []
  const note = (text) => void bruits.push(text)
  addEventListener('error', ({ message }) => note('erreur ' + message))
  addEventListener('unhandledrejection', ({ reason }) => note('rejet ' + reason))
  addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
    note('CSP ' + violatedDirective + ' ' + blockedURI))
  const { error } = console
  console.error = (...said) => {
    note('console ' + said.join(' '))
    error.apply(console, said)
  }
  const answered = (address, status) => {
    if (status === 0 || status >= 400) note('appel ' + address + ' ' + status)
  }
  const { fetch } = window
  window.fetch = async (...request) => {
    const answer = await fetch(...request)
    answered(answer.url, answer.status)
    return answer
  }
  const { send } = XMLHttpRequest.prototype
  XMLHttpRequest.prototype.send = function (body) {
    this.addEventListener('loadend', () => answered(this.responseURL, this.status))
    return send.call(this, body)
  }

  const seen = (element) => element.getClientRects().length > 0
  const plain = (text) => text.replace(/\\s+/g, ' ').trim()
  const nameOf = (element) =>
    plain(element.getAttribute('aria-label') || element.labels?.[0]?.textContent || element.textContent)
  const inFront = () => [...document.querySelectorAll('[role=dialog]')].filter(seen).at(-1) ?? document
  window.aide = {
    bruits,
    /** The first in sight, in the dialog that is open, that is called so. */
    find: (selector, name) =>
      [...inFront().querySelectorAll(selector)].find((one) => seen(one) && name.test(nameOf(one))) ?? null,
    /** A list of choices stands outside its dialog. */
    option: (name) =>
      [...document.querySelectorAll('[role=option]')].find((one) => seen(one) && name.test(nameOf(one))) ?? null,
    file: () => inFront().querySelector('input[type=file]'),
    told: () => [...document.querySelectorAll('[role=status], [role=alert]')].map((one) => plain(one.textContent)).join(' | '),
    shown: (title) =>
      document.title === title &&
      document.querySelector('h1') !== null &&
      document.querySelector('main [aria-busy="true"], main [data-loading], [data-progress]') === null &&
      !/Chargement/.test(document.querySelector('main').textContent),
    wide: () => document.documentElement.scrollWidth - innerWidth,
    ask: (path) => {
      window.aide.answer = undefined
      void fetch('/backend/public/api' + path)
        .then((answer) => answer.json())
        .then((read) => (window.aide.answer = read))
    },
  }
  return true
})()`
