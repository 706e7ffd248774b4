import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { listDocuments } from '#features/papiers/server/documents.service.ts'
import { papierPdf, readTirage } from '#features/papiers/server/press/pdf.ts'
import { nu } from '#features/papiers/server/documents.essais.ts'
import { formatCentiemes } from '#shared/argent.ts'
import { TYPES_DE_PAPIER, libelleDuPapier, PAPIERS } from '#shared/papiers.ts'
import { migrate } from '#server/database/migrate.ts'
import { buildAppartement, buildClient, sell } from '#test/harness/builders.ts'
import { bareDatabase } from '#test/harness/database.ts'
import { migrateUpTo } from '#test/harness/older.ts'
import { readPdf } from '#test/harness/pdf.ts'

const BOITES = ['Le client', 'Le promoteur, cachet et signature']

/** A paper as it was kept before its matter had names in Arabic, guarantees or a first print. */
const modele = (titre: string, nom: string, montant: number) => ({
  papier: {
    promoteur: {
      nom: 'SARL El Bahia',
      lignes: ['12, rue Larbi Ben M’hidi, Oran', '041 33 21 45'],
      legal: 'RC 31/00',
    },
    couleur: '#0f6e84',
    langue: 'fr',
    titre,
    reference: '',
    intitule: titre,
    etabli: '21 novembre 2025',
  },
  blocs: [
    {
      genre: 'fiches',
      fiches: [
        { titre: 'Client', nom, lignes: [] },
        {
          titre: 'Bien',
          nom: 'Appartement A-12 (F3)',
          lignes: ['Bloc A, 2e étage', 'Résidence Les Jardins'],
        },
      ],
    },
    { genre: 'texte', lignes: ['Nous soussignés attestons ce qui suit.'] },
    {
      genre: 'faits',
      lignes: [{ libelle: 'Total versé', valeur: formatCentiemes(montant), sous: '', fort: true }],
    },
  ],
  fait: 'Fait à Oran, le 21/11/2025',
  signatures: BOITES.map((boite) => ({ titre: boite, nom: '' })),
  adresse: null,
})

// spec: PA-32
it('thirty papers of the version before are printed with the same strings, boxes and sums, and keep their names', async () => {
  const older = await bareDatabase()
  const { db } = older
  const kept = async () => {
    const { rows } = await sql<{ papier: object }>`
      select to_jsonb(d) - 'bloc_id' - 'imprime_le' - 'detenteur_id' - 'transferts_avant' - 'echeance_id' as papier from documents d order by id`.execute(
      db,
    )
    return rows
  }
  try {
    await migrateUpTo(older.connection, '0022')
    const vente = await sell(db, await buildAppartement(db), (await buildClient(db)).id)
    const dits: { titre: string; nom: string; montant: string }[] = []
    for (let n = 0; n < 30; n++) {
      const type = TYPES_DE_PAPIER[n % TYPES_DE_PAPIER.length] ?? 'decompte'
      const { serie } = PAPIERS[type]
      const variante = type !== 'decompte' ? null : n < 10 ? 'solde' : n < 20 ? 'fin' : null
      const montant = variante === 'solde' ? 0 : 123_456_700 + n
      const dit = { titre: libelleDuPapier(type, variante), nom: `Samira Haddad n${n}.` }
      dits.push({ ...dit, montant: formatCentiemes(montant) })
      await sql`insert into documents (serie, annee, numero, langue, vente_id, etabli_le, montant, variante, identite, modele, membre_nom)
        values (${serie}, 2025, ${Math.floor(n / TYPES_DE_PAPIER.length) + 1}, 'fr', ${vente}, '2025-11-21', ${montant}, ${variante}, false,
          ${JSON.stringify(modele(dit.titre, dit.nom, montant))}, 'Karim Benali')`.execute(db)
    }
    const before = await kept()
    await migrate(older.connection)
    expect(await kept()).toEqual(before)
    const { data, possibles } = await listDocuments(db, vente, 'direction', {})
    expect(possibles.map(({ type }) => type)).toEqual([...TYPES_DE_PAPIER])
    expect(data.map(({ libelle }) => libelle).toReversed()).toEqual(dits.map(({ titre }) => titre))
    expect(data.map(({ bloc_id, imprime_le }) => [bloc_id, imprime_le])).toEqual(data.map(() => [null, null]))
    for (const [rang, { id, numero }] of data.toReversed().entries()) {
      const { modele: garde, tirage } = await readTirage(
        db,
        { table: 'documents', id, tirage: undefined },
        false,
      )
      const { text } = await readPdf(await papierPdf(garde, tirage))
      const { titre = '', nom = '', montant = '' } = dits[rang] ?? {}
      const attendus = [titre, nom, numero, montant, 'Fait à Oran, le 21/11/2025', 'SARL El Bahia', ...BOITES]
      expect(attendus.filter((dit) => !nu(text).includes(nu(dit)))).toEqual([])
    }
  } finally {
    await older.close()
  }
})
