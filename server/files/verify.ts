import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '#server/database/db.ts'
import { isOwnStore } from '#server/files/installation.ts'
import type { FileStore, Shelf } from '#server/files/store.ts'
import { formatCompte } from '#shared/texte.ts'

/** What a store holds of the files that a database names, as sentences. */
export interface PlansReport {
  /** One for each plan, proof or piece that is lost or harmed. */
  faults: string[]
  /** What is so, and no harm. */
  notes: string[]
}

interface Plan {
  id: string
  nom: string
  taille: number
  sha256: Buffer
  genre: Genre
  /** The record it belongs to, in French. */
  fiche: string | null
}

type Genre = 'plan' | 'justificatif' | 'pièce'
const NOMS: Record<Genre, string> = { plan: 'Plan', justificatif: 'Justificatif', pièce: 'Pièce' }
const GENRES = ['plan', 'justificatif', 'pièce'] as const
/** What is said of a « pièce » is feminine. */
const accorder = (genre: Genre, mot: string) => (genre === 'pièce' ? `${mot}e` : mot)

/**
 * Compares a store with the plans, proofs and pieces that a database names: there, and of the right size; and to the byte when `complete`. Nothing is changed.
 * A server may be at work on both.
 */
export async function verifyPlans(db: Db, files: FileStore, complete: boolean): Promise<PlansReport> {
  // The records first: what is thrown away meanwhile is found in the bin.
  const plans = await namedPlans(db)
  const onShelf = await sizesOn(files, 'plans')
  const inBin = await sizesOn(files, 'corbeille')
  const faults: string[] = []
  const sound: Record<Genre, number> = { plan: 0, justificatif: 0, pièce: 0 }
  let saved = 0
  for (const plan of plans) {
    const fault = await faultOf(files, plan, onShelf.get(plan.id) ?? inBin.get(plan.id), complete)
    if (!fault) sound[plan.genre] += 1
    if (fault)
      faults.push(
        `${NOMS[plan.genre]} ${accorder(plan.genre, fault.what)} : ${plan.id} (« ${plan.nom} »${plan.fiche ? `, ${plan.fiche}` : ''})${fault.how}`,
      )
    else if (!onShelf.has(plan.id) && inBin.has(plan.id)) saved += 1
  }
  const named = new Set(plans.map(({ id }) => id))
  const strays = [...onShelf.keys()].filter((id) => !named.has(id)).length
  const bin = inBin.size - saved
  if (plans.length === 0 && strays + bin === 0) return { faults, notes: [] }
  const notes = [
    ...GENRES.map((genre) => {
      const all = plans.filter((plan) => plan.genre === genre).length
      const there = sound[genre]
      return (
        (all > 0 || (genre === 'plan' && plans.length === 0)) &&
        `${formatCompte(there, genre)} sur ${all} ${there >= 2 ? 'sont là' : 'est là'}${complete ? ", à l'octet près" : ''}.`
      )
    }),
    saved > 0 &&
      `Fichiers d'une fiche dans la corbeille : ${saved}. Le serveur les remet en place de lui-même.`,
    strays > 0 && `Fichiers que ne nomme aucune fiche : ${strays}.`,
    bin > 0 && `Fichiers dans la corbeille, chacun pour trente jours : ${bin}.`,
  ]
  if (!(await isOwnStore(files, db)))
    notes.push(
      `${files.name} ne porte pas encore la marque de cette installation : le prochain démarrage l'y mettra.`,
    )
  return { faults, notes: notes.filter((note) => note !== false) }
}

async function faultOf(
  files: FileStore,
  { id, taille, sha256 }: Plan,
  found: number | undefined,
  complete: boolean,
): Promise<{ what: string; how: string } | null> {
  const size = found ?? taille
  if (size !== taille) return { what: 'abîmé', how: ` : ${formatCompte(size, 'octet')} au lieu de ${taille}` }
  // What is in neither list may be on its way from one to the other.
  if (found !== undefined && !complete) return null
  const sum = createHash('sha256')
  try {
    for await (const chunk of files.read(id)) sum.update(chunk as Buffer)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT')
      return { what: 'perdu', how: '' }
    throw error
  }
  return sum.digest().equals(sha256) ? null : { what: 'abîmé', how: " : ce n'est plus ce qui a été déposé" }
}

async function namedPlans(db: Db): Promise<Plan[]> {
  const { rows } = await sql<Plan>`
    select f.id, f.nom, f.taille, f.sha256,
      case when c.id is not null then 'pièce' when p.id is not null then 'justificatif' else 'plan' end as genre,
      coalesce('résidence « ' || r.nom || ' »', 'appartement ' || a.num_lot,
        'reçu ' || p.recu_annee || '-' || lpad(p.recu_numero::text, greatest(6, length(p.recu_numero::text)), '0'),
        'client « ' || k.nom_complet || ' »',
        'dossier ' || v.dossier_annee || '-D-' || lpad(v.dossier_numero::text, greatest(4, length(v.dossier_numero::text)), '0')) as fiche
    from fichiers f left join residences r on r.plan_id = f.id left join appartements a on a.plan_id = f.id
      left join paiements p on p.justificatif_id = f.id left join pieces c on c.fichier_id = f.id
      left join clients k on k.id = c.client_id left join ventes v on v.id = c.vente_id
    order by f.id`.execute(db)
  return rows
}

async function sizesOn(files: FileStore, shelf: Shelf): Promise<Map<string, number>> {
  const sizes = new Map<string, number>()
  for await (const { id, taille } of files.list(shelf)) sizes.set(id, taille)
  return sizes
}
