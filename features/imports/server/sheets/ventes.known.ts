import type { Numero } from '#server/database/numeros.ts'
import { sql } from 'kysely'
import { bienDe, clientDe, name } from '#features/imports/server/check/references.ts'
import { type Contexte, type Ligne, report } from '#features/imports/server/check/context.ts'
import { writeNumero, readNumero, findTropLoin, SERIES } from '#features/imports/server/check/series.ts'
import type { Client, Enregistrement } from '#features/imports/server/check/indexes.ts'
import type { Bien } from '#features/imports/server/nouns.ts'
import type { Desistement, Dossier, Vente } from '#features/imports/server/check/indexes.ventes.ts'
import { NOM_DU_VENDEUR } from '#features/ventes/server/ventes.read.ts'
import { parTranches } from '#server/tranches.ts'
import type { Declencheur, Ligne as LigneDEcheancier } from '#features/echeanciers/echeancier.rules.ts'
import type { Centimes } from '#shared/argent.ts'
import type { Jour } from '#shared/dates.ts'

/** Finds the bien and client of each line about sales and money, and loads only the ventes of these biens or of named dossiers. */
export async function loadVentes(ctx: Contexte): Promise<void> {
  const { lieux } = ctx.indexes.ventes
  const biens = new Map<number, Enregistrement<Bien>>()
  for (const feuille of ['ventes', 'paiements', 'echeances'] as const)
    await parTranches(ctx.lignes[feuille], ctx.signal, (ligne) => {
      const bien = bienDe(ctx, ligne)
      const client = feuille === 'echeances' ? null : clientDe(ctx, ligne)
      lieux.set(ligne, { bien, client })
      if (bien?.id != null) biens.set(bien.id, bien)
    })
  await parTranches(ctx.lignes.reprise, ctx.signal, (ligne) => {
    if (!('numero' in ligne.valeurs)) return
    const bien = bienDe(ctx, ligne)
    lieux.set(ligne, { bien, client: null })
    if (bien?.id != null) biens.set(bien.id, bien)
  })
  const clients = new Map<number, Enregistrement<Client>>()
  for (const client of ctx.indexes.clients.enregistrements)
    if (client.id !== null) clients.set(client.id, client)
  const rows = await find(ctx, [...biens.keys()], dossiersNommes(ctx))
  for (const row of rows) add(ctx, row, biens, clients)
  await loadEcheances(ctx)
  await loadParts(ctx)
  await loadAnnules(ctx)
}

function dossiersNommes(ctx: Contexte): Numero[] {
  const nommes = new Map<string, Numero>()
  for (const feuille of ['ventes', 'coAcquereurs', 'echeances', 'remboursements'] as const)
    for (const { valeurs } of ctx.lignes[feuille]) {
      const { dossier } = valeurs
      const numero = dossier == null ? null : readNumero('dossier', String(dossier))
      if (numero) nommes.set(String(dossier), numero)
    }
  return [...nommes.values()]
}

interface Row extends Omit<Dossier, 'dossier' | 'desistement'> {
  id: number
  bien_id: number
  client_id: number
  nom_complet: string
  total_paye: Centimes
  dossier_annee: number
  dossier_numero: number
  desistement: Desistement | null
  en_attente: Centimes
  rembourse: Centimes
}

const jour = (instant: string) => sql`(${sql.ref(instant)} at time zone 'Africa/Algiers')::date`

