import { createHash, randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { sql } from 'kysely'
import type { PapierInput } from '#features/papiers/papiers.contract.ts'
import { cancelDocument, issueDocument, listDocuments } from '#features/papiers/server/documents.service.ts'
import { listPromoteurs, saveLogo } from '#features/promoteur/server/promoteur.service.ts'
import { addPiece } from '#features/clients/server/pieces.service.ts'
import { drawLogo } from '#db/demo-logo.ts'
import type { Db } from '#server/database/db.ts'
import type { FileStore } from '#server/files/store.ts'
import type { UploadedFile } from '#server/files/upload.ts'
import type { Actor } from '#server/http/session.ts'
import type { Jour } from '#shared/dates.ts'
import type { PapierDeVente } from '#shared/papiers.ts'

const PAPIERS: [type: PapierDeVente, nombre: number, enArabe: number][] = [
  ['attestation_paiement', 8, 1],
  ['contrat_reservation', 5, 1],
  ['appel_fonds', 5, 1],
  ['mise_en_demeure', 3, 1],
  ['pv_remise', 4, 1],
  ['decompte', 5, 1],
  ['attestation_reservation', 6, 1],
]
const DESTINATAIRES = [
  "Banque Nationale d'Algérie, agence Didouche Mourad",
  null,
  'Maître Zohra Belkacem, notaire',
  null,
]

/** Issues thirty-six papers on the open sales, cancels two of them, and attests the works of two blocs, once for one of their sales. */
export async function insertPapiers(db: Db, actor: Actor, today: Jour): Promise<void> {
  const { rows: ventes } = await sql<{ id: number }>`
    select id from ventes where terminee_le is null order by (livraison_le is null), id`.execute(db)
  const left = new Map(PAPIERS.map(([type, nombre]) => [type, nombre]))
  for (const { id } of ventes) {
    if (Math.max(...left.values()) === 0) break
    const { possibles } = await listDocuments(db, id, 'direction', { tous: '1' })
    for (const [type, , enArabe] of PAPIERS) {
      const possible = possibles.find((one) => one.type === type)
      const rest = left.get(type) ?? 0
      // Keys are handed over in few of the sales, so that each of these has its paper.
      const passed = type !== 'pv_remise' && (id + rest) % 3 === 0
      if (possible?.empeche !== null || rest === 0 || passed) continue
      const input = await inputOf(db, { id, type, rest, arabe: rest <= enArabe, today })
      const made = await issueDocument(db, actor, { vente: id, input }, null)
      left.set(type, rest - 1)
      if (type === 'attestation_paiement' && rest % 4 === 1)
        await cancelDocument(
          db,
          actor,
          made.id,
          'Nom du destinataire erroné : une autre attestation a été établie.',
        )
    }
  }
  const { rows: blocs } = await sql<{ bloc: number; vente_id: number | null }>`
    select a.bloc_id as bloc, min(v.id) filter (where v.terminee_le is null) as vente_id
    from stades_atteints a left join biens b on bloc_du_bien(b.id) = a.bloc_id left join ventes v on v.bien_id = b.id
    group by a.bloc_id order by a.bloc_id limit 2`.execute(db)
  for (const [n, { bloc, vente_id }] of blocs.entries())
    await issueDocument(
      db,
      actor,
      {
        bloc,
        input: {
          type: 'attestation_avancement',
          langue: n === 0 ? 'fr' : 'ar',
          destinataire: DESTINATAIRES[0] ?? null,
          vente_id: n === 0 ? vente_id : null,
        },
      },
      null,
    )
}

interface Papier {
  id: number
  type: PapierDeVente
  rest: number
  arabe: boolean
  today: Jour
}

async function inputOf(db: Db, { id, type, rest: n, arabe, today }: Papier): Promise<PapierInput> {
  const input: PapierInput = { type, langue: arabe ? 'ar' : 'fr' }
  if (type === 'attestation_paiement')
    return { ...input, destinataire: DESTINATAIRES[n % DESTINATAIRES.length] ?? null }
  if (type === 'pv_remise')
    return {
      ...input,
      compteur_electricite: `E-40${n}217`,
      compteur_gaz: `G-11${n}864`,
      compteur_eau: `W-73${n}05`,
      nombre_cles: 4,
      reserves: n % 2 === 0 ? 'Joint de la fenêtre du salon à reprendre.\nInterphone à raccorder.' : null,
    }
  if (type !== 'appel_fonds') return input
  const { rows } = await sql<{ id: number }>`
    select id from echeances where vente_id = ${id} and ouverte and couvert < montant and exigible_le <= ${today}::date order by rang limit 1`.execute(
    db,
  )
  return { ...input, echeance_id: rows[0]?.id ?? null }
}

export async function insertPieces(db: Db, actor: Actor, files: FileStore): Promise<void> {
  const ventes = await db
    .selectFrom('ventes')
    .where('terminee_le', 'is', null)
    .select(['id', 'client_id'])
    .orderBy('id')
    .limit(6)
    .execute()
  for (const [n, { id, client_id }] of ventes.entries()) {
    await addPiece(
      db,
      actor,
      { client_id, type: n === 5 ? 'residence' : 'piece-identite', note: n === 2 ? 'Recto et verso' : null },
      scan(files, `carte-identite-${client_id}.pdf`, `Piece d'identite du client ${client_id}`),
    )
    await addPiece(
      db,
      actor,
      { vente_id: id, type: n % 3 === 2 ? 'pret' : 'contrat-signe', note: null },
      scan(files, `contrat-${id}.pdf`, `Contrat de la vente ${id}`),
    )
  }
}

const scan = (files: FileStore, nom: string, texte: string): UploadedFile =>
  fileOf(files, { nom, type: 'application/pdf', bytes: pdfOf(texte) })

export async function insertLogo(db: Db, actor: Actor, files: FileStore): Promise<void> {
  const logo = fileOf(files, { nom: 'logo.png', type: 'image/png', bytes: drawLogo() })
  for (const { id } of await listPromoteurs(db))
    await saveLogo(db, actor, id, logo, { files, afterCommit: () => {} })
}

/** A file as if it had been uploaded. */
function fileOf(
  files: FileStore,
  { nom, type, bytes }: { nom: string; type: UploadedFile['type']; bytes: Buffer },
): UploadedFile {
  const facts = {
    nom,
    taille: bytes.length,
    sha256: createHash('sha256').update(bytes).digest(),
    type,
  }
  return {
    ...facts,
    bytes: async () => bytes,
    async keep(db) {
      const id = randomUUID()
      const draft = await files.draft()
      await writeFile(draft, bytes)
      await db
        .insertInto('fichiers')
        .values({ id, ...facts })
        .execute()
      await files.keep(draft, id)
      return id
    },
    store: async () => {},
    settle: async () => {},
  }
}

function pdfOf(texte: string): Buffer {
  const contenu = `BT /F1 18 Tf 72 740 Td (${texte}) Tj 0 -28 Td (Copie de demonstration) Tj ET`
  const objets = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Resources<</Font<</F1 5 0 R>>>>/Contents 4 0 R>>',
    `<</Length ${contenu.length}>>stream\n${contenu}\nendstream`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
  ]
  let pdf = '%PDF-1.4\n'
  const places = objets.map((objet, n) => {
    const place = pdf.length
    pdf += `${n + 1} 0 obj${objet}endobj\n`
    return `${String(place).padStart(10, '0')} 00000 n \n`
  })
  const table = pdf.length
  pdf += `xref\n0 ${objets.length + 1}\n0000000000 65535 f \n${places.join('')}`
  return Buffer.from(`${pdf}trailer<</Size ${objets.length + 1}/Root 1 0 R>>\nstartxref\n${table}\n%%EOF\n`)
}
