import { updateCivilite } from '#features/clients/server/civilite.service.ts'
import { createClient } from '#features/clients/server/clients.service.ts'
import { updateIdentite } from '#features/clients/server/fiches.service.ts'
import type { Db } from '#server/database/db.ts'
import type { Actor } from '#server/http/session.ts'
import { addJours, type Jour } from '#shared/dates.ts'
import { civiliteOf, VILLES_EN_ARABE, type Civil } from '#db/demo-arabe.ts'
import { NOMS, NOMS_ARABES, PRENOMS, RUES } from '#db/demo-names.ts'
import { between, pick, seeded } from '#db/random.ts'

export interface ClientPrevu {
  civil: Civil
  tel: string
  email: string
  adresse: string | null
}

/** « haddad.redha » of « Haddad Redha »; names in Arabic have theirs beside them. */
const boiteOf = (nom: string): string =>
  (NOMS_ARABES.find((arabe) => arabe.nom === nom)?.boite ?? nom)
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter(Boolean)
    .join('.')

const INDICATIFS = ['0550', '0551', '0555', '0661', '0662', '0670', '0771', '0770', '0798', '0796']

/** The client of this rank; the same rank is the same client. */
export function clientOf(n: number): ClientPrevu {
  const random = seeded(7_000 + n)
  const prenom = PRENOMS[n % PRENOMS.length] ?? ''
  const nom = NOMS[(n * 7) % NOMS.length] ?? ''
  const adresse = random() < 0.85 ? pick(random, RUES) : null
  const civil = civiliteOf(n, { prenom, nom, adresse })
  const boite = boiteOf(civil.nom_complet)
  return {
    civil,
    tel: `${pick(random, INDICATIFS)} ${between(random, 10, 99)} ${between(random, 10, 99)} ${between(random, 10, 99)}`,
    email:
      civil.genre === 'societe'
        ? `contact@${boite.replace(/^(sarl|eurl|spa|snc)\./, '').replaceAll('.', '-')}.dz`
        : `${boite}@${pick(random, ['gmail.com', 'gmail.com', 'yahoo.fr', 'outlook.fr'])}`,
    adresse,
  }
}

/** Enters a client as the form does, and how papers name him. */
export async function enterClient(db: Db, actor: Actor, n: number): Promise<number> {
  const { civil, tel, email, adresse } = clientOf(n)
  const { nom_complet, nom_ar, ...civilite } = civil
  const { id } = await createClient(db, actor, { nomComplet: nom_complet, nom_ar, tel, email, adresse })
  await updateCivilite(db, actor, id, civilite)
  return id
}

const PROFESSIONS = [
  'Enseignante',
  'Commerçant',
  'Médecin',
  'Cadre bancaire',
  'Entrepreneur',
  'Retraité',
  'Ingénieure',
]
const VILLES = Object.keys(VILLES_EN_ARABE)
const SITUATIONS = ['marié', 'marié', 'célibataire', 'veuf', 'divorcé'] as const

/** Fills the identity of a client who is a person, as his papers have it. */
export async function enterIdentite(db: Db, actor: Actor, id: number, n: number, today: Jour): Promise<void> {
  const random = seeded(9_000 + n)
  const digits = (length: number) => Array.from({ length }, () => between(random, 0, 9)).join('')
  const naissance_lieu = pick(random, VILLES)
  const passeport = n % 5 === 4
  await updateIdentite(db, actor, id, {
    ...(n % 6 === 0 && { tel2: `023 ${digits(2)} ${digits(2)} ${digits(2)}` }),
    naissance_le: addJours(today, -Math.floor((26 + random() * 40) * 365.25)),
    naissance_lieu,
    profession: pick(random, PROFESSIONS),
    situation: pick(random, SITUATIONS),
    nin: n % 4 === 3 ? null : `1${digits(17)}`,
    piece_type: passeport ? 'passeport' : 'carte',
    piece_numero: passeport ? `15${digits(7)}` : digits(9),
    piece_delivree_le: addJours(today, -between(random, 1_300, 3_200)),
    piece_lieu: `Daïra de ${pick(random, VILLES)}`,
  })
  await updateCivilite(db, actor, id, { naissance_lieu_ar: VILLES_EN_ARABE[naissance_lieu] ?? null })
}
