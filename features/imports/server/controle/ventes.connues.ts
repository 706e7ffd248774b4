import { sql } from 'kysely'
import { bienDe, clientDe } from '#features/imports/server/controle/references.biens.ts'
import type { Contexte, Ligne } from '#features/imports/server/controle/contexte.ts'
import { ecrireNumero, lireNumero, type Numero } from '#features/imports/server/controle/numeros.ts'
import type { Bien, Client, Fiche } from '#features/imports/server/controle/registres.ts'
import type { Desistement, Dossier } from '#features/imports/server/controle/registres.ventes.ts'
import { parTranches } from '#features/imports/server/tranches.ts'
import type { Declencheur, Ligne as LigneDEcheancier } from '#features/echeancier/echeancier.rules.ts'
import type { Centimes } from '#shared/argent.ts'
import type { Jour } from '#shared/dates.ts'

/**
 * Looks up what the lines of sales and money speak of, and with it the ventes that are there of these biens, and of the dossiers that
 * they name. Nothing else of the portfolio is read.
 */
export async function chargerVentes(ctx: Contexte): Promise<void> {
  const { lieux } = ctx.registres.ventes
  const biens = new Map<number, Fiche<Bien>>()
  for (const feuille of ['ventes', 'paiements', 'echeances'] as const)
    await parTranches(ctx.lignes[feuille] as readonly Ligne[], ctx.signal, (ligne) => {
      const bien = bienDe(ctx, ligne)
      const client = feuille === 'echeances' ? null : clientDe(ctx, ligne)
      lieux.set(ligne, { bien, client })
      if (bien?.id != null) biens.set(bien.id, bien)
    })
  const clients = new Map<number, Fiche<Client>>()
  for (const client of ctx.registres.clients.fiches) if (client.id !== null) clients.set(client.id, client)
  const rows = await chercher(ctx, [...biens.keys()], dossiersNommes(ctx))
  for (const row of rows) ajouter(ctx, row, biens, clients)
  await chargerEcheances(ctx)
  await chargerAnnules(ctx)
}

/** The dossiers that lines name by their number, wherever they stand. */
function dossiersNommes(ctx: Contexte): Numero[] {
  const nommes = new Map<string, Numero>()
  for (const feuille of ['ventes', 'echeances', 'remboursements'] as const)
    for (const { valeurs } of ctx.lignes[feuille] as readonly Ligne[]) {
      const { dossier } = valeurs
      const numero = dossier == null ? null : lireNumero('dossier', String(dossier))
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

/** Held by whoever writes: nobody pays for them, ends or moves them meanwhile. */
async function chercher(ctx: Contexte, biens: number[], dossiers: readonly Numero[]): Promise<Row[]> {
  const { rows: trouvees } = await sql<{ id: number }>`
    select v.id from ventes v where v.bien_id = any (${biens}::bigint[])
    union
    select v.id from ventes v join unnest(${dossiers.map(({ annee }) => annee)}::int[], ${dossiers.map(({ numero }) => numero)}::int[])
      as d (annee, numero) on v.dossier_annee = d.annee and v.dossier_numero = d.numero`.execute(ctx.db)
  const ids = trouvees.map(({ id }) => id)
  if (ctx.verrouiller)
    await sql`select from ventes where id = any (${ids}::bigint[]) order by id for update`.execute(ctx.db)
  const { rows } = await sql<Row>`
    select v.id, v.bien_id, v.client_id, c.nom_complet, v.prix, v.total_paye, v.dossier_annee, v.dossier_numero,
      ${jour('v.ouverte_le')} as ouverte_le, ${jour('v.terminee_le')} as terminee_le,
      v.reservation_le, v.contrat_le, v.livraison_le, v.livraison_prevue_le, v.notaire, v.note,
      case when d.vente_id is not null then json_build_object('demande_le', d.demande_le, 'origine', d.origine,
        'motif', d.motif, 'retenue', d.retenue) end as desistement,
      case when d.vente_id is null then 0 else (select coalesce(sum(p.versement), 0) from paiements p where p.vente_id = v.id
        and p.mode = 'cheque' and p.encaisse_le is null and p.rejete_le is null) end::bigint as en_attente,
      case when d.vente_id is null then 0
        else (select coalesce(sum(r.montant), 0) from remboursements r where r.vente_id = v.id) end::bigint as rembourse
    from ventes v join clients c on c.id = v.client_id left join desistements d on d.vente_id = v.id
    where v.id = any (${ids}::bigint[]) order by v.id`.execute(ctx.db)
  return rows
}

function ajouter(
  { registres }: Contexte,
  { bien_id, client_id, nom_complet, total_paye, dossier_annee, dossier_numero, ...row }: Row,
  biens: ReadonlyMap<number, Fiche<Bien>>,
  clients: ReadonlyMap<number, Fiche<Client>>,
): void {
  const { en_attente, rembourse, ...dossier } = row
  registres.ventes.ajouter({
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
  })
}

/** The lines of the ventes that are there, for those of the workbook to be compared with. */
async function chargerEcheances({ db, lignes, registres }: Contexte): Promise<void> {
  if (lignes.echeances.length === 0) return
  const parId = new Map(registres.ventes.toutes.map((vente) => [vente.id, vente]))
  const { rows } = await sql<
    LigneDEcheancier & { vente_id: number; rang: number; declencheur: Declencheur; date_prevue: Jour | null }
  >`
    select vente_id, rang, libelle, montant, declencheur, stade_id, date_prevue
    from echeances where vente_id = any (${[...parId.keys()]}::bigint[])`.execute(db)
  for (const { vente_id, rang, ...ligne } of rows) parId.get(vente_id)?.echeances.set(rang, ligne)
}

/** Numbers of dossiers and refunds that are nobody's any more; most that a workbook gives were never given, and are not looked for. */
async function chargerAnnules(ctx: Contexte): Promise<void> {
  const { ventes } = ctx.registres
  const { rows: series } = await sql<{ serie: string; annee: number; dernier: number }>`
    select serie, annee, dernier from numeros where serie in ('dossier', 'remboursement')`.execute(ctx.db)
  const donne = (serie: string, { annee, numero }: Numero) =>
    series.some((une) => une.serie === serie && une.annee === annee && numero <= une.dernier)
  const dossiers = dossiersNommes(ctx).filter(
    (numero) => donne('dossier', numero) && !ventes.duDossier(numero),
  )
  const rembourses = ctx.lignes.remboursements
    .flatMap(({ valeurs }) => lireNumero('remboursement', String(valeurs.numero ?? '')) ?? [])
    .filter((numero) => donne('remboursement', numero))
  if (dossiers.length + rembourses.length === 0) return
  const { rows } = await sql<{ numero: string }>`
    select avant->>'dossier' as numero from journal
    where objet = 'vente' and action = 'retirer' and avant->>'dossier' = any (${dossiers.map((numero) => ecrireNumero('dossier', numero))})
    union all
    select avant->>'numero' from journal where objet = 'remboursement' and action = 'supprimer'
      and avant->>'numero' = any (${rembourses.map((numero) => ecrireNumero('remboursement', numero))})`.execute(
    ctx.db,
  )
  for (const { numero } of rows) ventes.annules.add(numero)
}
