import { createCompte } from '#features/comptes/server/comptes.service.ts'
import { listStades, updateStade } from '#features/echeanciers/server/stades.service.ts'
import { readModeles } from '#features/echeanciers/server/modeles.service.ts'
import { writeJournal } from '#features/journal/server/journal.service.ts'
import { documents, type SectionName } from '#features/parametres/parametres.sections.ts'
import { saveParametres } from '#features/parametres/server/parametres.service.ts'
import { createPromoteur } from '#features/promoteur/server/promoteur.service.ts'
import type { Db } from '#server/database/db.ts'
import type { Actor } from '#server/http/session.ts'
import type { Role } from '#shared/droits.ts'
import { PAR } from '#db/demo-names.ts'

export const DEMO_ACCOUNT = { name: PAR, email: 'demo@diyar.dz', password: 'Demonstration1!' }

/** Members of the office by their task, and its two bank accounts. */
export interface Bureau {
  direction: Actor
  commerciaux: readonly [Actor, Actor]
  caisse: Actor
  comptable: Actor
  comptes: readonly [number, number]
}

const MEMBRES: readonly (readonly [name: string, email: string, role: Role, actif: boolean])[] = [
  [DEMO_ACCOUNT.name, DEMO_ACCOUNT.email, 'direction', true],
  ['Yacine Meziane', 'yacine.meziane@diyar.dz', 'commercial', true],
  ['Samira Boudiaf', 'samira.boudiaf@diyar.dz', 'caisse', true],
  ['نور الدين شريف', 'n.cherif@diyar.dz', 'commercial', true],
  ['Redha Haddad', 'redha.haddad@diyar.dz', 'comptable', true],
  ['Lynda Aït Ahmed', 'lynda.aitahmed@diyar.dz', 'lecture', true],
  ['Toufik Guerfi', 'toufik.guerfi@diyar.dz', 'direction', false],
  ['Naïma Tlemçani', 'naima.tlemcani@diyar.dz', 'caisse', false],
]

/** Opens the office: its members, the promoter, his settings and his accounts. @param hashed the hash of {@link DEMO_ACCOUNT}'s password */
export async function openBureau(db: Db, hashed: string): Promise<Bureau> {
  const membres = await insertMembres(db, hashed)
  const actor = (rang: number): Actor => membres[rang] ?? { id: 0, name: '', email: '' }
  const direction = actor(0)
  await createPromoteur(db, direction, PROMOTEUR)
  for (const [section, valeur] of Object.entries(reglages()))
    await saveParametres(db, direction, section, { valeur }, async (_db, _nom, prepared) => prepared)
  await nameEcheances(db, direction)
  const compte = async (banque: string, agence: string, numero: string) =>
    (await createCompte(db, direction, { banque, agence, numero })).id
  return {
    direction,
    commerciaux: [actor(1), actor(3)],
    caisse: actor(2),
    comptable: actor(4),
    comptes: [
      await compte('BNA', 'Bir Mourad Raïs', '001 00620 0300012345 67'),
      await compte('CPA', 'Hydra', '004 00112 4000098765 43'),
    ],
  }
}

async function insertMembres(db: Db, hashed: string): Promise<Actor[]> {
  const rows = await db
    .insertInto('membres')
    .values(MEMBRES.map(([name, email, role, actif]) => ({ name, email, role, actif, mot_de_passe: hashed })))
    .returning(['id', 'name', 'email', 'role', 'actif'])
    .execute()
  const [direction] = rows
  if (direction)
    await writeJournal(
      db,
      direction,
      rows.map(({ actif, ...membre }) => ({
        action: 'ajouter',
        objet: 'membre',
        id: membre.id,
        apres: { ...membre, statut: actif ? 'activé' : 'désactivé' },
      })),
    )
  return rows.map(({ id, name, email }) => ({ id, name, email }))
}

const PROMOTEUR = {
  nom: 'SARL Diyar Promotion',
  email: 'contact@diyar-promotion.dz',
  telephone: '+213 23 45 67 89',
  adresse: '14, rue des Frères Bouadou, Bir Mourad Raïs, Alger',
  nom_ar: 'ش.ذ.م.م ديار للترقية العقارية',
  rc: '16/00-0987654 B 15',
  nif: '001516098765432',
  nis: '001516010123456',
  ai: '16280123456',
  agrement: '2015/0412',
  tnpi: '16-0387',
  capital: 50_000_000_00,
  couleur: '#0f6e84',
  adresse_ar: '14، شارع الإخوة بوعدو، بئر مراد رايس، الجزائر',
  representant: 'Ali Saadi',
  representant_ar: 'علي سعدي',
  representant_qualite: 'gérant',
  representant_qualite_ar: 'مسير',
}

