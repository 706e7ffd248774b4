// @ts-check
/** Reads XML as it arrives and keeps the open elements only; a document type is refused. Forked processes load this file unbuilt. */
import { abime } from './zip.mjs'

/**
 * @typedef {object} Visiteur
 * @property {boolean} ecoute whether texts are wanted at this place
 * @property {(nom: string, brut: string) => void} ouvre opens an element, by its name without prefix and its raw attributes
 * @property {(nom: string) => void} ferme
 * @property {(texte: string) => void} texte a piece of text; one text may come in several
 */

/** Most characters of a tag or text; a cell holds 32,767 characters. */
const PIECE_MAX = 1024 * 1024
const PROFONDEUR_MAX = 200

class Analyseur {
  #reste = ''
  /** @type {string[]} */
  #pile = []
  #racine = false
  /** @type {Visiteur} */
  #visiteur

  /** @param {Visiteur} visiteur */
  constructor(visiteur) {
    this.#visiteur = visiteur
  }

  /** @param {string} morceau */
  pousse(morceau) {
    const xml = this.#reste === '' ? morceau : this.#reste + morceau
    let at = 0
    while (at < xml.length) {
      const suite = xml.charCodeAt(at) === 60 ? this.#balise(xml, at) : this.#texte(xml, at)
      if (suite < 0) break
      at = suite
    }
    this.#reste = xml.slice(at)
    if (this.#reste.length > PIECE_MAX) throw abime()
  }

  fin() {
    if (this.#reste.trim() !== '' || this.#pile.length > 0 || !this.#racine) throw abime()
  }

  /** @param {string} xml @param {number} at @returns index after the text, -1 while its end has not arrived */
  #texte(xml, at) {
    const fin = xml.indexOf('<', at)
    if (this.#pile.length === 0) {
      if (xml.slice(at, fin < 0 ? undefined : fin).trim() !== '') throw abime()
      return fin < 0 ? xml.length : fin
    }
    if (!this.#visiteur.ecoute) return fin < 0 ? xml.length : fin
    if (fin < 0) return -1
    this.#visiteur.texte(decoder(xml.slice(at, fin)))
    return fin
  }

  /** @param {string} xml @param {number} at */
  #balise(xml, at) {
    const signe = xml.charCodeAt(at + 1)
    if (Number.isNaN(signe)) return -1
    if (signe === 47) return this.#ferme(xml, at)
    if (signe === 63) return apres(xml, '?>', at + 2)
    if (signe === 33) return this.#section(xml, at)
    const fin = finDeBalise(xml, at + 1)
    if (fin < 0) return -1
    const seule = xml.charCodeAt(fin - 1) === 47
    const dedans = xml.slice(at + 1, seule ? fin - 1 : fin)
    const blanc = dedans.search(BLANC)
    const nom = blanc < 0 ? dedans : dedans.slice(0, blanc)
    if (nom === '' || (this.#pile.length === 0 && this.#racine) || this.#pile.length >= PROFONDEUR_MAX)
      throw abime()
    this.#racine = true
    this.#visiteur.ouvre(sansPrefixe(nom), blanc < 0 ? '' : dedans.slice(blanc))
    if (seule) this.#visiteur.ferme(sansPrefixe(nom))
    else this.#pile.push(nom)
    return fin + 1
  }

  /** @param {string} xml @param {number} at */
  #ferme(xml, at) {
    const fin = xml.indexOf('>', at)
    if (fin < 0) return -1
    const nom = xml.slice(at + 2, fin).trimEnd()
    if (this.#pile.pop() !== nom) throw abime()
    this.#visiteur.ferme(sansPrefixe(nom))
    return fin + 1
  }

  /** Reads a comment or a CDATA section; refuses a document type. @param {string} xml @param {number} at */
  #section(xml, at) {
    if (xml.startsWith('<!--', at)) return apres(xml, '-->', at + 4)
    if (xml.startsWith('<![CDATA[', at)) {
      const fin = xml.indexOf(']]>', at + 9)
      if (fin >= 0 && this.#visiteur.ecoute) this.#visiteur.texte(lignes(xml.slice(at + 9, fin)))
      return fin < 0 ? -1 : fin + 3
    }
    if (xml.length - at < 9) return -1
    throw abime()
  }
}

const BLANC = /\s/

/** @param {string} xml @param {string} signe @param {number} de */
function apres(xml, signe, de) {
  const fin = xml.indexOf(signe, de)
  return fin < 0 ? -1 : fin + signe.length
}

/** Index of the `>` that ends a tag; inside quotes it is text. @param {string} xml @param {number} at */
function finDeBalise(xml, at) {
  let fin = xml.indexOf('>', at)
  for (let de = at; fin >= 0;) {
    const ouvre = premier(xml, de, fin)
    if (ouvre < 0) return fin
    const ferme = xml.indexOf(xml.charAt(ouvre), ouvre + 1)
    if (ferme < 0) return -1
    de = ferme + 1
    if (ferme > fin) fin = xml.indexOf('>', ferme)
  }
  return -1
}

/** @param {string} xml @param {number} de @param {number} a */
function premier(xml, de, a) {
  for (let at = de; at < a; at++) {
    const signe = xml.charCodeAt(at)
    if (signe === 34 || signe === 39) return at
  }
  return -1
}

/** @param {string} nom */
const sansPrefixe = (nom) => {
  const deux = nom.indexOf(':')
  return deux < 0 ? nom : nom.slice(deux + 1)
}

/** @type {Record<string, string>} */
const ENTITES = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** @param {string} texte */
const lignes = (texte) => (texte.includes('\r') ? texte.replace(/\r\n?/g, '\n') : texte)

/** @param {string} texte */
function decoder(texte) {
  const lu = lignes(texte)
  if (!lu.includes('&')) return lu
  return lu.replace(/&([^;]{0,12};?)/g, (_tout, /** @type {string} */ reference) => {
    const nom = reference.slice(0, -1)
    const entite = ENTITES[nom]
    if (entite !== undefined && reference.endsWith(';')) return entite
    const [, hexa, decimal] = /^#(?:x([0-9a-f]+)|([0-9]+));$/i.exec(reference) ?? []
    const code = hexa === undefined ? Number(decimal) : Number.parseInt(hexa, 16)
    if (!(code > 0 && code <= 0x10ffff)) throw abime()
    return String.fromCodePoint(code)
  })
}

/** @type {Map<string, { simple: string, forme: RegExp }>} */
const CHERCHES = new Map()

/** Value of one attribute. @param {string} brut raw attributes, with a blank before the first @param {string} nom without prefix */
export function attribut(brut, nom) {
  let cherche = CHERCHES.get(nom)
  if (!cherche) {
    cherche = {
      simple: ` ${nom}="`,
      forme: new RegExp(`\\s(?:[\\w.-]+:)?${nom}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`),
    }
    CHERCHES.set(nom, cherche)
  }
  const de = brut.indexOf(cherche.simple)
  if (de >= 0) {
    const debut = de + cherche.simple.length
    return decoder(brut.slice(debut, brut.indexOf('"', debut)))
  }
  const [tout, double, seul] = cherche.forme.exec(brut) ?? []
  return tout === undefined ? undefined : decoder(double ?? seul ?? '')
}

/**
 * Reads the XML of a part to its end; `pause` runs after each piece.
 * @param {AsyncIterable<Uint8Array>} morceaux @param {Visiteur} visiteur @param {() => Promise<void>} [pause]
 */
export async function readXml(morceaux, visiteur, pause) {
  const analyseur = new Analyseur(visiteur)
  const lecteur = new TextDecoder('utf-8', { fatal: true })
  try {
    for await (const morceau of morceaux) {
      analyseur.pousse(lecteur.decode(morceau, { stream: true }))
      await pause?.()
    }
    analyseur.pousse(lecteur.decode())
  } catch (error) {
    // The bytes are no UTF-8.
    throw error instanceof TypeError && Reflect.get(error, 'code') === 'ERR_ENCODING_INVALID_ENCODED_DATA'
      ? abime()
      : error
  }
  analyseur.fin()
}
