import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { colonnesDe, type ChampDe, type NomDeFeuille } from '#features/imports/feuilles.ts'
import { startApp, type TestApp } from '#test/harness/app.ts'

let t: TestApp
beforeAll(async () => {
  t = await startApp()
})
afterAll(() => t.close())

/** Why a column is in no sheet. */
type Exception =
  | 'identifiant'
  | 'version'
  | 'date de création'
  | 'fichier'
  | 'remise'
  | 'calculée'
  | 'trace'
  /** Who exports is not always who may read it. */
  | 'identité'
  | 'dossier légal'
  | 'nom en arabe'
  /** What it says is in the columns that name the record. */
  | 'par les colonnes qui la nomment'
/** The field of a sheet that carries a column. */
type Place = { [F in NomDeFeuille]: readonly [F, ChampDe<F>] }[NomDeFeuille]

const bien = 'par les colonnes qui la nomment'

/** Every column of every table of which a portfolio's records are made. */
const COLONNES: Record<string, Record<string, Place | Exception>> = {
  residences: {
    id: 'identifiant',
    nom: ['residences', 'nom'],
    adresse: ['residences', 'adresse'],
    nom_ar: 'nom en arabe',
    adresse_ar: 'nom en arabe',
    permis_numero: 'dossier légal',
    permis_le: 'dossier légal',
    permis_autorite: 'dossier légal',
    terrain_acte: 'dossier légal',
    terrain_le: 'dossier légal',
    version_legale: 'version',
    plan_id: 'fichier',
    recherche: 'calculée',
    version: 'version',
    cree_le: 'date de création',
  },
  blocs: {
    id: 'identifiant',
    residence_id: ['blocs', 'residence'],
    nomloc: ['blocs', 'nomloc'],
    description: ['blocs', 'description'],
    nom_ar: 'nom en arabe',
    garantie_numero: 'dossier légal',
    garantie_police: 'dossier légal',
    garantie_le: 'dossier légal',
    garantie_au: 'dossier légal',
    livraison_prevue_le: 'dossier légal',
    recherche: 'calculée',
    rang: 'calculée',
    version: 'version',
    cree_le: 'date de création',
  },
  etages: {
    id: 'identifiant',
    bloc_id: ['etages', 'bloc'],
    designation: ['etages', 'designation'],
    designation_ar: 'nom en arabe',
    niveau: ['etages', 'niveau'],
    logement_par_palier: ['etages', 'logement_par_palier'],
    version: 'version',
    cree_le: 'date de création',
  },
  biens: {
    id: 'identifiant',
    type: bien,
    prix: ['appartements', 'montant'],
    residence_id: ['appartements', 'residence'],
    bloque_motif: ['appartements', 'bloque_motif'],
    bloque_le: 'date de création',
    version: 'version',
    cree_le: 'date de création',
  },
  appartements: {
    id: 'identifiant',
    type: bien,
    etage_id: ['appartements', 'etage'],
    num_lot: ['appartements', 'numLot'],
    type_logement: ['appartements', 'typeLogement'],
    surface_habitable: ['appartements', 'surfaceHabitable'],
    surface_utile: ['appartements', 'surfaceUtile'],
    montant1: ['appartements', 'montant1'],
    montant2: ['appartements', 'montant2'],
    plan_id: 'fichier',
    recherche: 'calculée',
    rang: 'calculée',
  },
  locaux: {
    id: 'identifiant',
    type: bien,
    bloc_id: ['locaux', 'bloc'],
    num: ['locaux', 'num'],
    surface: ['locaux', 'surface'],
    description: ['locaux', 'description'],
    recherche: 'calculée',
    rang: 'calculée',
  },
  parkings: {
    id: 'identifiant',
    residence_id: ['parkings', 'residence'],
    parking_nom: ['parkings', 'parking_nom'],
    nom_ar: 'nom en arabe',
    nb_places: ['parkings', 'nb_places'],
    recherche: 'calculée',
    version: 'version',
    cree_le: 'date de création',
  },
  places_parking: {
    id: 'identifiant',
    type: bien,
    parking_id: ['places', 'parking'],
    numero_place: ['places', 'numero_place'],
    type_place: ['places', 'type_place'],
    position: ['places', 'position'],
    superficie: ['places', 'superficie'],
  },
  clients: {
    id: 'identifiant',
    nom_complet: ['clients', 'nomComplet'],
    tel: ['clients', 'tel'],
    email: ['clients', 'email'],
    adresse: ['clients', 'adresse'],
    recherche: 'calculée',
    telephone: 'calculée',
    nom_ar: 'identité',
    tel2: 'identité',
    naissance_le: 'identité',
    naissance_lieu: 'identité',
    profession: 'identité',
    situation: 'identité',
    nin: 'identité',
    piece_type: 'identité',
    piece_numero: 'identité',
    piece_delivree_le: 'identité',
    piece_lieu: 'identité',
    genre: 'identité',
    adresse_ar: 'identité',
    naissance_lieu_ar: 'identité',
    rc: 'identité',
    nif: 'identité',
    representant: 'identité',
    representant_ar: 'identité',
    representant_qualite: 'identité',
    representant_qualite_ar: 'identité',
    recherche_ar: 'calculée',
    tel_cles: 'calculée',
    tel2_cle: 'calculée',
    nin_cle: 'calculée',
    piece_cle: 'calculée',
    version: 'version',
    cree_le: 'date de création',
  },
  ventes: {
    id: 'identifiant',
    bien_id: ['ventes', 'numero'],
    client_id: ['ventes', 'client'],
    prix: ['ventes', 'prix'],
    total_paye: 'calculée',
    planifiee: 'calculée',
    ouverte_le: ['ventes', 'date'],
    terminee_le: ['ventes', 'terminee_le'],
    dossier_annee: ['ventes', 'dossier'],
    dossier_numero: ['ventes', 'dossier'],
    reservation_le: ['ventes', 'reservation_le'],
    contrat_le: ['ventes', 'contrat_le'],
    livraison_le: ['ventes', 'livraison_le'],
    livraison_prevue_le: ['ventes', 'livraison_prevue_le'],
    notaire: ['ventes', 'notaire'],
    note: ['ventes', 'note'],
    version: 'version',
  },
  co_acquereurs: {
    vente_id: ['coAcquereurs', 'dossier'],
    client_id: ['coAcquereurs', 'client'],
    part: ['coAcquereurs', 'part'],
  },
  desistements: {
    vente_id: ['ventes', 'dossier'],
    demande_le: ['ventes', 'demande_le'],
    origine: ['ventes', 'origine'],
    motif: ['ventes', 'motif'],
    retenue: ['ventes', 'retenue'],
    // How the amount that is kept was reckoned, and what was said of it: the amount and the motif are there.
    retenue_pourcent: 'trace',
    note: 'trace',
    version: 'version',
    cree_le: 'date de création',
  },
  paiements: {
    id: 'identifiant',
    vente_id: ['paiements', 'vente_du'],
    date_paiement: ['paiements', 'date_paiement'],
    versement: ['paiements', 'versement'],
    details: ['paiements', 'details'],
    recu_annee: ['paiements', 'recu'],
    recu_numero: ['paiements', 'recu'],
    mode: ['paiements', 'mode'],
    banque: ['paiements', 'banque'],
    reference: ['paiements', 'reference'],
    date_cheque: ['paiements', 'date_cheque'],
    payeur_type: ['paiements', 'payeur_type'],
    payeur: ['paiements', 'payeur'],
    justificatif_id: 'fichier',
    remise_id: 'remise',
    encaisse_le: ['paiements', 'encaisse_le'],
    rejete_le: ['paiements', 'rejete_le'],
    motif_rejet: ['paiements', 'motif_rejet'],
    frais_rejet: ['paiements', 'frais_rejet'],
    represente_id: ['paiements', 'represente'],
    rectifie_le: 'trace',
    imprime_le: 'trace',
    // Each payment that comes in gets one of its own.
    code: 'calculée',
    version: 'version',
    cree_le: 'date de création',
  },
  options: {
    id: 'identifiant',
    bien_id: ['options', 'numero'],
    client_id: ['options', 'client'],
    nom: ['options', 'nom'],
    tel: ['options', 'tel'],
    expire_le: ['options', 'expire_le'],
    note: ['options', 'note'],
    prise_le: 'date de création',
    prise_par: 'trace',
    // Only those that hold their bien are in the sheet.
    fin: 'trace',
    fin_le: 'trace',
    motif_fin: 'trace',
    efface_le: 'trace',
    recherche: 'calculée',
    version: 'version',
  },
  stades_atteints: {
    bloc_id: ['stades', 'bloc'],
    stade_id: ['stades', 'stade'],
    atteint_le: ['stades', 'atteint_le'],
    note: ['stades', 'note'],
    note_par: 'trace',
    note_le: 'date de création',
  },
  echeances: {
    id: 'identifiant',
    vente_id: ['echeances', 'dossier'],
    rang: ['echeances', 'rang'],
    libelle: ['echeances', 'libelle'],
    libelle_ar: 'nom en arabe',
    montant: ['echeances', 'montant'],
    declencheur: ['echeances', 'declencheur'],
    stade_id: ['echeances', 'stade'],
    date_prevue: ['echeances', 'date_prevue'],
    couvert: 'calculée',
    exigible_le: 'calculée',
    ouverte: 'calculée',
  },
  remboursements: {
    id: 'identifiant',
    vente_id: ['remboursements', 'dossier'],
    annee: ['remboursements', 'numero'],
    numero: ['remboursements', 'numero'],
    jour: ['remboursements', 'jour'],
    montant: ['remboursements', 'montant'],
    mode: ['remboursements', 'mode'],
    banque: ['remboursements', 'banque'],
    reference: ['remboursements', 'reference'],
    note: ['remboursements', 'note'],
    cree_le: 'date de création',
    imprime_le: 'trace',
  },
}

// spec: PO-34, PO-40
it('of the tables of a portfolio are each in a sheet, or left out for a reason', async () => {
  const { rows } = await sql<{ table: string; colonne: string }>`
    select c.relname as "table", a.attname as colonne from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relname = any (${Object.keys(COLONNES)})
    order by 1, 2`.execute(t.db)
  const stored = rows.map(({ table, colonne }) => `${table}.${colonne}`)
  const said = Object.entries(COLONNES).flatMap(([table, colonnes]) =>
    Object.keys(colonnes).map((colonne) => `${table}.${colonne}`),
  )
  expect(said.toSorted((a, b) => (a < b ? -1 : 1))).toEqual(stored.toSorted((a, b) => (a < b ? -1 : 1)))
})

it('are each carried by a column that its sheet has', () => {
  const places = Object.values(COLONNES).flatMap((colonnes) =>
    Object.values(colonnes).filter((place) => typeof place !== 'string'),
  )
  const absent = places.filter(([nom, champ]) => !colonnesDe(nom).some((colonne) => colonne.champ === champ))
  expect(absent).toEqual([])
  expect(places.length).toBeGreaterThan(80)
})