/** Sections of the settings as their form sends them. */
const reglages = (): Partial<Record<SectionName, Readonly<Record<string, unknown>>>> => ({
  documents: {
    ...documents.defaut,
    ville: 'Alger',
    ville_ar: 'الجزائر',
    delai_mise_en_demeure: 30,
    textes: { ...documents.defaut.textes, contrat_reservation: CLAUSES },
  },
  pieces: {
    types: [
      { code: 'piece-identite', libelle: "Pièce d'identité", portee: 'client', obligatoire: true },
      { code: 'contrat-signe', libelle: 'Contrat signé', portee: 'vente', obligatoire: true },
      { code: 'residence', libelle: 'Certificat de résidence', portee: 'client', obligatoire: false },
      { code: 'pret', libelle: 'Accord de prêt bancaire', portee: 'vente', obligatoire: false },
      { code: 'autre', libelle: 'Autre pièce', portee: 'client', obligatoire: false },
    ],
  },
  // A public address makes the demo show links and QR codes; under « .example » no stranger can answer them.
  acces: { adresse_publique: 'https://diyar.example' },
  tva: {
    appartement: { taux: 9, depuis: '2025-01', avant: null },
    local: { taux: 19, depuis: '2025-01', avant: null },
    place_parking: { taux: 9, depuis: '2025-01', avant: null },
    encaissements_du: '2025-01-01',
  },
})

/** Clauses of the demo's contract: sample text, no legal advice. */
const CLAUSES = {
  fr: `# Article 1 : objet
Le promoteur réserve {a_client}, qui accepte, {le_bien}, au prix ferme de {prix} ({prix_lettres}).

# Article 2 : paiement
Le prix est payé selon l'échéancier ci-dessus, par chèque ou par virement au compte du promoteur. Chaque versement donne lieu à un reçu numéroté.

# Article 3 : délai et livraison
Le promoteur informe le client de l'avancement des travaux et de la date de remise des clés. La remise fait l'objet d'un procès-verbal.

# Article 4 : désistement
Le client peut se désister par écrit. Les sommes versées lui sont remboursées, déduction faite de la retenue convenue.`,
  ar: `# المادة 1 : الموضوع
يحفظ المرقي العقاري حق {client} الذي يقبل في {bien} بثمن ثابت قدره {prix}.

# المادة 2 : الدفع
يدفع الثمن حسب جدول التسديد أعلاه بصك أو تحويل إلى حساب المرقي العقاري. يسلم وصل مرقم عن كل دفعة.

# المادة 3 : التسليم
يعلم المرقي العقاري المقتني بتقدم الأشغال وبتاريخ تسليم المفاتيح. يحرر محضر عن التسليم.`,
}

const EN_ARABE: Readonly<Record<string, string>> = {
  'Signature du contrat': 'توقيع العقد',
  'Fondations achevées': 'انتهاء الأساسات',
  'Gros œuvre achevé': 'انتهاء الأشغال الكبرى',
  "Tous corps d'état achevés": 'انتهاء جميع الأشغال',
  'Remise des clés': 'تسليم المفاتيح',
  Mensualité: 'قسط شهري',
  Trimestrialité: 'قسط فصلي',
}

/** Gives stades and the lines of the product's own modèles their names in Arabic. */
async function nameEcheances(db: Db, actor: Actor): Promise<void> {
  for (const { id, nom, rang, version } of await listStades(db))
    await updateStade(db, actor, id, { nom, nom_ar: EN_ARABE[nom] ?? null, rang, version })
  const modeles = (await readModeles(db)).map(({ lignes, ...modele }) => ({
    ...modele,
    lignes: lignes.map((ligne) => ({
      ...ligne,
      pourcent: ligne.pourcent / 100,
      libelle_ar: EN_ARABE[ligne.libelle] ?? null,
    })),
  }))
  await saveParametres(db, actor, 'modeles', { valeur: { modeles } }, async (_db, _nom, prepared) => prepared)
}