/** Reads the ventes by bien or dossier number. A writing locks them, so that no payment or end of a vente comes in between. */
async function find(ctx: Contexte, biens: number[], dossiers: readonly Numero[]): Promise<Row[]> {
  const { rows: trouvees } = await sql<{ id: number }>`
    select v.id from ventes v where v.bien_id = any (${biens}::bigint[])
    union
    select v.id from ventes v join unnest(${dossiers.map(({ annee }) => annee)}::int[], ${dossiers.map(({ numero }) => numero)}::int[])
      as d (annee, numero) on v.dossier_annee = d.annee and v.dossier_numero = d.numero`.execute(ctx.db)
  const ids = trouvees.map(({ id }) => id)
  if (ctx.locking)
    await sql`select from ventes where id = any (${ids}::bigint[]) order by id for update`.execute(ctx.db)
  const { rows } = await sql<Row>`
    select v.id, v.bien_id, v.client_id, c.nom_complet, v.prix, v.total_paye, v.dossier_annee, v.dossier_numero,
      ${jour('v.ouverte_le')} as ouverte_le, ${jour('v.terminee_le')} as terminee_le,
      v.reservation_le, v.contrat_le, v.livraison_le, v.livraison_prevue_le, v.notaire, ${NOM_DU_VENDEUR} as vendeur, v.note,
      case when d.vente_id is not null then json_build_object('demande_le', d.demande_le, 'origine', d.origine,
        'motif', d.motif, 'retenue', d.retenue) end as desistement,
      case when d.vente_id is null then 0 else e.en_attente end as en_attente,
      case when d.vente_id is null then 0 else e.rembourse end as rembourse
    from ventes v join clients c on c.id = v.client_id join ventes_decrites e on e.id = v.id
      left join desistements d on d.vente_id = v.id
    where v.id = any (${ids}::bigint[]) order by v.id`.execute(ctx.db)
  return rows
}

function add(
  { indexes }: Contexte,
  { bien_id, client_id, nom_complet, total_paye, dossier_annee, dossier_numero, ...row }: Row,
  biens: ReadonlyMap<number, Enregistrement<Bien>>,
  clients: ReadonlyMap<number, Enregistrement<Client>>,
): void {
  const { en_attente, rembourse, ...dossier } = row
  indexes.ventes.add({
    ...dossier,
    dossier: { annee: dossier_annee, numero: dossier_numero },
    connue: true,
    ligne: null,
    douteuse: false,
    incertain: false,
    bien: biens.get(bien_id) ?? null,
    client: clients.get(client_id) ?? null,
    nomClient: nom_complet,
    paye: total_paye,
    ajoute: 0,
    enAttente: en_attente,
    rembourse,
    echeances: new Map(),
    echeancier: [],
    echeancierDouteux: false,
    parts: new Map(),
    coAcquereurs: [],
    partsDouteuses: false,
  })
}

async function loadEcheances({ db, lignes, indexes }: Contexte): Promise<void> {
  if (lignes.echeances.length === 0) return
  const parId = new Map(indexes.ventes.toutes.map((vente) => [vente.id, vente]))
  const { rows } = await sql<
    LigneDEcheancier & { vente_id: number; rang: number; declencheur: Declencheur; date_prevue: Jour | null }
  >`
    select vente_id, rang, libelle, montant, declencheur, stade_id, date_prevue
    from echeances where vente_id = any (${[...parId.keys()]}::bigint[])`.execute(db)
  for (const { vente_id, rang, ...ligne } of rows) parId.get(vente_id)?.echeances.set(rang, ligne)
}

async function loadParts({ db, lignes, indexes }: Contexte): Promise<void> {
  if (lignes.coAcquereurs.length + lignes.reprise.length === 0) return
  const parId = new Map(indexes.ventes.toutes.map((vente) => [vente.id, vente]))
  const { rows } = await sql<{ vente_id: number; client_id: number; part: number }>`
    select vente_id, client_id, part from co_acquereurs where vente_id = any (${[...parId.keys()]}::bigint[])`.execute(
    db,
  )
  for (const { vente_id, client_id, part } of rows) parId.get(vente_id)?.parts.set(client_id, part)
}

