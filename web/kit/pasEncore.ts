import { normaliser } from '#shared/texte.ts'

const ARTICLES = { residence: 'La résidence ', bloc: 'Le bloc ', etage: 'L’étage ' }

/** What a record stands in, by its kind and its name. */
export interface Lieu {
  genre: keyof typeof ARTICLES
  nom: string
}

/** « Bloc A n’a pas encore d’étage. », « Le bloc Nord n’a pas encore d’étage. »: a name that says what it is needs no other word. */
export function phrasePasEncore(genre: Lieu['genre'], nom: string, de: string): string {
  const dit = normaliser(nom).includes(genre)
  return `${dit ? '' : ARTICLES[genre]}${nom} n’a pas encore ${de}.`
}
