import { sql } from 'kysely'
import { bienDecrit, type BienDecrit } from '#features/biens/server/biens.read.ts'
import { promoteurPourDocuments } from '#features/promoteur/server/promoteur.service.ts'
import { nomDuDetenteur } from '#features/ventes/server/codes.service.ts'
import type { Verification } from '#features/verification/verification.contract.ts'
import { libelleDuBien } from '#shared/biens.ts'
import { lireCode } from '#shared/codes.ts'
import { initiales } from '#shared/initiales.ts'
import { numeroRecu } from '#shared/numero.ts'
import { PAPIERS } from '#shared/papiers.ts'
import type { Db } from '#server/database/db.ts'
import { statement } from '#server/database/prepared.ts'
import { AppError } from '#server/http/errors.ts'
import { assertBudgets, spendBudgets, type Window } from '#server/http/throttle.ts'

const RECU = 'Reçu de versement'

/** 20 unknown codes in ten minutes from one address. */
const parAdresse = (adresse: string): Window => ({ key: `verifier:${adresse}`, max: 20, seconds: 600 })

/**
 * What the paper of a code says. What is found is never counted, so that a bank may look up all it has before it; unknown codes are.
 * @param pool not a transaction: what was counted must outlive the refusal
 * @param adresse as `addressKey` writes it
 * @throws codeInconnu (404), tropDeTentatives (429)
 */
export async function verifier(pool: Db, adresse: string, saisie: string): Promise<Verification> {
  const budgets = [parAdresse(adresse)]
  await assertBudgets(pool, budgets)
  const code = lireCode(saisie)
  const trouve = code === null ? null : await readCode(pool, code)
  if (trouve) return { ...trouve, promoteur: (await promoteurPourDocuments(pool))?.nom ?? null }
  // What is no code at all is a slip of whoever types, and tells nothing of those there are.
  if (code !== null) await spendBudgets(pool, budgets)
  throw new AppError('codeInconnu')
}

interface Row {
  genre: 'paiement' | 'document' | 'eteint'
  serie: string | null
  annee: number | null
  rang: number | null
  /** Of what is gone: its number, as it was written. */
  numero: string | null
  date: string
  montant: number | null
  bien: BienDecrit | null
  /** What the bien was called then, where the words are kept. */
  libelle: string | null
  nom: string
  etat: Verification['etat']
}

/** What a sale's client or bien was called when the paper `d` was issued, if it has changed hands or bien since. */
const autrefois = (nature: 'bien' | 'client') => sql<string>`(
  select t.ancien from transferts t where t.vente_id = v.id and t.nature = ${sql.lit(nature)} and t.quand > d.cree_le order by t.id limit 1)`

/** A code stands in one of the three; each is looked up by its own index. */
const selectCode = statement<[code: string], Row>(
  (code) => sql`
  select 'paiement' as genre, null as serie, p.recu_annee as annee, p.recu_numero as rang, null as numero, p.date_paiement as date,
    p.versement as montant, ${bienDecrit('v.bien_id')} as bien, null as libelle, ${nomDuDetenteur} as nom,
    case when p.rejete_le is null then 'valide' else 'rejeté' end as etat
  from paiements p join ventes v on v.id = p.vente_id join clients c on c.id = v.client_id where p.code = ${code}
  union all
  select 'document', d.serie, d.annee, d.numero, null, d.etabli_le, d.montant, ${bienDecrit('v.bien_id')}, ${autrefois('bien')},
    coalesce(${autrefois('client')}, c.nom_complet), case when d.annule_le is null then 'valide' else 'annulé' end
  from documents d join ventes v on v.id = d.vente_id join clients c on c.id = v.client_id where d.code = ${code}
  union all
  select 'eteint', null, null, null, e.numero, e.jour, e.montant, null, e.bien, e.client, 'annulé' from codes_eteints e where e.code = ${code}`,
)

async function readCode(db: Db, code: string): Promise<Omit<Verification, 'promoteur'> | null> {
  const [row] = await selectCode(db, code)
  if (!row) return null
  const { date, montant, etat, bien, nom } = row
  return {
    genre: genreDe(row),
    numero: numeroDe(row),
    date,
    montant,
    bien: row.libelle ?? (bien ? libelleDuBien(bien.type, bien.numero) : ''),
    client: row.genre === 'eteint' ? nom : initiales(nom),
    etat,
  }
}

function genreDe({ serie, montant }: Row): string {
  const papier = Object.values(PAPIERS).find((one) => one.serie === serie)
  if (!papier) return RECU
  return papier.serie === 'DC' && montant === 0 ? 'Attestation de solde' : papier.libelle
}

const numeroDe = ({ genre, serie, annee, rang, numero }: Row): string =>
  genre === 'document'
    ? `${annee}-${serie}-${String(rang).padStart(4, '0')}`
    : (numero ?? numeroRecu(annee ?? 0, rang ?? 0))