/** Finds the void numbers of dossiers and refunds; numbers beyond the last one given cannot be void. */
async function loadAnnules(ctx: Contexte): Promise<void> {
  const { ventes } = ctx.indexes
  const { rows: series } = await sql<Numero & { serie: string }>`
    select serie, annee, dernier as numero from numeros where serie in ('dossier', 'remboursement')`.execute(
    ctx.db,
  )
  for (const { serie, ...dernier } of series) ventes.retenirDernier(serie, dernier)
  const donne = (serie: 'dossier' | 'remboursement', { annee, numero }: Numero) =>
    numero <= ventes.dernierNumero(serie, annee)
  const dossiers = dossiersNommes(ctx).filter(
    (numero) => donne('dossier', numero) && !ventes.duDossier(numero),
  )
  const rembourses = ctx.lignes.remboursements
    .flatMap(({ valeurs }) => readNumero('remboursement', String(valeurs.numero ?? '')) ?? [])
    .filter((numero) => donne('remboursement', numero))
  if (dossiers.length + rembourses.length === 0) return
  const { rows } = await sql<{ numero: string }>`
    select j.avant->>'dossier' as numero from journal j
    where j.objet = 'vente' and j.action = 'retirer'
      and not exists (select from journal d where d.objet = 'vente' and d.objet_id = j.objet_id and d.action = 'defaire')
      and j.avant->>'dossier' = any (${dossiers.map((numero) => writeNumero('dossier', numero))})
    union all
    select avant->>'numero' from journal where objet = 'remboursement' and action = 'supprimer'
      and avant->>'numero' = any (${rembourses.map((numero) => writeNumero('remboursement', numero))})`.execute(
    ctx.db,
  )
  for (const { numero } of rows) ventes.annules.add(numero)
  // A sale that an undone import made, with a number that Diyar gave.
  const { rows: defaits } = await sql<Numero>`
    select n.annee, n.numero from journal j
    join unnest(${dossiers.map(({ annee }) => annee)}::int[], ${dossiers.map(({ numero }) => numero)}::int[]) as n (annee, numero)
      on (j.avant->>'dossier_annee')::int = n.annee and (j.avant->>'dossier_numero')::int = n.numero
    where j.objet = 'vente' and j.action = 'supprimer'`.execute(ctx.db)
  for (const numero of defaits) ventes.annules.add(writeNumero('dossier', numero))
}

/** Reads the dossier number of a line; null when its cell is blank. @returns undefined after an unreadable number is reported */
export function readDossier(ctx: Contexte, ligne: Ligne): Dossier['dossier'] | undefined {
  const { dossier } = ligne.valeurs
  if (dossier == null) return null
  const numero = readNumero('dossier', String(dossier))
  if (numero) return numero
  report(ctx, ligne, 'erreur', 'dossier', SERIES.dossier.illisible)
  return undefined
}

/** Finds the sale of the dossier that a line has to name. @returns null after the error is reported */
export function venteDuDossier(ctx: Contexte, ligne: Ligne): Vente | null {
  const nom = name(ctx, ligne, 'dossier')
  if (nom === null) return null
  const numero = readNumero('dossier', String(nom))
  const vente = numero && ctx.indexes.ventes.duDossier(numero)
  if (vente) return vente
  if (!numero) report(ctx, ligne, 'erreur', 'dossier', SERIES.dossier.illisible)
  else if (!ctx.entetesFautives.has('ventes'))
    report(ctx, ligne, 'erreur', 'dossier', "Ce dossier n'est ni dans la feuille Ventes ni dans Diyar.")
  return null
}

/** Refuses a dossier number that another sale has or had. */
export function checkNumero(
  ctx: Contexte,
  ligne: Ligne,
  { dossier }: Pick<Dossier, 'dossier'>,
  elle: Vente | null,
): void {
  if (!dossier) return
  const { ventes } = ctx.indexes
  const numero = writeNumero('dossier', dossier)
  const autre = ventes.duDossier(dossier)
  if (autre && autre !== elle) {
    const texte =
      autre.ligne && !autre.connue
        ? SERIES.dossier.deja(numero, autre.ligne.ligne)
        : SERIES.dossier.pris(numero)
    report(ctx, ligne, 'erreur', 'dossier', texte)
  } else if (!autre && ventes.annules.has(numero)) {
    report(ctx, ligne, 'erreur', 'dossier', SERIES.dossier.annule(numero))
  }
}

/** Refuses a number far beyond the last one, which would leave the numbers between them unused. */
export function refuseTooFar(ctx: Contexte): void {
  const { ventes } = ctx.indexes
  const creees = ventes.toutes.filter(({ connue, ligne }) => !connue && ligne?.issue === 'cree')
  const dernierDe = (annee: number) => ventes.dernierNumero('dossier', annee)
  for (const vente of findTropLoin(creees, ({ dossier }) => dossier, dernierDe)) {
    const { ligne, dossier } = vente
    if (!ligne || !dossier) continue
    report(ctx, ligne, 'erreur', 'dossier', SERIES.dossier.loin(writeNumero('dossier', dossier)))
    vente.douteuse = true
  }
}
