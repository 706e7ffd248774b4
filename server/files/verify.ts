import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '#server/database/db.ts'
import { isOwnStore } from '#server/files/installation.ts'
import type { FileStore, Shelf } from '#server/files/store.ts'
import { codeOf } from '#server/refusal.ts'
import { numeroDossier, numeroRecu } from '#shared/numero.ts'
import { formatCompte } from '#shared/texte.ts'

/** Result of the comparison of a store with the files that a database names, as French sentences. */
interface PlansReport {
  /** One sentence for each lost or damaged file. */
  faults: string[]
  notes: string[]
}

interface Plan {
  id: string
  nom: string
  taille: number
  sha256: Buffer
  genre: Genre
  fiche: string | null
}

/** French names of the kinds of files; sentences agree with their gender. */
const GENRES = {
  plan: { un: 'plan', des: 'plans', feminin: false },
  justificatif: { un: 'justificatif', des: 'justificatifs', feminin: false },
  piece: { un: 'pièce', des: 'pièces', feminin: true },
  logo: { un: 'logo', des: 'logos', feminin: false },
  classeur: { un: "classeur d'import", des: "classeurs d'import", feminin: false },
} as const
type Genre = keyof typeof GENRES
const TOUS = Object.keys(GENRES) as Genre[]

const accorder = (genre: Genre, mot: string) => (GENRES[genre].feminin ? `${mot}e` : mot)
const majuscule = (mot: string) => mot.charAt(0).toUpperCase() + mot.slice(1)
/** « id (« plan.pdf », résidence « Les Pins ») » */
const designer = ({ id, nom, fiche }: Plan) => `${id} (« ${nom} »${fiche ? `, ${fiche}` : ''})`

/** Names files for a sentence: « Logo 3f… (« logo.png », promoteur) ». */
export async function nameFiles(db: Db, ids: readonly string[]): Promise<string[]> {
  const plans = await namedPlans(db)
  return ids.map((id) => {
    const plan = plans.find((one) => one.id === id)
    return plan ? `${majuscule(GENRES[plan.genre].un)} ${designer(plan)}` : id
  })
}

/** Compares a store with the database's files by size, with `complete` by every byte. Changes nothing; a server may run. */
export async function verifyPlans(db: Db, files: FileStore, complete: boolean): Promise<PlansReport> {
  // The records are read first, so that a file moved meanwhile is found in the bin.
  const plans = await namedPlans(db)
  const onShelf = await sizesOn(files, 'plans')
  const inBin = await sizesOn(files, 'corbeille')
  const faults: string[] = []
  const sound: Record<Genre, number> = { plan: 0, justificatif: 0, piece: 0, logo: 0, classeur: 0 }
  let saved = 0
  for (const plan of plans) {
    const fault = await faultOf(files, plan, onShelf.get(plan.id) ?? inBin.get(plan.id), complete)
    if (!fault) sound[plan.genre] += 1
    if (fault)
      faults.push(
        `${majuscule(GENRES[plan.genre].un)} ${accorder(plan.genre, fault.what)} : ${designer(plan)}${fault.how}`,
      )
    else if (!onShelf.has(plan.id) && inBin.has(plan.id)) saved += 1
  }
  const named = new Set(plans.map(({ id }) => id))
  const strays = [...onShelf.keys()].filter((id) => !named.has(id)).length
  const bin = inBin.size - saved
  if (plans.length === 0 && strays + bin === 0) return { faults, notes: [] }
  const notes = [
    ...TOUS.map((genre) => {
      const all = plans.filter((plan) => plan.genre === genre).length
      const there = sound[genre]
      return (
        (all > 0 || (genre === 'plan' && plans.length === 0)) &&
        `${formatCompte(there, GENRES[genre].un, GENRES[genre].des)} sur ${all} ${there >= 2 ? 'sont là' : 'est là'}${complete ? ", à l'octet près" : ''}.`
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
  // A file in neither list may be on its way from one to the other.
  if (found !== undefined && !complete) return null
  const sum = createHash('sha256')
  try {
    for await (const chunk of files.read(id)) sum.update(chunk as Buffer)
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return { what: 'perdu', how: '' }
    throw error
  }
  return sum.digest().equals(sha256) ? null : { what: 'abîmé', how: " : ce n'est plus ce qui a été déposé" }
}

async function namedPlans(db: Db): Promise<Plan[]> {
  interface Row extends Plan {
    recu_annee: number | null
    recu_numero: number | null
    dossier_annee: number | null
    dossier_numero: number | null
  }
  const { rows } = await sql<Row>`
    select f.id, f.nom, f.taille, f.sha256,
      case when c.id is not null then 'piece' when p.id is not null then 'justificatif' when o.id is not null then 'logo'
        when i.id is not null then 'classeur' else 'plan' end as genre,
      coalesce('résidence « ' || r.nom || ' »', 'appartement ' || a.num_lot,
        'client « ' || k.nom_complet || ' »', case when o.id is not null then 'promoteur' end,
        'envoyé le ' || to_char(i.cree_le at time zone 'Africa/Algiers', 'DD/MM/YYYY')) as fiche,
      p.recu_annee, p.recu_numero, v.dossier_annee, v.dossier_numero
    from fichiers f left join residences r on r.plan_id = f.id left join appartements a on a.plan_id = f.id
      left join paiements p on p.justificatif_id = f.id left join pieces c on c.fichier_id = f.id
      left join clients k on k.id = c.client_id left join ventes v on v.id = c.vente_id
      left join promoteurs o on o.logo_id = f.id left join imports i on i.fichier_id = f.id
    order by f.id`.execute(db)
  return rows.map(({ recu_annee, recu_numero, dossier_annee, dossier_numero, ...plan }) => ({
    ...plan,
    fiche:
      recu_annee !== null && recu_numero !== null
        ? `reçu ${numeroRecu(recu_annee, recu_numero)}`
        : dossier_annee !== null && dossier_numero !== null
          ? `dossier ${numeroDossier(dossier_annee, dossier_numero)}`
          : plan.fiche,
  }))
}

async function sizesOn(files: FileStore, shelf: Shelf): Promise<Map<string, number>> {
  const sizes = new Map<string, number>()
  for await (const { id, taille } of files.list(shelf)) sizes.set(id, taille)
  return sizes
}
